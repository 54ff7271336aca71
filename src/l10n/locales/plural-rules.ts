import { countBy } from '../groups.ts'
import { memoize } from '../memoize.ts'

/** Most locales with cached rules: callers can send any number. */
const MAX_LOCALES = 500

/** All plural categories of CLDR, in order. */
export const CATEGORY_ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

const CATEGORIES: ReadonlySet<string> = new Set(CATEGORY_ORDER)

export const isCategory = (name: string): boolean => CATEGORIES.has(name)

/** The forms of a plural, in CLDR's order. */
export const sortForms = (forms: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    CATEGORY_ORDER.flatMap(category => {
      const text = forms.get(category)
      return text === undefined ? [] : [[category, text]]
    }),
  )

type PluralType = 'cardinal' | 'ordinal'

/** The plural categories of a locale, in CLDR's order. */
export const pluralCategories = (locale: string): string[] => [...pluralProfile(locale, 'cardinal').categories]

/**
 * The plural categories that a language needs: those of whole numbers, and `other`. Without those for fractions (Czech `many`) or whole millions
 * (Spanish, French, Italian, Portuguese and Catalan `many`), which are hardly ever used.
 */
export function neededCategories(locale: string, type: PluralType = 'cardinal'): string[] {
  const { categories, sampleCounts: reached } = pluralProfile(locale, type)
  return categories.filter(category => category === 'other' || reached.has(category))
}

/** The plural forms that `plural_forms` demands of a translation, and those that it accepts besides. */
export interface PluralNeeds {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

export interface PluralNeedsQuery {
  /** Default: cardinal. */
  readonly type?: PluralType
  /** `icu` = a plural inside a message, where an absent form falls back to `other`; `forms` = one string per form. */
  readonly kind: 'icu' | 'forms'
  /** The categories that the file has, if it determines them instead of CLDR; only for `forms`. */
  readonly categories?: readonly string[] | undefined
}

/**
 * Returns the forms that a translation needs. In ICU, `zero` is optional where it is for the number 0 only, because `other` stands in for it. Forms for
 * fractions or whole millions are always optional.
 */
export function pluralNeeds(
  locale: string,
  { type = 'cardinal', kind, categories: ofFile }: PluralNeedsQuery,
): PluralNeeds {
  if (kind === 'forms' && ofFile !== undefined) return { required: ofFile, optional: [] }
  const { categories, sampleCounts: reached } = pluralProfile(locale, type)
  const required = neededCategories(locale, type).filter(
    category => !(kind === 'icu' && category === 'zero' && reached.get('zero') === 1),
  )
  return { required, optional: categories.filter(category => !required.includes(category)) }
}

/** Most example numbers of a category. */
const MAX_EXAMPLES = 4
/** Numbers of categories that small numbers do not have: whole millions, and fractions. */
const RARE_NUMBERS = [1_000_000, 2_000_000, 0.5, 1.5]

export const pluralCategory = (locale: string, number: number, type: PluralType = 'cardinal'): string =>
  (type === 'cardinal' ? pluralRules(locale) : ordinalRules(locale)).select(number)

/** The first numbers that a language puts into a plural category, such as 2, 3, 4, 22 for `few` in Polish; empty if it has no such category. */
export function exampleNumbers(locale: string, category: string, type: PluralType = 'cardinal'): number[] {
  const found: number[] = []
  for (let number = 0; number <= MAX_SAMPLE && found.length < MAX_EXAMPLES; number += 1) {
    if (pluralCategory(locale, number, type) === category) found.push(number)
  }
  return found.length > 0 ? found : RARE_NUMBERS.filter(number => pluralCategory(locale, number, type) === category)
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
export const pluralProfile = (locale: string, type: PluralType): PluralProfile =>
  (type === 'ordinal' ? ordinalProfile : cardinalProfile)(locale)

/** The cardinal plural rules of a locale, cached. */
export const pluralRules = memoize(MAX_LOCALES, locale => new Intl.PluralRules(locale))

const ordinalRules = memoize(MAX_LOCALES, locale => new Intl.PluralRules(locale, { type: 'ordinal' }))
const cardinalProfile = memoize(MAX_LOCALES, locale => buildPluralProfile(pluralRules(locale)))
const ordinalProfile = memoize(MAX_LOCALES, locale => buildPluralProfile(ordinalRules(locale)))

/** The largest sample number. */
const MAX_SAMPLE = 200

function buildPluralProfile(rules: Intl.PluralRules): PluralProfile {
  const own: readonly string[] = rules.resolvedOptions().pluralCategories
  const numbers = Array.from({ length: MAX_SAMPLE + 1 }, (_, number) => number)
  return {
    categories: CATEGORY_ORDER.filter(category => own.includes(category)),
    sampleCounts: countBy(numbers, number => rules.select(number)),
    zero: rules.select(0),
  }
}
