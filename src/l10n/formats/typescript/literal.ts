import { Lexer } from './lexer.ts'

/** Lists the code of each `${…}` of a template literal, which is a part of a function. */
export function listExpressions(raw: string): readonly string[] {
  const lexer = new Lexer(raw)
  lexer.next()
  return lexer.expressions.map(({ start, end }) => raw.slice(start, end))
}

/** An expression that a text shows as a placeholder. */
const SHOWN = /^[^{}`'"\\\n\r]{1,200}$/
export const PLACEHOLDER = /\$\{([^{}]*)\}/g

/** Reads a template literal as a text, in which each expression is a placeholder; undefined if a text cannot show it. */
export function readTemplate(raw: string) {
  const expressions = listExpressions(raw)
  if (expressions.length === 0 || !expressions.every(one => SHOWN.test(one))) return undefined
  const value = decodeLiteral(raw)
  if (typeof value !== 'string') return undefined
  // Text that looks like one of the expressions would become code.
  const shown = [...value.matchAll(PLACEHOLDER)].filter(([, code = '']) => expressions.includes(code))
  return shown.length === expressions.length ? { value, expressions: [...new Set(expressions)] } : undefined
}

/** Writes a text as a template literal. Nothing but the given expressions becomes code. */
export function encodeTemplate(
  text: string,
  expressions: readonly string[],
  style: LiteralStyle,
  keepsBreaks: boolean,
): string {
  const encode = (part: string): string => encodeLiteral(part, '`', style, keepsBreaks).slice(1, -1)
  let written = ''
  let from = 0
  for (const { 0: raw, 1: code = '', index } of text.matchAll(PLACEHOLDER)) {
    if (!expressions.includes(code)) continue
    written += encode(text.slice(from, index)) + raw
    from = index + raw.length
  }
  return `\`${written}${encode(text.slice(from))}\``
}

export type Quote = '"' | "'" | '`'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }
const LETTERS = new Map(Object.entries(ESCAPES).map(([letter, char]) => [char, letter]))

const ESCAPE =
  /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\n\r\u2028\u2029])|(0(?![0-9]))|([^ux0-9]|$))|\\/gs

/** Decodes a string or template literal with its quotes; the offset of an invalid escape otherwise. */
export function decodeLiteral(raw: string): string | { readonly at: number } {
  const isTemplate = raw.startsWith('`')
  const inner = raw.slice(1, -1)
  const body = isTemplate ? inner.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : inner
  if (!body.includes('\\')) return body
  const parts: string[] = []
  let from = 0
  for (const match of body.matchAll(ESCAPE)) {
    const [whole, braced, unicode, hex, lineBreak, nul, letter] = match
    const code = Number.parseInt(braced ?? unicode ?? hex ?? '', 16)
    parts.push(body.slice(from, match.index))
    from = match.index + whole.length
    if (lineBreak !== undefined) continue
    if (nul !== undefined) parts.push('\0')
    else if (letter !== undefined) parts.push(ESCAPES[letter] ?? letter)
    else if (code <= 0x10_ff_ff) parts.push(String.fromCodePoint(code))
    else return { at: match.index + 1 }
  }
  parts.push(body.slice(from))
  return parts.join('')
}

/** How a file writes its literals. */
export interface LiteralStyle {
  /** Whether characters outside ASCII are escaped. */
  readonly isAscii: boolean
}

/**
 * Writes a text as a literal that has no other meaning: with each quote, backslash, line terminator and control character escaped, and in a template literal
 * also each `${`. `keepsBreaks` writes line feeds of a template literal as they are.
 */
export function encodeLiteral(text: string, quote: Quote, { isAscii }: LiteralStyle, keepsBreaks = false): string {
  const isTemplate = quote === '`'
  const escaped = text.replace(MAYBE_SPECIAL, char => {
    if (char === '\n' && isTemplate && keepsBreaks) return char
    const letter = LETTERS.get(char)
    if (letter !== undefined) return `\\${letter}`
    if (char === '\\' || char === quote || (char === '$' && isTemplate)) return `\\${char}`
    const code = char.charCodeAt(0)
    if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`
    const isBreak = code === 0x20_28 || code === 0x20_29
    return code > 0x7f && (isAscii || isBreak) ? `\\u${code.toString(16).padStart(4, '0')}` : char
  })
  return quote + escaped + quote
}

/** Characters that some literal escapes. */
const MAYBE_SPECIAL = /[^ -~]|["'`\\$]/g
