import { parse as parseToml } from '@decimalturn/toml-patch'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { angularJson } from '../../../../src/l10n/formats/angular-json/format.ts'
import { arb } from '../../../../src/l10n/formats/arb/format.ts'
import type { Format } from '../../../../src/l10n/formats/format.ts'
import { i18next } from '../../../../src/l10n/formats/i18next/format.ts'
import { json } from '../../../../src/l10n/formats/json/format.ts'
import { jsonMessages } from '../../../../src/l10n/formats/json-messages/format.ts'
import { toml } from '../../../../src/l10n/formats/toml/format.ts'
import { yaml } from '../../../../src/l10n/formats/yaml/dialect.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { runs } from '../../../runs.ts'

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

/** A value of a file: a text, plural forms, a list, or a section. */
type Tree = string | readonly string[] | { readonly [name: string]: Tree }

const NAMES = ['a', 'b', 'c', 'd e', 'no']
const TEXTS = [
  'x: y',
  ' edge ',
  'x\n\n y\n',
  ...'x it\'s "q" #h two\nlines\n two\nlines 1 no \\ {a} %{n} é😀'.split(' '),
]
const plainText = fc.constantFrom(...TEXTS)
const pluralForms = fc.record({ one: plainText, few: plainText, other: plainText }, { requiredKeys: ['one', 'other'] })
const section: fc.Arbitrary<{ readonly [name: string]: Tree }> = fc.letrec<{
  section: { readonly [name: string]: Tree }
}>(tie => ({
  section: fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.oneof(
      { depthSize: 'small' },
      plainText,
      plainText,
      pluralForms,
      fc.array(plainText, { minLength: 1, maxLength: 3 }),
      tie('section'),
    ),
    { minKeys: 1, maxKeys: 4 },
  ),
})).section

/** Picks among ways to write something, the same for each run of a case. */
type Pick = (count: number) => number

const createPick = (seed: number): Pick => {
  let state = seed
  return count => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % count
  }
}

function renderYaml(value: Tree, pick: Pick, column = 0): string {
  const pad = ' '.repeat(column)
  if (typeof value === 'string') return ` ${renderScalar(value, pick, column)}\n`
  if (Array.isArray(value)) {
    if (pick(3) === 0) return ` [${value.map(one => JSON.stringify(one)).join(', ')}]\n`
    return `\n${value.map(one => `${pad}- ${JSON.stringify(one)}\n`).join('')}`
  }
  if (column > 0 && pick(6) === 0) return ` ${JSON.stringify(value)}\n`
  const lines = Object.entries(value).map(([name, one]) => {
    const above = ['', '', '', '\n', `${pad}# note\n`, `\n${pad}# note\n`][pick(6)] ?? ''
    const key = name === 'a' && pick(2) === 0 ? '"a"' : name
    return `${above}${pad}${key}:${renderYaml(one, pick, column + 2)}`
  })
  return (column > 0 ? '\n' : '') + lines.join('')
}

function renderScalar(value: string, pick: Pick, column: number): string {
  const pad = ' '.repeat(column)
  if (/^[a-z]\n?/.test(value) && value.includes('\n') && pick(2) === 0) {
    const body = value.replace(/\n$/, '').split('\n')
    return `|${value.endsWith('\n') ? '' : '-'}\n${body.map(line => (line === '' ? '' : pad + line)).join('\n')}`
  }
  if (/^x$/.test(value)) return pick(2) === 0 ? 'x' : 'x # after'
  if (!value.includes('\n') && pick(2) === 0) return `'${value.replaceAll("'", "''")}'`
  return JSON.stringify(value)
}

function renderToml(value: { readonly [name: string]: Tree }, pick: Pick, path = ''): string {
  let lines = ''
  let tables = ''
  for (const [name, one] of Object.entries(value)) {
    const key = /^[a-z]+$/.test(name) ? name : `"${name}"`
    const above = ['', '', '\n', '# note\n'][pick(4)] ?? ''
    if (typeof one === 'string')
      lines += `${above}${key} = ${renderString(one, pick)}${pick(4) === 0 ? ' # after' : ''}\n`
    else if (Array.isArray(one))
      lines += `${above}${key} = [${pick(2) === 0 ? '\n' : ''}${one.map(item => renderString(item, pick)).join(', ')}]\n`
    else {
      const inner = one as { readonly [name: string]: Tree }
      const form = pick(4)
      if (form === 0) lines += `${above}${key} = ${renderInline(inner)}\n`
      else if (form === 1 && Object.values(inner).every(leaf => typeof leaf === 'string')) {
        for (const [leaf, string] of Object.entries(inner)) lines += `${key}."${leaf}" = ${JSON.stringify(string)}\n`
      } else tables += `${above}[${path}${key}]\n${renderToml(inner, pick, `${path}${key}.`)}`
    }
  }
  return lines + tables
}

