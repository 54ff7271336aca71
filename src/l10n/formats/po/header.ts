import type { PoEntry } from './entries.ts'
import { wrap } from './line-breaks.ts'
import { encodeText } from './scan.ts'
import { listPieces, type PoStyle, renderText } from './style.ts'

/** Values of header lines, by name. */
export type HeaderFields = Readonly<Record<string, string>>

/** Changes or adds lines in the `msgstr` of a header, and keeps the others as they are. */
export function withHeaderFields(text: string, header: PoEntry, fields: HeaderFields, style: PoStyle): string {
  const [field] = header.texts
  const pieces = listPieces(text, field)
  const isLined =
    pieces.slice(1).every(piece => !/\\n./.test(piece)) && pieces[0] === '' && pieces.at(-1)?.endsWith('\\n')
  if (isLined !== true) return renderText('msgstr', updateLines(splitLines(field.value), fields).join(''), style)
  const raw = pieces.slice(1).map(piece => `"${piece}"`)
  const lines: string[] = []
  for (const [at, piece] of raw.entries()) {
    if (at === 0 || raw[at - 1]?.endsWith('\\n"') === true) lines.push(piece)
    else lines.push(`${lines.pop() ?? ''}${style.eol}${piece}`)
  }
  const meant = splitLines(field.value)
  const written = updateLines(meant, fields).map((line, at) =>
    line === meant[at] ? lines[at] : renderHeaderLine(line, style),
  )
  return ['msgstr ""', ...written].join(style.eol)
}

/** Creates a header for a file without one, with the blank line after it. */
export function newHeader(fields: HeaderFields, style: PoStyle): string {
  const all = { 'MIME-Version': '1.0', 'Content-Transfer-Encoding': '8bit', ...fields }
  const lines = Object.entries(all).map(([name, value]) => renderHeaderLine(`${name}: ${value}\n`, style))
  return ['msgid ""', 'msgstr ""', ...lines, '', ''].join(style.eol)
}

const renderHeaderLine = (line: string, { eol, width }: PoStyle): string =>
  wrap(encodeText(line), width - 2)
    .map(piece => `"${piece}"`)
    .join(eol)

const splitLines = (value: string): string[] => value.split(/(?<=\n)/).filter(line => line !== '')

function updateLines(lines: readonly string[], fields: HeaderFields): string[] {
  const getName = (line: string): string => line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()
  const wanted = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), `${name}: ${value}\n`]))
  const present = lines.map(line => {
    const own = wanted.get(getName(line))
    wanted.delete(getName(line))
    return own ?? line
  })
  return [...present.map(line => (line.endsWith('\n') ? line : `${line}\n`)), ...wanted.values()]
}
