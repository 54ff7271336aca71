import { memoize } from '../memoize.ts'
import { findDisplayName } from './display-name.ts'
import { toTag } from './spellings.ts'
import { suggestTag } from './suggest-tag.ts'

/** Most tags with a cached result: callers can send any number. */
const MAX_TAGS = 500

/** UTF-16 units of a locale; the longest in CLDR has 14. */
const MAX_TAG = 100

interface LocaleOptions {
  /** Accepts any well-formed tag, including languages unknown to CLDR. */
  readonly allowPrivate?: boolean
}

/**
 * The canonical spelling of a locale in any spelling that files use (`zh-hant-tw` → `zh-Hant-TW`, `pt_BR` and `pt-rBR` → `pt-BR`, `sr@latin` → `sr-Latn`,
 * `iw` → `he`); undefined when CLDR does not name its language, script or region.
 */
export function findLocale(tag: string, { allowPrivate = false }: LocaleOptions = {}): string | undefined {
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
