import { describe, expect, it } from 'vitest'
import { parseHeader } from '../../../../src/l10n/formats/po/file.ts'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import { getFormCategories } from '../../../../src/l10n/formats/po/plural/categories.ts'
import {
  isPluralRule,
  parsePluralExpression,
  readPluralRule,
} from '../../../../src/l10n/formats/po/plural/expression.ts'
import { defaultRule } from '../../../../src/l10n/formats/po/plural/table.ts'

const FAULT = { fault: 'it does not have the form nplurals=2; plural=(n != 1);' }

it.each([
  ['a rule', 'nplurals=2; plural=(n != 1);', 2, [1, 0, 1]],
  ['a rule without the last semicolon', 'nplurals=1; plural=0', 1, [0, 0, 0]],
  ['a rule with spaces', 'nplurals = 3 ;plural = n%3', 3, [0, 1, 2]],
])('reads %s', (_, line, count, forms) => {
  const rule = readPluralRule(line)
  expect(rule).toMatchObject({ count })
  expect(rule && 'index' in rule && [0, 1, 2].map(rule.index)).toEqual(forms)
})

it.each([
  ['no line', undefined],
  ['an empty line', ''],
  ['a template', 'nplurals=INTEGER; plural=EXPRESSION;'],
  ['a template with a number', 'nplurals=2; plural=EXPRESSION;'],
])('finds no rule in %s', (_, line) => {
  expect([isPluralRule(line), readPluralRule(line)]).toEqual([false, undefined])
})

it.each([
  ['a number alone', 'nplurals=2;'],
  ['an empty expression', 'nplurals=2; plural=;'],
  ['text after the expression', 'nplurals=2; plural=n>1; x'],
  ['text before the number', 'x; nplurals=2; plural=n>1;'],
  ['no number', 'plural=n>1;'],
])('rejects %s', (_, line) => {
  expect([isPluralRule(line), readPluralRule(line)]).toEqual([true, FAULT])
})

const header = (line: string): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${line}\\n"\n`
const forms = (locale: string, line: string): string =>
  getFormCategories(parseHeader(header(line)).header, locale).join(' ')

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2'

describe('the plural forms of a PO file', () => {
  const cases: [locale: string, line: string, categories: string][] = [
    ['de', 'nplurals=2; plural=(n != 1);', 'one other'],
    ['fr', 'nplurals=2; plural=(n > 1);', 'one other'],
    ['fr', 'nplurals=2; plural=(n == 1);', 'other one'],
    ['pt-BR', 'nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;', 'one many other'],
    ['ru', `nplurals=3; plural=(${SLAVIC});`, 'one few many'],
    [
      'ru',
      'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);',
      'one few many other',
    ],
    [
      'pl',
      'nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);',
      'one few many other',
    ],
    ['pl', 'nplurals=2; plural=(n != 1);', 'one other'],
    ['pl', 'nplurals=1; plural=0;', 'other'],
    [
      'ar',
      'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;',
      'zero one two few many other',
    ],
    ['ar', 'nplurals=2; plural=(n%100 >= 3);', 'other many'],
    ['lv', 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);', 'one other zero'],
    ['sl', 'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);', 'other one two few'],
    ['he', 'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);', 'one two other'],
    [
      'he',
      'nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n == 2 && n % 1 == 0) ? 1: (n % 10 == 0 && n % 1 == 0 && n > 10) ? 2 : 3;',
      'one two many other',
    ],
    ['ja', 'nplurals=2; plural=(n == 1);', 'other one'],
    ['mk', 'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);', 'one two other'],
    ['fr', 'nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;', 'one many other'],
    ['de', 'nplurals=2; plural=-(n == 1) + 1;', 'one other'],
    ['ga', 'nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4;', 'one two few many other'],
  ]
  for (const [locale, line, categories] of cases) {
    it(`are ${categories} in ${locale} with ${line.slice(0, 60)}`, () => {
      expect(forms(locale, line)).toBe(categories)
    })
  }

  it('are those of the language without a file, or with an incomplete template', () => {
    expect(po.pluralCategories?.('pl', undefined)).toEqual(['one', 'few', 'many'])
    expect(po.pluralCategories?.('pl', 'msgid "a"\nmsgstr ""\n')).toEqual(['one', 'few', 'many'])
    expect(forms('ja', 'nplurals=INTEGER; plural=EXPRESSION;')).toBe('other')
  })

  const faults: [line: string, what: string][] = [
    ['nplurals=2', 'does not have the form'],
    ['nplurals=7; plural=n%7;', '7 forms'],
    ['nplurals=0; plural=0;', '0 forms'],
    ['nplurals=2; plural=n;', 'form 2 for 2'],
    ['nplurals=2; plural=n != 1 ? 1;', ': is missing'],
    ['nplurals=2; plural=(n != 1;', ') is missing'],
    ['nplurals=2; plural=n != 1);', 'unexpected )'],
    ['nplurals=2; plural=alert(1);', 'unexpected "alert(1)"'],
    ['nplurals=2; plural=n %;', 'ends unexpectedly'],
    ['nplurals=2; plural=1 % n;', 'divides by zero'],
    ['nplurals=2; plural=n == 99999999999999999999;', 'unexpected "9999'],
    [`nplurals=2; plural=${'('.repeat(500)}n != 1${')'.repeat(500)};`, 'nested more than 100'],
    [`nplurals=2; plural=${'!'.repeat(500)}n;`, 'nested more than 100'],
    [`nplurals=2; plural=${'n+'.repeat(2000)}n;`, 'more than 2000 characters'],
  ]
  for (const [line, what] of faults) {
    it(`are those of the language when the header is faulty: ${line.slice(0, 40)}`, () => {
      const plural = '\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "A"\nmsgstr[1] "B"\n'
      expect(po.header?.findFault(header(line) + plural, 'de')).toEqual({
        line,
        right: 'Plural-Forms: nplurals=2; plural=(n != 1);',
        why: expect.stringContaining(what),
      })
      expect(po.readTarget(header(line) + plural, 'de')).toEqual([{ key: 'a', value: { one: 'A', other: 'B' } }])
      expect(po.pluralCategories?.('de', header(line))).toEqual(['one', 'other'])
      expect(po.header?.findFault(`${header(line)}\nmsgid "a"\nmsgstr "A"\n`, 'de')).toBeUndefined()
    })
  }
})

