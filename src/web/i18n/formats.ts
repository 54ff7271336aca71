import { memoize } from '../../l10n/memoize.ts'
import { currentLanguage } from './current.ts'
import { isolateItems } from './isolate.ts'
import { LANGUAGES, type LanguageTag } from './languages.ts'

/** More than the languages and styles of the pages. */
const MAX_FORMATS = 100

/** CLDR data of the interface: English dates are those of the United States. */
const toLocale = (language: string): string => (language === 'en' ? 'en-US' : language)

/** A format for each language, made when a page first uses it. */
function perLanguage<T>(create: (locale: string) => T): () => T {
  const formats = memoize(MAX_FORMATS, (language: string) => create(toLocale(language)))
  return () => formats(currentLanguage())
}

const lists = memoize(MAX_FORMATS, (language: LanguageTag) => newListFormat(language))
const unitLists = memoize(MAX_FORMATS, (language: LanguageTag) => newListFormat(language, { type: 'unit' }))
const dollars = perLanguage(locale => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))
const smallDollars = perLanguage(
  locale => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }),
)

type ListFormat = Pick<Intl.ListFormat, 'format' | 'formatToParts'>

function newListFormat(language: LanguageTag, options?: Intl.ListFormatOptions): ListFormat {
  const format = new Intl.ListFormat(toLocale(language), options)
  if (LANGUAGES[language].dir === 'ltr') return format
  return {
    format: items => format.format(isolateItems(items)),
    formatToParts: items => format.formatToParts(items),
  }
}

/** Intl formats of the language of the request. */
export const numberFormat = perLanguage(locale => new Intl.NumberFormat(locale))
/** Shares, with at most one decimal. */
export const percentFormat = perLanguage(
  locale => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)
export const compactFormat = perLanguage(locale => new Intl.NumberFormat(locale, { notation: 'compact' }))
export const languageNames = perLanguage(locale => new Intl.DisplayNames([locale], { type: 'language' }))
export const dayFormat = perLanguage(
  locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)
export const distanceFormat = perLanguage(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
export const listFormat = (): ListFormat => lists(currentLanguage())
/** For lists without "and". */
export const unitListFormat = (): ListFormat => unitLists(currentLanguage())
/** US dollars; small amounts have two significant digits. */
export const dollarFormat = (isSmall: boolean): Intl.NumberFormat => (isSmall ? smallDollars : dollars)()
