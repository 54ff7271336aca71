import { type Token, tokenCutter } from '../token.ts'
import type { FluentPart, FluentSelect } from './parts.ts'

const toToken = tokenCutter('fluent')

/** Returns the tokens of a Fluent text: everything but its words, in order. */
export function tokenizeFluent(text: string, parts: readonly FluentPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'select') return tokenizeSelect(text, part)
    const { start, end, type, key } = part
    return [toToken(text, type === 'literal' ? 'literal' : 'argument', start, end, key?.slice(1, -1))]
  })
}

/** The head of a select, what stands between the texts of its variants, and the texts' own tokens. */
function tokenizeSelect(text: string, { start, end, selector, variants }: FluentSelect): Token[] {
  const headEnd = text.indexOf('->', start) + '->'.length
  const tokens = [toToken(text, 'choice', start, headEnd, selector.key?.slice(1, -1))]
  let at = headEnd
  for (const { parts } of variants) {
    const first = parts[0]
    if (first === undefined) continue
    tokens.push(toToken(text, 'literal', at, first.start), ...tokenizeFluent(text, parts))
    at = parts.at(-1)?.end ?? first.end
  }
  tokens.push(toToken(text, 'literal', at, end))
  return tokens
}
