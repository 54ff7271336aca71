import { memoize } from '../../l10n/memoize.ts'

/** Most locales with cached names. */
const MAX_LOCALES = 500

/** The name of a locale in its own language; undefined if none is known. */
export const localeName = memoize(MAX_LOCALES, (locale: string): string | undefined => {
  const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(locale)
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
})

export const localeOptions = (locales: readonly string[]) =>
  locales.map(tag => [tag, `${localeName(tag) ?? tag} (${tag})`] as const)
