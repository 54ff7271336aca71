import { TYPE } from '@formatjs/icu-messageformat-parser'
import { walkFluent } from './fluent/parts.ts'
import { type IcuAst, walkIcu } from './icu.ts'
import type { ParsedText } from './parsed-text.ts'
import type { Token } from './token.ts'

/** Words with their offset. Tokens are replaced with spaces, so that offsets stay valid. */
export interface WordSpan {
  readonly text: string
  readonly at: number
}

/** Finds the words of a string: the literal parts of an ICU message, or the string without tokens in other syntaxes. */
export function findWordSpans(text: ParsedText, ast = getIcuAst(text)): readonly WordSpan[] {
  if (text.syntax === 'fluent' && text.text.includes('{') && text.fluent.ok) {
    const blanked = blankTokens(text.text, text.markup)
    return [...walkFluent(text.fluent.parts)].flatMap(({ kind, start, end }) =>
      kind === 'words' ? [{ text: blanked.slice(start, end), at: start }] : [],
    )
  }
  if (ast === undefined) return [{ text: blankTokens(text.text, text.tokens), at: 0 }]
  const blanked = blankTokens(text.text, text.markup)
  const pieces: WordSpan[] = []
  for (const element of walkIcu(ast)) {
    if (element.type !== TYPE.literal) continue
    const at = element.location?.start.offset ?? 0
    pieces.push({ text: blanked.slice(at, element.location?.end.offset), at })
  }
  return pieces
}

function getIcuAst(text: ParsedText): IcuAst | undefined {
  if (text.syntax !== 'icu') return undefined
  const { icu } = text
  return icu.ok ? icu.ast : undefined
}

/** A code point that no text has, and that is not part of any word or phrase. */
export const BLANK = '\uFDD0'

export function blankTokens(text: string, tokens: readonly Token[]): string {
  let words = ''
  let at = 0
  for (const { start, end } of tokens) {
    if (end <= at) continue
    words += text.slice(at, Math.max(at, start)) + BLANK.repeat(end - Math.max(at, start))
    at = end
  }
  return words + text.slice(at)
}

/** The offset of the first sign outside of tokens. */
export function findOutside(text: string, tokens: readonly Token[], sign: string): number | undefined {
  const at = blankTokens(text, tokens).indexOf(sign)
  return at === -1 ? undefined : at
}
