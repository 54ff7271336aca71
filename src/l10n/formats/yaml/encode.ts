import { encodeBlock, type ScalarPlace } from './encode-block.ts'
import type { ScalarStyle } from './read-nodes.ts'
import { isStringEverywhere } from './resolve.ts'

/** The style of strings that a plain scalar can't express. */
export type QuoteStyle = 'single' | 'double'

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
