import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { angularJson } from '../../../src/l10n/formats/angular-json/format.ts'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import type { Format } from '../../../src/l10n/formats/format.ts'
import { i18next } from '../../../src/l10n/formats/i18next/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { jsonMessages } from '../../../src/l10n/formats/json-messages/format.ts'
import type { Message } from '../../../src/l10n/message/message.ts'
import { runs } from '../../runs.ts'

const LOCALE = 'pl'
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '{{count}}', '{n}', 'é/<b>"\n'))
const words = fc.constantFrom('a', 'b', 'c.d', 'c', 'x\\y', '__proto__', '12', '2', '')
const forms = fc
  .tuple(
    fc.constantFrom('a', 'b', 'a_ordinal', 'c.d', 'a_other'),
    fc.constantFrom('zero', 'one', 'two', 'few', 'many', 'other'),
  )
  .map(([stem, category]) => `${stem}_${category}`)

interface Style {
  readonly indent: string
  readonly end: string
  readonly crlf: boolean
  readonly bom: string
}
const style = fc.record<Style>({
  indent: fc.constantFrom('', '  ', '\t'),
  end: fc.constantFrom('', '\n'),
  crlf: fc.boolean(),
  bom: fc.constantFrom('', '\uFEFF'),
})
const print = (value: unknown, { indent, end, crlf, bom }: Style): string => {
  const lines = JSON.stringify(value, undefined, indent) + end
  return bom + (crlf ? lines.replaceAll('\n', '\r\n') : lines)
}

function treeOf(name: fc.Arbitrary<string>, lists: boolean): fc.Arbitrary<unknown> {
  return fc.letrec<{ leaf: unknown; tree: unknown; list: unknown; node: unknown }>(tie => ({
    leaf: fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(7, null, true) }),
    tree: fc.array(fc.tuple(name, tie('node')), { maxLength: 6 }).map(pairs => Object.fromEntries(pairs)),
    list: lists ? fc.array(tie('node'), { maxLength: 3 }) : text,
    node: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('leaf'), tie('leaf'), tie('list'), tie('tree')),
  })).tree
}

