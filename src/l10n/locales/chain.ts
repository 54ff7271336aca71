/** A locale and its parents, closest first: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function localeChain(locale: string): readonly string[] {
  const parts = locale.split('-')
  return parts.map((_, dropped) => parts.slice(0, parts.length - dropped).join('-'))
}
