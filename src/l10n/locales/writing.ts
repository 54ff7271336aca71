import { memoize } from '../memoize.ts'

/** How a locale is written. */
export interface Writing {
  /** ISO 639. */
  readonly language: string
  /** The scripts of its words, by their Unicode names. Latin is ordinary beside any of them. */
  readonly scripts: readonly string[]
  /** Whether the language is written in Latin as well, and the locale does not say which. */
  readonly isAlsoLatin: boolean
  readonly isRightToLeft: boolean
  /** Whether Chinese is written in traditional (`Hant`) or simplified (`Hans`) characters; undefined for other languages. */
  readonly han: 'Hans' | 'Hant' | undefined
}

/** How a locale is written, by CLDR's likely script. */
export const writingOf = memoize(500, (locale): Writing => {
  const tag = new Intl.Locale(locale)
  const { language, script = 'Latn' } = tag.maximize()
  return {
    language,
    scripts: SCRIPTS[script] ?? [NAMES[script] ?? 'Latin'],
    isAlsoLatin: tag.script === undefined && ALSO_LATIN.has(language),
    isRightToLeft: RIGHT_TO_LEFT.has(script),
    han: script === 'Hans' || script === 'Hant' ? script : undefined,
  }
})

/** Whether two locales have the same language, such as `en` and `en-GB`. */
export const hasSameLanguage = (one: string, other: string): boolean =>
  one === other || writingOf(one).language === writingOf(other).language

/** Languages that are written in Latin as well as in their likely script. */
const ALSO_LATIN = new Set(['kaa', 'lad', 'shi', 'sr'])

/** ISO 15924 codes of writing systems that mix scripts. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
  Hans: ['Han', 'Bopomofo'],
  Hant: ['Han', 'Bopomofo'],
}

/** ISO 15924 codes and the names that Unicode properties have. */
const NAMES: Readonly<Record<string, string>> = {
  Adlm: 'Adlam',
  Arab: 'Arabic',
  Armn: 'Armenian',
  Beng: 'Bengali',
  Cans: 'Canadian_Aboriginal',
  Cher: 'Cherokee',
  Cyrl: 'Cyrillic',
  Deva: 'Devanagari',
  Ethi: 'Ethiopic',
  Geor: 'Georgian',
  Grek: 'Greek',
  Gujr: 'Gujarati',
  Guru: 'Gurmukhi',
  Hebr: 'Hebrew',
  Khmr: 'Khmer',
  Knda: 'Kannada',
  Laoo: 'Lao',
  Latn: 'Latin',
  Mlym: 'Malayalam',
  Mong: 'Mongolian',
  Mtei: 'Meetei_Mayek',
  Mymr: 'Myanmar',
  Nkoo: 'Nko',
  Olck: 'Ol_Chiki',
  Orya: 'Oriya',
  Sinh: 'Sinhala',
  Syrc: 'Syriac',
  Taml: 'Tamil',
  Telu: 'Telugu',
  Tfng: 'Tifinagh',
  Thaa: 'Thaana',
  Thai: 'Thai',
  Tibt: 'Tibetan',
  Vaii: 'Vai',
  Yiii: 'Yi',
}

const RIGHT_TO_LEFT = new Set('Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '))
