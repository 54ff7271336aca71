import { distance } from 'fastest-levenshtein'
import { memoize } from '../memoize.ts'
import { findDisplayName, toTag } from './spellings.ts'

/** UTF-16 units of a tag that is compared. */
const MAX_COMPARED = 40
/** Letters per letter that may differ: `germn` is German, `klingon` is nothing. */
const LETTERS_PER_ERROR = 4

/**
 * Returns the tag that is probably meant, by what it says and not by the letters of codes: a known language of it (`pt-BRA` → `pt`), the language of a country
 * (`jp` → `ja`), or a language with a similar name in English or in itself (`germn`, `deutsch` → `de`). Undefined if there is none.
 */
function suggestTag(tag: string): string | undefined {
  const wanted = tag.slice(0, MAX_COMPARED).toLowerCase().replaceAll('_', '-')
  const [language = wanted] = wanted.split('-')
  if (/^[a-z]{2,3}$/.test(language)) {
    if (findDisplayName(language, 'language') !== undefined) return Intl.getCanonicalLocales(language)[0]
    return findCountryLanguage(language)
  }
  const words = wanted.replace(/[^\p{L}\p{M}]+/gu, ' ').trim()
  return findByName(words) ?? findByName(words.split(' ')[0] ?? '')
}

/** Returns the most likely language of a country code. */
function findCountryLanguage(code: string): string | undefined {
  if (code.length !== 2 || findDisplayName(code.toUpperCase(), 'region') === undefined) return undefined
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return language === 'und' || language === undefined ? undefined : language
}

function findByName(words: string): string | undefined {
  let best: string | undefined
  let least = Math.floor(words.length / LETTERS_PER_ERROR) + 1
  for (const [code, names] of getCommonNames()) {
    for (const name of names) {
      const away = distance(name, words)
      if (away < least) [best, least] = [code, away]
    }
  }
  return best
}

const COMMON_LANGUAGES = (
  'en af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ' +
  'ne nl nn pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'
).split(' ')

let commonNames: readonly (readonly [code: string, names: readonly string[]])[] | undefined

/** The names of common languages, in English and in themselves. Computed once, when first needed. */
function getCommonNames(): NonNullable<typeof commonNames> {
  commonNames ??= COMMON_LANGUAGES.map(code => {
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code)
    const names = [findDisplayName(code, 'language'), own].flatMap(name => name?.toLowerCase() ?? [])
    return [code, [...new Set(names)]] as const
  })
  return commonNames
}

/** Most tags with a cached result: callers can send any number. */
const MAX_TAGS = 500

/** UTF-16 units of a locale; the longest in CLDR has 14. */
const MAX_TAG = 100

/**
 * The canonical spelling of a locale in any spelling that files use (`zh-hant-tw` → `zh-Hant-TW`, `pt_BR` and `pt-rBR` → `pt-BR`, `sr@latin` → `sr-Latn`,
 * `iw` → `he`); undefined when CLDR does not name its language, script or region.
 */
export function findLocale(
  tag: string,
  { allowPrivate = false }: { readonly allowPrivate?: boolean } = {},
): string | undefined {
  if (tag.length > MAX_TAG) return undefined
  const { canonical, known } = findCanonicalTag(tag)
  return known || allowPrivate ? canonical : undefined
}

const findCanonicalTag = memoize(MAX_TAGS, tag => {
  const canonical = canonicalize(tag)
  return { canonical, known: canonical !== undefined && isKnown(canonical) }
})

/** What to give instead of a tag that `findLocale` does not know; `suggests` = the tag that is probably meant, if any. */
export const adviseTag = (tag: string, suggests: boolean): string =>
  `a BCP 47 tag such as ${(suggests ? suggestTag(tag) : undefined) ?? 'de or pt-BR'}`

function canonicalize(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(toTag(tag) ?? tag.replaceAll('_', '-'))[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Script and region must be known to CLDR too: an unknown subtag may be a typing mistake. */
function isKnown(canonical: string): boolean {
  const { language, script, region } = new Intl.Locale(canonical)
  return (
    findDisplayName(language, 'language') !== undefined &&
    (script === undefined || findDisplayName(script, 'script') !== undefined) &&
    (region === undefined || findDisplayName(region, 'region') !== undefined)
  )
}
