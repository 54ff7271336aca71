import { parse as parseOther } from '@decimalturn/toml-patch'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Format } from '../../../src/l10n/formats/format.ts'
import { toml } from '../../../src/l10n/formats/toml/format.ts'
import { yaml } from '../../../src/l10n/formats/yaml/dialect.ts'
import type { Message } from '../../../src/l10n/message/message.ts'
import { isNightly } from '../../runs.ts'

/** A value of a file: a text, plural forms, a list, or a section. */
type Tree = string | readonly string[] | { readonly [name: string]: Tree }

const NAMES = ['a', 'b', 'c', 'd e', 'no']
const TEXTS = [
  'x: y',
  ' edge ',
  'x\n\n y\n',
  ...'x it\'s "q" #h two\nlines\n two\nlines 1 no \\ {a} %{n} é😀'.split(' '),
]
const text = fc.constantFrom(...TEXTS)
const forms = fc.record({ one: text, few: text, other: text }, { requiredKeys: ['one', 'other'] })
const tree: fc.Arbitrary<{ readonly [name: string]: Tree }> = fc.letrec<{ section: { readonly [name: string]: Tree } }>(
  tie => ({
    section: fc.dictionary(
      fc.constantFrom(...NAMES),
      fc.oneof(
        { depthSize: 'small' },
        text,
        text,
        forms,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        tie('section'),
      ),
      { minKeys: 1, maxKeys: 4 },
    ),
  }),
).section

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

function check(format: Format, source: string, base: string, pick: Pick, parseFile: (text: string) => unknown): void {
  const { entries } = format.read(source)
  const values = new Map<string, Message>()
  for (const { key, value } of entries) {
    const change = (one: string): string => (one + (TEXTS[pick(TEXTS.length)] ?? '')).trimEnd()
    if (pick(3) > 0)
      values.set(key, typeof value === 'string' ? change(value) : { one: 'f', few: change('g'), other: change('h') })
  }
  const lists = new Set(entries.filter(({ key }) => /\.\d$/.test(key)).map(({ key }) => key))
  for (const request of [{ base }, { base: undefined }]) {
    const written = format.write({ source, ...request, locale: 'pl', values })
    parseFile(written)
    const read = new Map(format.readTarget(written, 'pl', source).map(({ key, value }) => [key, value]))
    for (const [key, value] of values)
      if (!lists.has(key) && (request.base === undefined || isKept(format, key, base)))
        expect(read.get(key), `${key}\n${base}\n→\n${written}`).toEqual(value)
    expect(format.write({ source, base: written, locale: 'pl', values })).toBe(written)
  }
  const keys = format.readTarget(base, 'pl', source).map(({ key }) => key)
  const removed = new Set(keys.filter(key => !/\.\d$/.test(key) && pick(2) === 0))
  const left = format.write({
    source: format.id === 'toml' ? '' : '{}',
    base,
    locale: 'pl',
    values: new Map(),
    removed,
  })
  parseFile(left)
  const before = new Map(format.readTarget(base, 'pl').map(({ key, value }) => [key, value]))
  for (const key of removed) before.delete(key)
  const after = new Map(format.readTarget(left, 'pl').map(({ key, value }) => [key, value]))
  for (const [key, value] of after) expect(before.get(key), `${key}\n${base}\n→\n${left}`).toEqual(value)
}

/** A table with a header stays in TOML, where the source has a string. */
function isKept(format: Format, key: string, base: string): boolean {
  if (format.id !== 'toml') return true
  return format
    .read(base)
    .entries.every(({ key: own, value }) => !own.startsWith(`${key}.`) && (own !== key || typeof value === 'string'))
}

describe('merging files of nested keys', () => {
  it('reads back what is written into any YAML file', () => {
    fc.assert(
      fc.property(tree, tree, fc.nat(), (one, other, seed) => {
        const pick = createPick(seed)
        check(yaml, renderYaml(one, pick), renderYaml(other, pick), pick, file => parse(file))
      }),
      { numRuns: isNightly ? 3_000 : 40 },
    )
  })

  it('reads back what is written into any TOML file', () => {
    fc.assert(
      fc.property(tree, tree, fc.nat(), (one, other, seed) => {
        const pick = createPick(seed)
        check(toml, renderToml(one, pick), renderToml(other, pick), pick, file => parseOther(file))
      }),
      { numRuns: isNightly ? 3_000 : 40 },
    )
  })
})
