/** A language of the pages: its name in itself, and the direction of its writing. */
interface Language {
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
}

/** The languages of the pages, by BCP 47 tag. Each has its messages in `locales/<tag>.json`. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Record<string, Language>

export type LanguageTag = keyof typeof LANGUAGES

export const isLanguage = (tag: string | undefined): tag is LanguageTag =>
  tag !== undefined && Object.hasOwn(LANGUAGES, tag)

/** Longest `Accept-Language` that is read; browsers send less than 200 characters. */
const MAX_HEADER_UNITS = 500

/**
 * Chooses the language of a page: the one that the user set, or the first that the browser accepts (RFC 9110 section 12.5.4), by lookup (RFC 4647 section 3.4).
 * English without any.
 */
export function chooseLanguage(setting: string | undefined, accepted: string | undefined): LanguageTag {
  if (isLanguage(setting)) return setting
  const ranges = (accepted ?? '')
    .slice(0, MAX_HEADER_UNITS)
    .split(',')
    .map(range => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.map(one => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(one => one !== undefined)
      return {
        language: tag.trim().split('-')[0]?.toLowerCase() ?? '',
        quality: quality === undefined ? 1 : Number(quality),
      }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  const found = ranges.map(({ language }) => language).find(isLanguage)
  return found ?? 'en'
}
