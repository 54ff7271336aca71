import { fillLocale, LOCALE_VARIABLE } from '../../l10n/files/locale-variables.ts'
import type { DetectedSource } from './detect-sources.ts'

/** Languages whose regions differ enough that a file for a region is not one for the language. */
const REGIONAL: ReadonlySet<string> = new Set(['en', 'es', 'pt', 'zh'])

/**
 * Treats a locale with the usual region of its language as the language, if another file has that: `ja-JP` in one format and `ja` in another are one
 * locale. Its spelling becomes an alias. Files with both keep both.
 */
export function mergeLocales(sources: readonly DetectedSource[]): readonly DetectedSource[] {
  const all = new Set(sources.flatMap(({ locales }) => locales))
  const merged = new Map<string, string>()
  for (const locale of all) {
    const { language, region } = new Intl.Locale(locale)
    const isUsual = region !== undefined && new Intl.Locale(language).maximize().region === region
    const isPlain = locale === `${language}-${region}`
    if (!isUsual || !isPlain || REGIONAL.has(language) || !all.has(language)) continue
    if (sources.every(({ locales }) => !(locales.includes(locale) && locales.includes(language)))) {
      merged.set(locale, language)
    }
  }
  return merged.size === 0 ? sources : sources.map(source => renameLocales(source, merged))
}

function renameLocales(source: DetectedSource, merged: ReadonlyMap<string, string>): DetectedSource {
  const aliases: Record<string, string> = {}
  for (const [locale, spelled] of Object.entries(source.aliases)) aliases[merged.get(locale) ?? locale] = spelled
  for (const locale of source.locales) {
    const name = merged.get(locale)
    if (name !== undefined && source.target !== source.path)
      aliases[name] = source.aliases[locale] ?? spellLocale(source.target, locale)
  }
  return { ...source, aliases, locales: source.locales.map(locale => merged.get(locale) ?? locale) }
}

/** The locale as the variable of a template spells it. */
const spellLocale = (target: string, locale: string): string =>
  fillLocale(LOCALE_VARIABLE.exec(target)?.[0] ?? '{locale}', locale, undefined)
