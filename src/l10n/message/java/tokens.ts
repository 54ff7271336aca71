import { type Token, tokenCutter } from '../token.ts'
import type { JavaChoice, JavaPart, JavaQuote } from './parts.ts'

const toToken = tokenCutter('java')

/** Returns the tokens of a Java message, in order: arguments, what stands between the texts of a choice, and quoted braces. */
export function tokenizeJava(text: string, parts: readonly JavaPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'quote') return tokenizeQuote(text, part)
    if (part.kind === 'choice') return tokenizeChoice(text, part)
    return [toToken(text, 'argument', part.start, part.end, part.name)]
  })
}

/** The head of a choice, the limits of its branches, and the tokens of their texts. */
function tokenizeChoice(text: string, { start, end, name, branches }: JavaChoice): Token[] {
  const tokens: Token[] = []
  let at = start
  for (const branch of branches) {
    tokens.push(
      toToken(text, at === start ? 'choice' : 'literal', at, branch.start, at === start ? name : undefined),
      ...tokenizeJava(text, branch.parts),
    )
    at = branch.end
  }
  tokens.push(toToken(text, 'literal', at, end))
  return tokens
}

/** What the quotes are for; the words between them are ordinary text. */
const BRACES = /\{[^{}]*\}|[{}]/g

const tokenizeQuote = (text: string, { start, end }: JavaQuote): Token[] =>
  [...text.slice(start, end).matchAll(BRACES)].map(({ 0: raw, index }) =>
    toToken(text, 'literal', start + index, start + index + raw.length),
  )