describe('the plural rule of a new file', () => {
  it('gives whole numbers their CLDR categories, in every language of Node.js', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const codes = letters.flatMap(a => letters.flatMap(b => [a + b, ...letters.map(c => a + b + c)]))
    const locales = Intl.PluralRules.supportedLocalesOf([...codes, 'pt-PT', 'pt-BR', 'es-419', 'sr-Latn', 'zh-Hant'])
    expect(locales.length).toBeGreaterThan(150)
    const wrong = locales.flatMap(locale => {
      const { header: line, categories } = defaultRule(locale)
      const index = parsePluralExpression(/plural=(.*);$/.exec(line)?.[1] ?? '')
      const rules = new Intl.PluralRules(locale)
      const numbers = Array.from({ length: 201 }, (_, n) => n)
      return numbers.some(n => categories[index(n)] !== rules.select(n)) ? [locale] : []
    })
    expect(wrong).toEqual([])
  })

  it('is correct for greater numbers too, except whole millions', () => {
    const numbers = [201, 211, 300, 1000, 1001, 1002, 1011, 1100, 2000, 20_000, 40_000, 100_000, 1_000_001, 1_000_021]
    for (const locale of ['ar', 'br', 'cs', 'de', 'fil', 'fr', 'kw', 'lt', 'lv', 'mt', 'pl', 'ro', 'ru', 'sl']) {
      const { header: line, categories } = defaultRule(locale)
      const index = parsePluralExpression(/plural=(.*);$/.exec(line)?.[1] ?? '')
      const rules = new Intl.PluralRules(locale)
      expect(numbers.map(n => categories[index(n)])).toEqual(numbers.map(n => rules.select(n)))
    }
  })
})

it('a plural expression is evaluated as in C', () => {
  const at = (expression: string, n: number): number => parsePluralExpression(expression)(n)
  expect(at('1 + 2 * 3 - 4 / 3', 0)).toBe(6)
  expect(at('n == 1 || n == 2 && n == 3', 1)).toBe(1)
  expect(at('!n == 1', 0)).toBe(1)
  expect(at('n ? n > 1 ? 2 : 1 : 0', 5)).toBe(2)
  expect(at('7 - 2 - 1', 0)).toBe(4)
  expect(at('n<3==1', 2)).toBe(1)
  expect(at('n >= 2 && n<=4', 5)).toBe(0)
})
