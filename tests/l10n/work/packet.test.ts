import { describe, expect, it } from 'vitest'
import { hasPlurals, hoist, type Row, type RowSource, toRow } from '../../../src/l10n/work/packet-rows.ts'

const source = (change: Partial<RowSource> = {}, entry: Partial<RowSource['entry']> = {}): RowSource => ({
  entry: { short: 'e1', syntax: 'icu', words: 1, references: ['cart.ts:3'], ...entry },
  key: 'cart.title',
  file: 'en.json',
  src: '0123456789abcdef',
  source: 'Cart',
  details: [{ locale: 'de' }],
  plurals: {},
  ...change,
})
const before = { text: 'Wagen', why: 'source_changed' }

describe('toRow', () => {
  it('has the relevant fields, and nothing else', () => {
    expect(toRow(source(), ['de'])).toEqual({
      id: 'e1',
      key: 'cart.title',
      file: 'en.json',
      src: '01234567',
      text: 'Cart',
      syntax: 'icu',
      at: 'cart.ts:3',
    })
  })

  it.each<[string, RowSource, { readonly [Name in keyof Row]?: Row[Name] | undefined }]>([
    ['no key that is the source', source({ key: 'Cart' }), { key: undefined }],
    [
      'no key that is context and source',
      source({ key: 'menu\u0004Cart' }, { context: 'menu' }),
      { key: undefined, context: 'menu' },
    ],
    [
      'the key, when it is the source and there is a context',
      source({ key: 'Cart' }, { context: 'menu' }),
      { key: 'Cart' },
    ],
    ['no place beside a note', source({}, { description: 'Heading' }), { note: 'Heading', at: undefined }],
    ['no key that is the singular', source({ key: 'a', source: { one: 'a', other: 'b' } }), { key: undefined }],
    [
      'the key that only begins with the context',
      source({ key: 'menu.cart' }, { context: 'menu' }),
      { key: 'menu.cart' },
    ],
    ['the longest length', source({}, { max_length: 20 }), { max: 20 }],
    ['no length without a limit', source(), { max: undefined }],
    ['no place of a longer string', source({}, { words: 4 }), { at: undefined }],
    [
      'plural forms',
      source({ source: { one: 'a', other: 'b' } }),
      { forms: { one: 'a', other: 'b' }, text: undefined },
    ],
    ['the text before', source({ details: [{ locale: 'de', before, rev: 3 }] }), { before, rev: 3 }],
  ])('says %s', (_, from, expected) => {
    const row = Object.entries(toRow(from, ['de'])).filter(([name]) => name in expected)
    expect(Object.fromEntries(row)).toEqual(expected)
  })

  it('names the locales that need work, and the previous translation of each', () => {
    expect(toRow(source({ details: [{ locale: 'de', before, rev: 3 }] }), ['de', 'fr'])).toMatchObject({
      want: ['de'],
      before: { de: before },
      rev: { de: 3 },
    })
    const both = [{ locale: 'de' }, { locale: 'fr' }]
    expect(toRow(source({ details: both }), ['de', 'fr'])).not.toHaveProperty('want')
  })

  it('says what a reviewer wants changed', () => {
    const request = { why: 'rejected', comment: 'Too long', by: 'bob', refused: 'Einkaufswagen' } as const
    expect(toRow(source({ details: [{ locale: 'de', request, rev: 2 }] }), ['de'])).toMatchObject({
      kind: 'revise',
      request,
      rev: 2,
    })
  })
})

describe('hoist', () => {
  const row = (change: Partial<Row> = {}): Row => ({
    id: 'e',
    src: 's',
    file: 'en.json',
    syntax: 'icu',
    text: 'Cart',
    ...change,
  })
  const de = { de: { required: ['one', 'other'] } }

  it('moves what all rows share out of the rows', () => {
    const { rows, hoisted } = hoist([row({ plurals: de }), row({ text: '{n}', plurals: de })], ['de'])
    expect(rows).toEqual([
      { id: 'e', src: 's', text: 'Cart' },
      { id: 'e', src: 's', text: '{n}' },
    ])
    expect(hoisted).toMatchObject({ file: 'en.json', forms: de, rules: { icu: expect.any(String) } })
  })

  it('keeps differing fields in the rows', () => {
    const other = row({ file: 'b.json', syntax: 'printf', plurals: { de: { required: ['other'] } } })
    const { rows, hoisted } = hoist([row({ plurals: de }), other], ['de'])
    expect(rows[1]).toMatchObject({ file: 'b.json', syntax: 'printf', plurals: { de: { required: ['other'] } } })
    expect(hoisted).toEqual({})
  })

  it('adds the ordinal categories when a row has them', () => {
    const ranked = row({ text: '{n, selectordinal, one {#st} other {#th}}' })
    expect(hoist([ranked], ['en', 'de']).hoisted.ordinals).toEqual({
      en: { required: ['one', 'two', 'few', 'other'] },
      de: { required: ['other'] },
    })
  })
})

it.each([
  ['Cart', false],
  ['{n, plural, other {#}}', true],
  [{ one: 'a', other: 'b' }, true],
])('tells whether %o has plural forms', (of, expected) => {
  expect(hasPlurals(of)).toBe(expected)
})
