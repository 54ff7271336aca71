import { pluralProfile, pluralRules } from '../../../locales/plural-rules.ts'
import type { HeaderFault } from '../../format.ts'
import type { PoEntry } from '../entries.ts'
import { headerField } from '../file.ts'
import { publishedRules } from './conventions.ts'
import type { PluralIndex } from './expression.ts'
import { readPluralRule } from './rule.ts'
import { defaultRule } from './table.ts'

/**
 * Returns why the plural rule of a header is wrong for a locale, and the right line; undefined if it is right or absent. A rule is right if it
 * divides whole numbers as CLDR or a published rule of the language does, in any order of forms, or divides one of its forms further. The form of 0 differs
 * between publishers and is compared only where CLDR gives it the form `other`.
 * A rule may have further forms for fractions or whole millions if CLDR has them. Rules of languages unknown to CLDR are not compared.
 */
export function findPluralFault(header: PoEntry | undefined, locale: string): HeaderFault | undefined {
  const line = headerField(header, 'Plural-Forms')
  const rule = readPluralRule(line)
  if (line === undefined || rule === undefined) return undefined
  if ('fault' in rule) return { line, right: `Plural-Forms: ${defaultRule(locale).header}`, why: rule.fault }
  if (Intl.PluralRules.supportedLocalesOf([locale]).length === 0) return undefined
  const { count, index } = rule
  const rules = pluralRules(locale)
  const ofLanguage = (n: number): unknown => rules.select(n)
  const { categories } = pluralProfile(locale, 'cardinal')
  const [language = locale] = locale.split('-')
  const numbers = rules.select(0) === 'other' ? ZERO_LAST : WITHOUT_ZERO
  const isPublished = publishedRules(language).some(
    published => countForms(published) === count && findDifference(index, published, numbers) === undefined,
  )
  if (isPublished) return undefined
  const right = defaultRule(locale).header
  const used = countForms(index)
  const needed = countForms(ofLanguage)
  const isFiner = [ofLanguage, ...publishedRules(language)].some(
    one => count === used && used === countForms(one) + 1 && divides(index, one, numbers),
  )
  const different = findDifference(index, ofLanguage, numbers)
  const hasZero = countForms(index) > countForms(index, WITHOUT_ZERO)
  const needsZero = categories.includes('zero')
  const isCldr = different === undefined && count <= categories.length
  if ((isCldr || isFiner) && (!hasZero || needsZero)) return undefined
  const why =
    used < needed && count === needed
      ? `nplurals is ${count}, but the plural expression gives only ${formatForms(used)}`
      : used !== needed || different === undefined
        ? `it has ${formatForms(Math.max(count, used))}, but ${locale} has ${formatForms(needed)}`
        : describeDifference(different, index, locale)
  return { line, right: `Plural-Forms: ${right}`, why }
}

const WHOLE_NUMBERS = Array.from({ length: 301 }, (_, n) => n).concat([1_000, 1_001, 1_002, 1_003, 1_011, 1_100])
const WITHOUT_ZERO = WHOLE_NUMBERS.slice(1)
const ZERO_LAST = [...WITHOUT_ZERO, 0]

const countForms = (formOf: (n: number) => unknown, numbers = WHOLE_NUMBERS): number =>
  new Set(numbers.map(formOf)).size

/** Returns two numbers that have one form in one rule, and two in the other. */
function findDifference(
  one: (n: number) => unknown,
  other: (n: number) => unknown,
  numbers: readonly number[],
): readonly [number, number] | undefined {
  const firstOfOne = new Map<unknown, number>()
  const firstOfOther = new Map<unknown, number>()
  for (const n of numbers) {
    const a = firstOfOne.get(one(n)) ?? n
    const b = firstOfOther.get(other(n)) ?? n
    if (a !== b) return [Math.min(a, b), n]
    firstOfOne.set(one(n), a)
    firstOfOther.set(other(n), b)
  }
  return undefined
}

/** Whether the numbers of each form of one rule have one form in the other. */
function divides(one: (n: number) => unknown, other: (n: number) => unknown, numbers: readonly number[]): boolean {
  const forms = new Map<unknown, unknown>()
  for (const n of numbers) {
    if (forms.has(one(n)) && forms.get(one(n)) !== other(n)) return false
    forms.set(one(n), other(n))
  }
  return true
}

function describeDifference([a, b]: readonly [number, number], index: PluralIndex, locale: string): string {
  const isOneForm = index(a) === index(b)
  return isOneForm
    ? `${a} and ${b} have the same form, but in ${locale} they differ`
    : `${a} and ${b} have different forms, but in ${locale} they have the same`
}

const formatForms = (count: number): string => (count === 1 ? '1 form' : `${count} forms`)
