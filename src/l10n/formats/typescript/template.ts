import { Lexer } from './lexer.ts'
import { decodeLiteral, encodeLiteral, type LiteralStyle } from './literal.ts'

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
