import type { TextNode } from '../tree/node.ts'
import { encodeScalar, type QuoteStyle } from './encode.ts'
import type { ScalarStyle } from './read-nodes.ts'
import { columnOf } from './style.ts'

/** Rewrites a string in its own style. The parts of a block that do not change keep their lines. */
export function rewriteScalar(
  text: string,
  node: TextNode,
  value: string,
  place: {
    readonly quotes: QuoteStyle
    readonly eol: string
    readonly isInline: boolean
    readonly keyColumn: number
    readonly step: number
  },
): string {
  const style = node.style as ScalarStyle
  const raw = text.slice(node.start, node.end)
  if (style !== 'literal' && style !== 'folded') {
    return encodeScalar(value, style, place.quotes, { isInline: place.isInline, indent: 0, eol: place.eol })
  }
  const indent = findIndent(text, node, raw) ?? place.keyColumn + place.step
  const [, header = '', comment = ''] = /^([|>][-+0-9]*)([^\r\n]*)/.exec(raw) ?? []
  const block = encodeScalar(value, style, place.quotes, {
    isInline: false,
    indent,
    eol: place.eol,
    keepsBreaks: header.includes('+'),
  })
  // A block ends with the line break of its last line, which the file may lack.
  if (!/^[|>]/.test(block)) return raw.endsWith('\n') ? block + place.eol : block
  const commented = comment === '' ? block : block.replace(/\r?\n/, line => comment + line)
  return raw.endsWith('\n') || value.endsWith('\n') ? commented : commented.slice(0, -place.eol.length)
}

/** The column of the first line of a block that has text. */
function findIndent(text: string, { start }: TextNode, raw: string): number | undefined {
  const lines = raw.slice(raw.indexOf('\n') + 1)
  const first = /\S/.exec(lines)
  if (first === null || raw.indexOf('\n') === -1) return undefined
  const explicit = /^[|>][-+]?([1-9])/.exec(raw)?.[1]
  const column = columnOf(lines, first.index)
  if (explicit === undefined) return column
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return (/^[ -]*/.exec(line)?.[0].length ?? 0) + Number(explicit)
}
