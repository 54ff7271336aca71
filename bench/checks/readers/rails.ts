import type { Message } from '../../../src/l10n/message/message.ts'
import type { Strings } from '../pair.ts'

interface Line {
  readonly indent: number
  readonly key: string
  readonly rest: string
}

/** Rails' YAML: mappings of plain, quoted and block scalars. Sequences are skipped. */
export function readRails(text: string): Strings {
  const lines = text.split(/\r?\n/)
  const flat = new Map<string, string>()
  const path: { readonly indent: number; readonly key: string }[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = parseLine(lines[at] ?? '')
    if (line === undefined) continue
    while ((path.at(-1)?.indent ?? -1) >= line.indent) path.pop()
    const key = [...path.slice(1).map(part => part.key), line.key].join('.')
    path.push({ indent: line.indent, key: line.key })
    const deeper: string[] = []
    const isOpen = !isClosed(line.rest)
    while (isDeeper(lines[at + 1], line, isOpen)) deeper.push(lines[(at += 1)] ?? '')
    const value = readScalar(line.rest, deeper)
    if (value !== undefined) flat.set(key, value)
  }
  return joinForms(flat)
}

function parseLine(line: string): Line | undefined {
  const [, indent = '', key, rest = ''] = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s'"#:-][^:]*)):(?:\s+(.*))?$/
    .exec(line)
    ?.map((part, at, all) => (at === 2 ? (part ?? all[3] ?? all[4]) : at === 3 ? all[5] : part)) ?? [undefined]
  return key === undefined ? undefined : { indent: indent.length, key: key.trim(), rest: rest.trim() }
}

/** Whether a scalar ends in its line. */
const isClosed = (rest: string): boolean =>
  rest === '' ||
  (rest.startsWith("'")
    ? /^'(?:[^']|'')*'$/.test(rest)
    : rest.startsWith('"')
      ? /^"(?:[^"\\]|\\.)*"$/.test(rest)
      : !/^[|>]/.test(rest))

const isDeeper = (next: string | undefined, { indent }: Line, isOpen: boolean): boolean =>
  next !== undefined && isOpen && (next.trim() === '' || next.search(/\S/) > indent)

function readScalar(rest: string, deeper: readonly string[]): string | undefined {
  if (/^[|>]/.test(rest)) return readBlock(rest, deeper)
  const text = [rest, ...deeper.map(line => line.trim())].join(' ').trim()
  if (text.startsWith("'")) return /^'((?:[^']|'')*)'/.exec(text)?.[1]?.replaceAll("''", "'")
  if (text.startsWith('"')) {
    const inner = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
    return inner === undefined ? undefined : decode(inner)
  }
  return text === '' || /^(?:[[{&*!]|true$|false$|null$|~$|[\d.]+$)/.test(text)
    ? undefined
    : text.replace(/\s+#.*$/, '')
}

function readBlock(style: string, lines: readonly string[]): string {
  const indent = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)))
  const text = lines.map(line => line.slice(indent)).join(style.startsWith('|') ? '\n' : ' ')
  return style.includes('-') ? text.trimEnd() : `${text.trimEnd()}\n`
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', _: '\u00A0', N: '\u0085', L: '\u2028' }
const decode = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi, (_, long, short, char) =>
    char === undefined ? String.fromCharCode(Number.parseInt(long ?? short, 16)) : (ESCAPES[char] ?? char),
  )

const FORM = /^(.*)\.(zero|one|two|few|many|other)$/

/** `other` alone is an ordinary key. */
const hasForms = (parent: string, flat: ReadonlyMap<string, string>): boolean =>
  ['zero', 'one', 'two', 'few', 'many'].some(category => flat.has(`${parent}.${category}`))

function joinForms(flat: ReadonlyMap<string, string>): Strings {
  const strings = new Map<string, Message>()
  for (const [key, value] of flat) {
    const [, parent, category] = FORM.exec(key) ?? []
    if (parent === undefined || category === undefined || !flat.has(`${parent}.other`) || !hasForms(parent, flat))
      strings.set(key, value)
    else strings.set(parent, { ...Object(strings.get(parent)), [category]: value })
  }
  return strings
}
