import { memoize } from '../memoize.ts'

/** Most locales with cached rules: callers can send any number. */
const MAX_LOCALES = 500

/** The plural categories of a locale, in CLDR's order. */
export const pluralCategories = (locale: string): string[] => [...pluralProfile(locale, 'cardinal').categories]

/**
 * The plural categories that a language needs: those of whole numbers, and `other`. Without those for fractions (Czech `many`) or whole millions
 * (Spanish, French, Italian, Portuguese and Catalan `many`), which are hardly ever used.
 */
export function neededCategories(locale: string, type: 'cardinal' | 'ordinal' = 'cardinal'): string[] {
  const { categories, sampleCounts: reached } = pluralProfile(locale, type)
  return categories.filter(category => category === 'other' || reached.has(category))
}

/** The plural forms that the check of a translation demands, and those that it may also have. */
export interface PluralNeeds {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/**
 * Returns the plural forms of a translation. In an ICU message, the form for exactly zero may be missing: `other` replaces it.
 * @param of `categories`: those that the file supports, if its format limits them
 */
export function pluralNeeds(
  locale: string,
  of: {
    readonly type?: 'cardinal' | 'ordinal'
    readonly kind: 'icu' | 'forms'
    readonly categories?: readonly string[] | undefined
  },
): PluralNeeds {
  if (of.categories !== undefined) return { required: of.categories, optional: [] }
  const type = of.type ?? 'cardinal'
  const { categories, sampleCounts: reached } = pluralProfile(locale, type)
  const needed = neededCategories(locale, type)
  const required = of.kind === 'icu' ? needed.filter(one => one !== 'zero' || reached.get(one) !== 1) : needed
  return { required, optional: categories.filter(one => !required.includes(one)) }
}

/** The plural categories of a locale, and which of them common whole numbers have. */
export interface PluralProfile {
  readonly categories: readonly string[]
  /** How many of the numbers 0 to 200 have a category; absent if none. */
  readonly sampleCounts: ReadonlyMap<string, number>
  /** The category of zero: `one` in French. */
  readonly zero: string
}

/** The `cardinal` or `ordinal` profile of a locale, cached. */
export const pluralProfile = (locale: string, type: 'cardinal' | 'ordinal'): PluralProfile =>
  (type === 'ordinal' ? ordinalProfile : cardinalProfile)(locale)

/** The cardinal plural rules of a locale, cached. */
export const pluralRules = memoize(MAX_LOCALES, locale => new Intl.PluralRules(locale))

const cardinalProfile = memoize(MAX_LOCALES, locale => buildPluralProfile(pluralRules(locale)))
const ordinalProfile = memoize(MAX_LOCALES, locale =>
  buildPluralProfile(new Intl.PluralRules(locale, { type: 'ordinal' })),
)

function buildPluralProfile(rules: Intl.PluralRules): PluralProfile {
  const own: readonly string[] = rules.resolvedOptions().pluralCategories
  const reached = new Map<string, number>()
  for (let number = 0; number <= 200; number += 1) {
    const category = rules.select(number)
    reached.set(category, (reached.get(category) ?? 0) + 1)
  }
  return {
    categories: CATEGORY_ORDER.filter(category => own.includes(category)),
    sampleCounts: reached,
    zero: rules.select(0),
  }
}

/** All plural categories of CLDR, in order. */
export const CATEGORY_ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
