import { spellsLocale, toTag } from '../../locales/spellings.ts'
import type { Catalog } from './catalog.ts'

/**
 * Returns the name of a locale in a catalog, such as `zh-Hans` for `zh-CN` and `iw` for `he`; undefined if it has no localization. The name has the locale
 * itself or its likely script and region: `fr-CA` is not `fr`. The source language has no other name.
 */
export function findLocaleName({ names, sourceLanguage }: Catalog, locale: string): string | undefined {
  if (names.has(locale)) return locale
  const wanted = maximize(locale)
  for (const name of names) {
    if (name !== sourceLanguage && spellsLocale(name, locale) && maximize(toTag(name) ?? name) === wanted) return name
  }
  return undefined
}

/** Adds the likely subtags. Norwegian without Nynorsk is Bokmål. */
const maximize = (tag: string): string => new Intl.Locale(tag).maximize().baseName.replace(/^nb\b/, 'no')
