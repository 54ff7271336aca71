import { Lexer } from './lexer.ts'
import { decodeLiteral, encodeLiteral, type LiteralStyle } from './literal.ts'

/** Maximum UTF-16 code units of a template with expressions. */
const MAX_TEMPLATE = 10_000
/** Maximum expressions of a template. */
const MAX_EXPRESSIONS = 50

/** Lists the code of each `${…}` of a template literal. Longer templates have none. */
export function listExpressions(raw: string): readonly string[] {
  if (raw.length > MAX_TEMPLATE) return []
  const lexer = new Lexer(raw)
  lexer.next()
  const found = lexer.expressions.map(({ start, end }) => raw.slice(start, end))
  return found.length > MAX_EXPRESSIONS ? [] : found
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