const ofPolish = (tree: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(tree, fc.boolean()).map(([value, says]) => (says ? { '@@locale': LOCALE, ...Object(value) } : value))
const i18nextNames = fc.oneof(words, forms, forms)
const arbNames = fc.oneof(words, fc.constantFrom('@@x', '@a', '@b', '@c', '@__proto__', 'd', '@d'))
const descriptor = fc.record({ defaultMessage: text, description: text }, { requiredKeys: ['defaultMessage'] })
const extracted = fc
  .array(fc.tuple(words, descriptor), { minLength: 1, maxLength: 6 })
  .map(pairs => Object.fromEntries(pairs))
const extractedOrFlat = fc
  .array(fc.tuple(words, fc.oneof(descriptor, text)), { maxLength: 6 })
  .map(pairs => Object.fromEntries(pairs))

const message = fc.record(
  { message: text, description: text, placeholders: fc.dictionary(words, fc.record({ content: text })) },
  { requiredKeys: ['message'] },
)
const messages = fc
  .array(fc.tuple(words, fc.oneof(message, message, text)), { maxLength: 6 })
  .map(pairs => Object.fromEntries(pairs))
const groups = fc
  .array(fc.tuple(words, fc.oneof(message, fc.dictionary(words, message, { minKeys: 1, maxKeys: 3 }))), {
    maxLength: 5,
  })
  .map(pairs => Object.fromEntries(pairs))
const angular = fc
  .array(fc.tuple(words, text), { maxLength: 6 })
  .map(pairs => ({ locale: LOCALE, translations: Object.fromEntries(pairs) }))

interface Family {
  readonly format: Format
  readonly name: string
  readonly source: fc.Arbitrary<unknown>
  readonly target: fc.Arbitrary<unknown>
  /** Without arrays, of which only the end can be removed. */
  readonly plain: fc.Arbitrary<unknown>
}
const plain = fc.oneof(words, fc.string({ maxLength: 3, unit: 'grapheme' }))
const FAMILIES: readonly Family[] = [
  { name: 'json', format: json, source: treeOf(plain, true), target: treeOf(plain, true), plain: treeOf(plain, false) },
  {
    name: 'i18next',
    format: i18next,
    source: treeOf(i18nextNames, true),
    target: treeOf(i18nextNames, true),
    plain: treeOf(i18nextNames, false),
  },
  {
    name: 'arb',
    format: arb,
    source: ofPolish(treeOf(arbNames, true)),
    target: ofPolish(treeOf(arbNames, true)),
    plain: ofPolish(treeOf(arbNames, false)),
  },
  { name: 'formatjs', format: json, source: extracted, target: extractedOrFlat, plain: extracted },
  { name: 'json-messages', format: jsonMessages, source: messages, target: messages, plain: messages },
  { name: 'groups of json-messages', format: jsonMessages, source: groups, target: groups, plain: groups },
  { name: 'angular-json', format: angularJson, source: angular, target: angular, plain: angular },
]

const fileOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(value, style).map(([a, b]) => print(a, b))
const mapOf = (entries: readonly { readonly key: string; readonly value: Message }[]): Map<string, Message> =>
  new Map(entries.map(({ key, value }) => [key, value]))
const POLISH = ['one', 'few', 'many', 'other']

/** A translation of every entry: of a plural, the forms of `kept` that Polish has. */
function translate(format: Format, source: string, mark: string, kept: readonly string[]): Map<string, Message> {
  return new Map(
    format.read(source).entries.map(({ key, value }): [string, Message] => {
      if (typeof value === 'string') return [key, `${mark}${value}!`]
      return [key, Object.fromEntries(kept.map(form => [form, `${mark}${form} ${key}`]))]
    }),
  )
}
const somePolish = fc.subarray(POLISH, { minLength: 1 })

describe.each(FAMILIES)('the format $name', ({ format, name, source, target, plain: flat }) => {
  it('writes every file back byte for byte', () => {
    fc.assert(
      fc.property(fileOf(source), file => {
        const values = mapOf(format.read(file).entries)
        expect(format.write({ source: file, base: file, locale: LOCALE, values })).toBe(file)
        expect(format.write({ source: file, base: file, locale: LOCALE, values: new Map() })).toBe(file)
        if (name !== 'arb') expect(format.write({ source: file, locale: LOCALE, values })).toBe(file)
      }),
      { numRuns: runs(150) },
    )
  })

  it('reads a new file back as its values, in source order, beside any sibling', () => {
    fc.assert(
      fc.property(
        fileOf(source),
        fc.option(fileOf(target), { nil: undefined }),
        text,
        somePolish,
        (file, sibling, mark, kept) => {
          const values = translate(format, file, mark, kept)
          const written = format.write({ source: file, sibling, locale: LOCALE, values })
          expect(mapOf(format.readTarget(written, LOCALE, file))).toEqual(values)
          expect(format.write({ source: file, base: written, locale: LOCALE, values })).toBe(written)
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('writes every value onto any base and keeps the rest of the base', () => {
    fc.assert(
      fc.property(fileOf(source), fileOf(target), text, somePolish, (file, base, mark, kept) => {
        const values = translate(format, file, mark, kept)
        const written = format.write({ source: file, base, locale: LOCALE, values })
        const got = mapOf(format.readTarget(written, LOCALE, file))
        for (const [key, value] of values) {
          if (typeof value === 'string') expect(got.get(key)).toBe(value)
          else expect(got.get(key)).toMatchObject(value)
        }
        expect(format.write({ source: file, base: written, locale: LOCALE, values })).toBe(written)
      }),
      { numRuns: runs(150) },
    )
  })

  it('removes only keys that left the source', () => {
    fc.assert(
      fc.property(fileOf(flat), fc.infiniteStream(fc.boolean()), (base, coins) => {
        const before = mapOf(format.readTarget(base, LOCALE, base))
        const keys = mapOf(format.read(base).entries)
        const removed = new Set([...keys.keys()].filter(() => coins.next().value === true))
        const without = name === 'formatjs' ? print({ other: { defaultMessage: 'x' } }, NO_STYLE) : '{}'
        const written = format.write({ source: without, base, locale: LOCALE, values: new Map(), removed })
        for (const key of removed) before.delete(key)
        expect(mapOf(format.readTarget(written, LOCALE, base))).toEqual(before)
        expect(format.write({ source: base, base, locale: LOCALE, values: new Map(), removed })).toBe(base)
      }),
      { numRuns: runs(150) },
    )
  })
})

const NO_STYLE: Style = { indent: '', end: '', crlf: false, bom: '' }
