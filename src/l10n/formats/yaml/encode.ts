import { Composer, isMap, isScalar, Parser } from 'yaml'
import type { TextNode } from '../tree/node.ts'
import type { ScalarStyle } from './read-nodes.ts'
import { isStringEverywhere } from './resolve.ts'
import { columnOf, type QuoteStyle } from './style.ts'

interface ScalarPlace {
  readonly isInline: boolean
  /** The columns of the lines of a block. */
  readonly indent: number
  readonly eol: string
  /** Whether the file's blocks are written with all line breaks at their end. */
  readonly keepsBreaks?: boolean
}

/** Writes a string in a style if that can express it exactly, else in quotes. A block has a header and lines, the last one with its line break. */
export function encodeScalar(text: string, style: ScalarStyle, quotes: QuoteStyle, place: ScalarPlace): string {
  if (style === 'literal' || style === 'folded') {
    const block = place.isInline ? undefined : encodeBlock(text, style, place)
    return block ?? encodeQuoted(text, 'double')
  }
  if (style !== 'plain') return encodeQuoted(text, style)
  return canBePlain(text, place.isInline) ? text : encodeQuoted(text, quotes)
}

export const encodeKey = (name: string, quotes: QuoteStyle, isInline: boolean): string =>
  canBePlain(name, isInline) ? name : encodeQuoted(name, quotes)

const encodeQuoted = (text: string, style: QuoteStyle): string =>
  style === 'single' && !NEEDS_ESCAPE.test(text) ? `'${text.replaceAll("'", "''")}'` : encodeDouble(text)

/** Characters that YAML 1.1 or 1.2 does not allow or reads as line breaks. */
const NEEDS_ESCAPE = /[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u
const ESCAPED = /["\\\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u001B': '\\e',
}

const encodeDouble = (text: string): string => `"${text.replace(ESCAPED, char => SHORT[char] ?? toHex(char))}"`

function toHex(char: string): string {
  const hex = char.charCodeAt(0).toString(16).toUpperCase()
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
}

/** Characters that begin something else than a plain scalar. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`=~\s]/
const DASHED = /^-(?=[^\s\-,[\]{}])/

/** Returns whether a plain scalar on one line is the text, for every reader. */
function canBePlain(text: string, isInline: boolean): boolean {
  if (text === '' || NEEDS_ESCAPE.test(text)) return false
  if (INDICATOR.test(text) && !DASHED.test(text)) return false
  if (/[\s:]$/.test(text) || text.includes(': ') || text.includes(' #')) return false
  if (text.startsWith('---') || text.startsWith('...')) return false
  // Brackets end a plain scalar inside brackets; the parser of Ruby ends it at a question mark there, too.
  if (isInline && /[,[\]{}?:]/.test(text)) return false
  return isStringEverywhere(text)
}

/** Characters that a block can't contain; a tab at the start of a line could be taken for indentation. */
const NOT_IN_BLOCK = /(?![\t\n])\p{Cc}|[\u2028\u2029\uFEFF\uFFFE\uFFFF]|(?:^|\n) *\t/u

/** Writes a string as a block; undefined if that can't express it. */
function encodeBlock(
  text: string,
  style: 'literal' | 'folded',
  { indent, eol, keepsBreaks = false }: ScalarPlace,
): string | undefined {
  if (NOT_IN_BLOCK.test(text)) return undefined
  const body = text.replace(/\n+$/, '')
  const breaks = text.length - body.length
  // Further line breaks would include the blank lines after the block.
  if (body === '' || /^\s*$/.test(body) || (breaks > 1 && !keepsBreaks)) return undefined
  // The first line would decide the indentation.
  if (/^\n*[ ]/.test(body) || /\n +(?:\n|$)/.test(body)) return undefined
  const lines = style === 'literal' ? body.split('\n') : foldLines(body)
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+'
  const pad = ' '.repeat(indent)
  const all = [...lines, ...Array<string>(Math.max(0, breaks - 1)).fill('')]
  const block = `${style === 'literal' ? '|' : '>'}${chomp}\n${all.map(line => (line === '' ? '\n' : `${pad}${line}\n`)).join('')}`
  if (decode(block) !== text) return undefined
  return block.replaceAll('\n', eol)
}

/** Lines of a folded block, each of which is a line of the text: a blank line between two lines is one line break. */
function foldLines(body: string): string[] {
  const lines: string[] = []
  let isOrdinary = false
  for (const line of body.split('\n')) {
    const isText = line !== '' && !/^\s/.test(line)
    if (isText && isOrdinary) lines.push('')
    lines.push(line)
    if (line !== '') isOrdinary = isText
  }
  return lines
}

/** Reads a block, as the only value of a file. */
function decode(block: string): string | undefined {
  const [document] = new Composer({ schema: 'failsafe' }).compose(new Parser().parse(`a: ${block}b: c\n`))
  const value = isMap(document?.contents) ? document.contents.items[0]?.value : undefined
  return isScalar(value) ? String(value.value) : undefined
}

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
