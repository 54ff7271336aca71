import { describe, expect, it } from 'vitest'
import type { CheckInput, Finding } from '../../src/l10n/checks/check.ts'
import { checkText } from '../../src/l10n/checks/check-text.ts'
import { CATEGORY_ORDER, exampleNumbers, pluralNeeds, pluralRules } from '../../src/l10n/locales/plural-rules.ts'
import { isNightly } from '../runs.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const PAIRS = LETTERS.flatMap(one => LETTERS.map(two => one + two))
/** Every language of CLDR. */
const LOCALES = Intl.PluralRules.supportedLocalesOf([
  ...PAIRS,
  ...PAIRS.flatMap(pair => LETTERS.map(letter => pair + letter)),
  'pt-PT',
])

const TYPES = ['cardinal', 'ordinal'] as const

const NUMBERS = [...Array.from({ length: 120 }, (_, at) => at), 0.5, 1.5, 1_000_000]

/** Which forms a language has, and the numbers of each. */
const rulesOf = (locale: string): string =>
  TYPES.flatMap(type => {
    const rules = new Intl.PluralRules(locale, { type })
    return NUMBERS.map(number => rules.select(number))
  }).join()

/** By day one language of each kind. */
const TRIED = isNightly ? LOCALES : [...new Map(LOCALES.map(locale => [rulesOf(locale), locale])).values()]

const toMessage = (forms: readonly string[], type: (typeof TYPES)[number]): string =>
  `{n, ${type === 'ordinal' ? 'selectordinal' : 'plural'}, ${forms.map(form => `${form} {# ${form}}`).join(' ')}}`

const toForms = (forms: readonly string[]): Record<string, string> =>
  Object.fromEntries(forms.map(form => [form, `{n} ${form}`]))

const find = (
  input: Pick<CheckInput, 'source' | 'target' | 'locale' | 'syntax' | 'ordinal' | 'categories'>,
): string[] =>
  checkText({ ...input, sourceLocale: 'en' })
    .findings.filter(({ id }: Finding) => /^(?:plural_forms|extra_plural_forms|icu_syntax)$/.test(id))
    .map(({ id }) => id)

describe('the plural needs of a language', () => {
  it('are known for more than 150 languages', () => expect(LOCALES.length).toBeGreaterThan(150))

  for (const type of TYPES) {
    for (const kind of ['icu', 'forms'] as const) {
      it(`are what the check demands: ${kind}, ${type}`, () => {
        for (const locale of TRIED) {
          const { required, optional } = pluralNeeds(locale, { type, kind })
          const check = (forms: readonly string[]): string[] =>
            kind === 'icu'
              ? find({
                  source: toMessage(['one', 'other'], type),
                  target: toMessage(forms, type),
                  locale,
                  syntax: 'icu',
                })
              : find({
                  source: toForms(['one', 'other']),
                  target: toForms(forms),
                  locale,
                  syntax: 'plain',
                  ordinal: type === 'ordinal',
                })
          expect(check(required), locale).toEqual([])
          expect(check([...required, ...optional]), locale).toEqual([])
          for (const form of required) {
            const absent = required.filter(other => other !== form)
            if (absent.length > 0 || kind === 'forms') expect(check(absent), `${locale} ${form}`).not.toEqual([])
          }
          const foreign = CATEGORY_ORDER.filter(form => !required.includes(form) && !optional.includes(form))
          for (const form of foreign)
            expect(check([form, ...required]), `${locale} ${form}`).toEqual(['extra_plural_forms'])
        }
      })
    }
  }

  it('are those of the file, if it determines its forms', () => {
    const categories = ['one', 'few', 'many']
    expect(pluralNeeds('ru', { kind: 'forms', categories })).toEqual({ required: categories, optional: [] })
    expect(pluralNeeds('ru', { kind: 'icu', categories }).required).toContain('other')
  })

  it('tell required and optional forms apart', () => {
    expect(pluralNeeds('ar', { kind: 'icu' })).toEqual({
      required: ['one', 'two', 'few', 'many', 'other'],
      optional: ['zero'],
    })
    expect(pluralNeeds('ar', { kind: 'forms' }).required).toContain('zero')
    expect(pluralNeeds('es', { kind: 'icu' })).toEqual({ required: ['one', 'other'], optional: ['many'] })
    expect(pluralNeeds('cs', { kind: 'icu' })).toEqual({ required: ['one', 'few', 'other'], optional: ['many'] })
    expect(pluralNeeds('ja', { kind: 'icu' })).toEqual({ required: ['other'], optional: [] })
    expect(pluralNeeds('en', { kind: 'icu', type: 'ordinal' }).required).toEqual(['one', 'two', 'few', 'other'])
  })
})

describe('the example numbers of a plural form', () => {
  it('have that form', () => {
    for (const locale of LOCALES) {
      const { required, optional } = pluralNeeds(locale, { kind: 'icu' })
      for (const form of [...required, ...optional]) {
        const numbers = exampleNumbers(locale, form)
        expect(
          numbers.map(number => pluralRules(locale).select(number)).every(one => one === form),
          locale,
        ).toBe(true)
      }
    }
  })

  it('are the first ones', () => {
    expect(exampleNumbers('pl', 'few')).toEqual([2, 3, 4, 22])
    expect(exampleNumbers('pl', 'other')).toEqual([0.5, 1.5])
    expect(exampleNumbers('es', 'many')).toEqual([1_000_000, 2_000_000])
    expect(exampleNumbers('en', 'two', 'ordinal')).toEqual([2, 22, 32, 42])
    expect(exampleNumbers('ja', 'one')).toEqual([])
  })
})
