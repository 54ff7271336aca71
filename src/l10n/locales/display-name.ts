import { memoize } from '../memoize.ts'

type NameType = 'language' | 'script' | 'region'

/** Returns the English name of a language, script or region code; undefined if CLDR has none. */
export function findDisplayName(code: string, type: NameType): string | undefined {
  try {
    return getDisplayNames(type).of(code)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const getDisplayNames = memoize(3, type => new Intl.DisplayNames('en', { type: type as NameType, fallback: 'none' }))
