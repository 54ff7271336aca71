import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type IcuAst, walkIcu } from './icu.ts'
import type { ParsedText } from './parsed-text.ts'
import type { Token } from './tokenize.ts'

/** A stretch of a text that is words, with its offset; what the tokenizer knows is blanked out, so that offsets hold. */
export interface WordSpan {
  readonly text: string
  readonly at: number
}

/** The words of one text: in an ICU message its literal parts, in any other syntax the text without its tokens. */
export function findWordSpans(text: ParsedText, ast = getIcuAst(text)): readonly WordSpan[] {
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

/** A character that is no part of a word, and of no phrase. */
const BLANK = '\u0000'

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
