import { countBy, groupBy } from '../../../groups.ts'
import { CATEGORY_ORDER, pluralCategories, pluralRules } from '../../../locales/plural-rules.ts'
import type { PoEntry } from '../entries.ts'
import { headerField } from '../file.ts'
import { isPluralRule, type PluralIndex, readPluralRule, SAMPLES } from './expression.ts'
import { findPluralFault } from './header-rules.ts'
import { defaultRule } from './table.ts'

/** Returns the CLDR category of each `msgstr[n]` of a file, from its header, or from the locale if the header has no rule that programs can read. */
export function getFormCategories(header: PoEntry | undefined, locale: string): readonly string[] {
  const rule = readPluralRule(headerField(header, 'Plural-Forms'))
  if (rule === undefined || 'fault' in rule) return defaultRule(locale).categories
  return assignCategories(rule.count, rule.index, locale)
}

/** Returns the categories of the forms that a written file has: those of its header, or of the locale if the header is wrong and will be corrected. */
export const getWrittenCategories = (header: PoEntry | undefined, locale: string): readonly string[] =>
  findPluralFault(header, locale) === undefined ? getFormCategories(header, locale) : defaultRule(locale).categories

/** Returns whether a header has no plural rule. */
export const lacksRule = (header: PoEntry | undefined): boolean => !isPluralRule(headerField(header, 'Plural-Forms'))

/**
 * Assigns a different category to each form. A form for the numbers of one category gets that category. A form for several categories, such as in a two-form
 * header in Polish, gets `other`. The rest get the most frequent category of their numbers, that of the number 1, 2 or 0
 * if it is one of theirs, or any free one.
 */
function assignCategories(count: number, index: PluralIndex, locale: string): string[] {
  const tallies = countByCategory(count, index, locale)
  const home = findMainForms(tallies)
  const assigned = new Map<number, string>()
  const taken = (category: string): boolean => [...assigned.values()].includes(category)
  const give = (form: number, category: string | undefined): void => {
    if (category !== undefined && !assigned.has(form) && !taken(category)) assigned.set(form, category)
  }
  const forms = tallies.map((of, form) => ({
    form,
    of,
    own: [...home].filter(([, at]) => at === form).map(([c]) => c),
  }))
  for (const { form, own } of forms) if (own.length === 1) give(form, own[0])
  const mixed = forms.filter(({ own }) => own.length > 1).toSorted((a, b) => sum(b.of) - sum(a.of))
  for (const { form, own } of mixed) if (own.includes('other')) give(form, 'other')
  for (const { form } of mixed) give(form, 'other')
  for (const { form, of } of forms) {
    for (const [category] of [...of].toSorted(([, a], [, b]) => b - a)) give(form, category)
  }
  for (const { form } of forms) {
    const own = SMALL.filter(([n]) => index(n) === form).map(([, category]) => category)
    for (const category of [...own, ...pluralCategories(locale), ...SPARE]) give(form, category)
  }
  return forms.map(({ form }) => assigned.get(form) ?? 'other')
}

const SMALL = [
  [1, 'one'],
  [2, 'two'],
  [0, 'zero'],
] as const
const SPARE = ['other', 'many', 'few', 'two', 'one', 'zero'] as const

/** Counts the numbers of each form by category. */
function countByCategory(count: number, index: PluralIndex, locale: string): Map<string, number>[] {
  const rules = pluralRules(locale)
  const numbers = groupBy(SAMPLES, index)
  return Array.from({ length: count }, (_, form) => countBy(numbers.get(form) ?? [], n => rules.select(n)))
}

/** Finds the form with most numbers of each category; of two equal ones, the one with fewer other numbers. */
function findMainForms(tallies: readonly Map<string, number>[]): Map<string, number> {
  const home = new Map<string, number>()
  for (const category of CATEGORY_ORDER) {
    const [first] = tallies
      .map((of, form) => ({ form, has: of.get(category) ?? 0, all: sum(of) }))
      .filter(({ has }) => has > 0)
      .toSorted((a, b) => b.has - a.has || a.all - b.all)
    if (first !== undefined) home.set(category, first.form)
  }
  return home
}

const sum = (of: ReadonlyMap<string, number>): number => [...of.values()].reduce((all, one) => all + one, 0)
