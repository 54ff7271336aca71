import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type IcuAst, parseIcuSource, walkIcu } from './icu.ts'
import type { Message, Syntax } from './message.ts'
import { markupTokens, type Token, tokenize } from './tokenize.ts'

/** A stretch of a text that is words, with its offset; what the tokenizer knows is blanked out, so that offsets hold. */
export interface Piece {
  readonly text: string
  readonly at: number
}

/** The words of one text: in an ICU message its literal parts, in any other syntax the text without its tokens. */
export function wordPieces(text: string, syntax: Syntax, ast?: IcuAst): readonly Piece[] {
  const parsed = ast ?? astOf(text, syntax)
  if (parsed === undefined) return [{ text: blankTokens(text, tokenize(text, syntax)), at: 0 }]
  const blanked = blankTokens(text, markupTokens(text))
  return [...walkIcu(parsed)].flatMap(element => {
    if (element.type !== TYPE.literal) return []
    const at = element.location?.start.offset ?? 0
    return [{ text: blanked.slice(at, element.location?.end.offset), at }]
  })
}

/** The words of every form of a message. */
export const messagePieces = (message: Message, syntax: Syntax): readonly Piece[] =>
  (typeof message === 'string' ? [message] : Object.values(message)).flatMap(text => wordPieces(text, syntax))

const astOf = (text: string, syntax: Syntax): IcuAst | undefined => {
  if (syntax !== 'icu') return undefined
  const parsed = parseIcuSource(text)
  return parsed.ok ? parsed.ast : undefined
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
