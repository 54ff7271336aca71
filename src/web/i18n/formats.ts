import { memoize } from '../../l10n/memoize.ts'
import { currentLanguage } from './current.ts'
import { isolateItems } from './isolate.ts'
import { LANGUAGES, type LanguageTag } from './languages.ts'

/** More than the languages and styles of the pages. */
const MAX_FORMATS = 100

/** CLDR data of the interface: English dates are those of the United States. */
const toLocale = (language: string): string => (language === 'en' ? 'en-US' : language)

const numbers = memoize(MAX_FORMATS, (language: string) => new Intl.NumberFormat(toLocale(language)))
const percents = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.NumberFormat(toLocale(language), { style: 'percent', maximumFractionDigits: 1 }),
)
const languages = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.DisplayNames([toLocale(language)], { type: 'language' }),
)
const compacts = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.NumberFormat(toLocale(language), { notation: 'compact' }),
)
const days = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.DateTimeFormat(toLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }),
)
const distances = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.RelativeTimeFormat(toLocale(language), { numeric: 'auto' }),
)
const lists = memoize(MAX_FORMATS, (language: LanguageTag) => newListFormat(language))
const unitLists = memoize(MAX_FORMATS, (language: LanguageTag) => newListFormat(language, { type: 'unit' }))
const dollars = memoize(
  MAX_FORMATS,
  (language: string) => new Intl.NumberFormat(toLocale(language), { style: 'currency', currency: 'USD' }),
)
const smallDollars = memoize(
  MAX_FORMATS,
  (language: string) =>
    new Intl.NumberFormat(toLocale(language), { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }),
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
export const numberFormat = (): Intl.NumberFormat => numbers(currentLanguage())
/** Shares, with at most one decimal. */
export const percentFormat = (): Intl.NumberFormat => percents(currentLanguage())
export const compactFormat = (): Intl.NumberFormat => compacts(currentLanguage())
export const languageNames = (): Intl.DisplayNames => languages(currentLanguage())
export const dayFormat = (): Intl.DateTimeFormat => days(currentLanguage())
export const distanceFormat = (): Intl.RelativeTimeFormat => distances(currentLanguage())
export const listFormat = (): ListFormat => lists(currentLanguage())
/** For lists without "and". */
export const unitListFormat = (): ListFormat => unitLists(currentLanguage())
/** US dollars; small amounts have two significant digits. */
export const dollarFormat = (isSmall: boolean): Intl.NumberFormat =>
  (isSmall ? smallDollars : dollars)(currentLanguage())
