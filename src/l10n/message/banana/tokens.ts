import type { Token } from '../token.ts'
import type { BananaChoice, BananaPart } from './parts.ts'

/** Returns the tokens of a MediaWiki message: everything but its words, in order. */
export function tokenizeBanana(text: string, parts: readonly BananaPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'choice') return tokenizeChoice(text, part)
    return [toToken(text, 'argument', part.start, part.end, part.key.trim())]
  })
}

/** The head, what stands between the texts, and the texts' own tokens. */
function tokenizeChoice(text: string, { start, end, type, argument, branches }: BananaChoice): Token[] {
  const tokens: Token[] = []
  let at = start
  for (const branch of branches) {
    const isHead = at === start && type !== 'free'
    tokens.push(
      toToken(text, isHead ? 'choice' : 'literal', at, branch.start, isHead ? argument : undefined),
      ...tokenizeBanana(text, branch.parts),
    )
    at = branch.end
  }
  tokens.push(toToken(text, at === start ? 'choice' : 'literal', at, end, at === start ? argument : undefined))
  return tokens
}

function toToken(text: string, kind: Token['kind'], start: number, end: number, name?: string): Token {
  return { kind, raw: text.slice(start, end), family: 'banana', start, end, ...(name !== undefined && { name }) }
}
