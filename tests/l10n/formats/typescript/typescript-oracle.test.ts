import { type ParserOptions, parse } from '@babel/parser'
import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { expect, it } from 'vitest'
import { typescript } from '../../../../src/l10n/formats/typescript/format.ts'
import { runs } from '../../../runs.ts'

type Ast = ReturnType<typeof parse>
type Node = Ast['program']['body'][number]

const OPTIONS: ParserOptions = { sourceType: 'module', plugins: ['typescript'], attachComment: false }

/** The literals of the exported object as Babel reads them, by key. */
function readWithBabel(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (node: unknown, key: string): void => {
    const { type, properties, elements, value, quasis, expressions, expression } = node as Record<string, unknown> & {
      readonly type: string
      readonly properties?: readonly Record<string, unknown>[]
      readonly elements?: readonly unknown[]
      readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
      readonly expressions?: readonly unknown[]
    }
    if (type === 'StringLiteral') found.set(key, String(value))
    else if (type === 'TemplateLiteral' && expressions?.length === 0) found.set(key, quasis?.[0]?.value.cooked ?? '')
    else if (type === 'TemplateLiteral') {
      const made = returned({ type: 'Arrow', params: [], body: node })
      if (made?.includes('${b}') === true) found.set(key, made)
    } else if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression') {
      const inner = expression as { readonly type: string }
      if (inner.type === 'ObjectExpression' || inner.type === 'ArrayExpression') visit(inner, key)
    } else if (type === 'ArrayExpression')
      for (const [at, item] of (elements ?? []).entries()) visit(item, `${key}.${at}`)
    else if (type === 'ObjectExpression') {
      for (const member of properties ?? []) {
        const { type: kind, key: name, computed, shorthand, value: child } = member
        const isMember = kind === 'ObjectProperty' || kind === 'ObjectMethod'
        if (!isMember || computed === true || shorthand === true) continue
        const { name: word, value: literal } = name as { readonly name?: string; readonly value?: unknown }
        const own = (word ?? String(literal)).replace(/[.\\]/g, '\\$&')
        const path = key === '' ? own : `${key}.${own}`
        const made = returned(kind === 'ObjectMethod' ? member : (child as Record<string, unknown>))
        if (made !== undefined) found.set(path, made)
        else if (kind === 'ObjectProperty') visit(child, path)
      }
    }
  }
  /** The literal that a function returns, with its expressions as placeholders. */
  const returned = (node: Record<string, unknown>): string | undefined => {
    if (!/Arrow|Function|Method/.test(String(node['type'])) || node['async'] === true || node['generator'] === true)
      return undefined
    if (node['kind'] === 'get' || JSON.stringify(node['params']).includes('CallExpression')) return undefined
    const body = node['body'] as { readonly body?: readonly Record<string, unknown>[] }
    const [statement, ...others] = body.body ?? [{ argument: body }]
    const result = statement?.['argument'] as { [name: string]: unknown } | undefined
    if (result === undefined || others.length > 0) return undefined
    if (result['type'] === 'StringLiteral') return String(result['value'])
    if (result['type'] !== 'TemplateLiteral') return undefined
    const parts = result['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
    const codes = result['expressions'] as readonly { readonly start: number; readonly end: number }[]
    return parts
      .map(
        ({ value }, at) => value.cooked + codes.slice(at, at + 1).map(one => `\${${text.slice(one.start, one.end)}}`),
      )
      .join('')
  }
  const [statement] = parse(text, OPTIONS).program.body.filter((node: Node) => node.type === 'ExportDefaultDeclaration')
  if (statement?.type === 'ExportDefaultDeclaration') visit(statement.declaration, '')
  return found
}

const VALUES = [
  "'a'",
  '"b"',
  '`c`',
  "'it\\'s'",
  '"\\u{1F44B}\\x41\\n\\\n"',
  '`a${b}c`',
  '`\\`${`x`}\\${`',
  '`l\n2`',
  "'a' + 'b'",
  '(n: number) => n / 2',
  "n => n > 1 ? 'x' : `y`",
  "function () { return 'x' }",
  'function named(n) { return `\\n${n} \\${x}`; }',
  '(n: number, { a, b: c }: Q): string => `${n.x(1)} \\`${c}`',
  "() => 'x'",
  "() => { f(); return 'x' }",
  "(n = 1) => 'x'",
  "(n = f()) => 'x'",
  "(n, [m, , o = 'x']: Q = [], { p = null } = {}) => (`${n} ${o}`)",
  "async n => 'x'",
  '/["\'`{]/g',
  'x / y / z',
  "[`a`, 'b', n]",
  "{ x: 'y', 'p.q': { r: \"s\" } }",
  "{ a: 'b' } as const",
  "'x' as const",
  "f<Record<string, 'q'>>({ k: 'v' })",
  "x as Record<string, 'q'>",
  "cond ? 'a' : 'b'",
  "{ a: 'b' }[key]",
  '-1',
  'null',
]
const NAMES = ['a', 'b', "'c-d'", '"e"', '[f]', '1', 'get', 'async', 'default']
const MEMBERS = [
  '...rest',
  'short',
  'get x() { return "}" }',
  "async y() { await 'z' }",
  "'m'() {}",
  'q(n) { return `${n} q` }',
  "async 'r'() { return 'x' }",
  '*gen() {}',
]
const COMMENTS = ['', ' // it\'s a "comment"\n', '/* { */', '\n  ']

const members = oneof(
  array(constantFrom(...NAMES), { minLength: 1, maxLength: 1 }).chain(([name]) =>
    constantFrom(...VALUES).map(value => `${name}: ${value}`),
  ),
  constantFrom(...MEMBERS),
)
const objects = array(
  members.chain(member => constantFrom(...COMMENTS).map(comment => comment + member)),
  { maxLength: 6 },
).map(list => `export default {${list.join(',')}\n} satisfies M\n`)

it('scripts are read as Babel reads them', () => {
  assert(
    property(objects, text => {
      const theirs = readWithBabel(text)
      const { entries } = typescript.read(text)
      const ours = new Map(entries.map(({ key, value }) => [key, value]))
      for (const { key, differs } of entries)
        if (differs === true && theirs.has(key)) ours.set(key, theirs.get(key) ?? '')
      expect(ours, text).toEqual(theirs)
    }),
    { numRuns: runs(400) },
  )
})