const renderInline = (value: Tree): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, one]) => `"${name}" = ${renderInline(one)}`)
    .join(', ')} }`
}

function renderString(value: string, pick: Pick): string {
  if (value.includes('\n') && pick(2) === 0) return `"""\n${value.replaceAll('\\', '\\\\')}"""`
  return !/['\n]/.test(value) && pick(2) === 0 ? `'${value}'` : JSON.stringify(value)
}

interface Family {
  readonly format: Format
  readonly name: string
  /** A file, or what JSON writes as one. */
  readonly source: fc.Arbitrary<unknown>
  readonly target: fc.Arbitrary<unknown>
  /** Without arrays, of which only the end can be removed. */
  readonly plain: fc.Arbitrary<unknown>
  /** Another parser, of formats that are not JSON. */
  readonly parse?: (text: string) => unknown
}
const filesBy = (
  render: (value: Readonly<Record<string, Tree>>, pick: Pick) => string,
  value = section,
): fc.Arbitrary<string> => fc.tuple(value, fc.nat()).map(([one, seed]) => render(one, createPick(seed)))
const flatSection = fc.dictionary(fc.constantFrom(...NAMES), plainText, { minKeys: 1 })
const others = (
  format: Format,
  render: (value: Readonly<Record<string, Tree>>, pick: Pick) => string,
  parse: (text: string) => unknown,
): Family => ({
  name: format.id,
  format,
  source: filesBy(render),
  target: filesBy(render),
  plain: filesBy(render, flatSection),
  parse,
})
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
  others(yaml, renderYaml, parseYaml),
  others(toml, renderToml, parseToml),
]

const fileOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(value, style).map(([a, b]) => (typeof a === 'string' ? a : print(a, b)))
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

/** In TOML, a table with a header and a list stay where the source has a string, and a list is written whole. */
const isReplaced = (key: string, base: string): boolean =>
  !/\.\d$/.test(key) &&
  toml
    .read(base)
    .entries.every(({ key: own, value }) => !own.startsWith(`${key}.`) && (own !== key || typeof value === 'string'))

describe.each(FAMILIES)('the format $name', ({ format, name, source, target, plain: flat, parse }) => {
  const keptForms = parse === undefined ? somePolish : fc.constant(['one', 'few', 'other'])

  it('writes every file back byte for byte', () => {
    fc.assert(
      fc.property(fileOf(source), file => {
        const values = mapOf(format.read(file).entries)
        expect(format.write({ source: file, base: file, locale: LOCALE, values })).toBe(file)
        expect(format.write({ source: file, base: file, locale: LOCALE, values: new Map() })).toBe(file)
        if (name !== 'arb' && parse === undefined)
          expect(format.write({ source: file, locale: LOCALE, values })).toBe(file)
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
        keptForms,
        (file, sibling, mark, kept) => {
          const values = translate(format, file, mark, kept)
          const written = format.write({ source: file, sibling, locale: LOCALE, values })
          parse?.(written)
          expect(mapOf(format.readTarget(written, LOCALE, file))).toEqual(values)
          expect(format.write({ source: file, base: written, locale: LOCALE, values })).toBe(written)
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('writes every value onto any base and keeps the rest of the base', () => {
    fc.assert(
      fc.property(fileOf(source), fileOf(target), text, keptForms, (file, base, mark, kept) => {
        const values = translate(format, file, mark, kept)
        const written = format.write({ source: file, base, locale: LOCALE, values })
        parse?.(written)
        const got = mapOf(format.readTarget(written, LOCALE, file))
        for (const [key, value] of values) {
          if (name === 'toml' && !isReplaced(key, base)) continue
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
        const without =
          name === 'formatjs' ? print({ other: { defaultMessage: 'x' } }, NO_STYLE) : name === 'toml' ? '' : '{}'
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
