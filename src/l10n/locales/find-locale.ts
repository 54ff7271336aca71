import { distance } from 'fastest-levenshtein'
import { memoize } from '../memoize.ts'

/** Most tags with a cached result: callers can send any number. */
const MAX_TAGS = 500

/** UTF-16 units of a locale; the longest in CLDR has 14. */
const MAX_TAG = 100

interface LocaleOptions {
  /** Accepts any well-formed tag, including languages unknown to CLDR. */
  readonly allowPrivate?: boolean
}

/** The canonical spelling of a locale (`zh-hant-tw` → `zh-Hant-TW`, `pt_BR` → `pt-BR`); undefined when CLDR does not name its language, script or region. */
export function findLocale(tag: string, { allowPrivate = false }: LocaleOptions = {}): string | undefined {
  if (tag.length > MAX_TAG) return undefined
  const { canonical, known } = findCanonicalTag(tag)
  return known || allowPrivate ? canonical : undefined
}

const findCanonicalTag = memoize(MAX_TAGS, tag => {
  const canonical = canonicalize(tag)
  return { canonical, known: canonical !== undefined && isKnown(canonical) }
})

/** What to give instead of a tag that `findLocale` does not know; `suggests` = the nearest tag. */
export const adviseTag = (tag: string, suggests: boolean): string =>
  `a BCP 47 tag such as ${suggests ? findNearestTag(tag) : 'de or pt-BR'}`

function canonicalize(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
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

type NameType = 'language' | 'script' | 'region'

const getDisplayNames = memoize(3, type => new Intl.DisplayNames('en', { type: type as NameType, fallback: 'none' }))

function findDisplayName(code: string, type: NameType): string | undefined {
  try {
    return getDisplayNames(type).of(code)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The tag whose English name or spelling is closest: `english` → `en`, `pt-BRA` → `pt-BR`. */
function findNearestTag(tag: string): string {
  const wanted = tag.slice(0, 40).toLowerCase().replaceAll('_', '-')
  const [language = wanted] = wanted.split('-')
  if (/^[a-z]{2,3}$/.test(language) && findDisplayName(language, 'language') !== undefined) return language
  let best = 'en'
  let least = Number.POSITIVE_INFINITY
  for (const code of COMMON_LANGUAGES) {
    const name = findDisplayName(code, 'language')?.toLowerCase() ?? code
    const away = Math.min(distance(name, language), distance(code, language))
    if (away < least) {
      least = away
      best = code
    }
  }
  return best
}

const COMMON_LANGUAGES = (
  'en af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ' +
  'ne nl nn pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'
).split(' ')
