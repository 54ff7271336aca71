/** The locales that replace missing translations; locale → the next one. */
export interface Fallbacks {
  readonly source_locale: string
  readonly fallbacks: Readonly<Record<string, string>>
}

/** Returns the fallbacks of a locale, nearest first. The source locale ends the chain: its strings are no translations. */
export function fallbackChain({ source_locale, fallbacks }: Fallbacks, locale: string): readonly string[] {
  const chain = new Set<string>()
  for (let next = fallbacks[locale]; next !== undefined && next !== locale; next = fallbacks[next]) {
    if (next === source_locale || chain.has(next)) break
    chain.add(next)
  }
  return [...chain]
}

/** Returns the locales that use a locale in place of missing translations. */
export const dependentLocales = (of: Fallbacks, locale: string): readonly string[] =>
  Object.keys(of.fallbacks).filter(other => fallbackChain(of, other).includes(locale))

/** A locale and its parents, closest first: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function localeChain(locale: string): readonly string[] {
  const parts = locale.split('-')
  return parts.map((_, dropped) => parts.slice(0, parts.length - dropped).join('-'))
}
