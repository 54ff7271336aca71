import type { Token } from '../token.ts'
import type { FluentPart, FluentSelect } from './parts.ts'

/** Returns the tokens of a Fluent text: everything but its words, in order. */
export function tokenizeFluent(text: string, parts: readonly FluentPart[]): Token[] {
  return parts.flatMap((part): Token[] => {
    if (part.kind === 'words') return []
    if (part.kind === 'select') return tokenizeSelect(text, part)
    const { start, end, type, key } = part
    return [toToken(text, type === 'literal' ? 'literal' : 'argument', start, end, key)]
  })
}

/** The head of a select, what stands between the texts of its variants, and the texts' own tokens. */
function tokenizeSelect(text: string, { start, end, selector, variants }: FluentSelect): Token[] {
  const headEnd = text.indexOf('->', start) + '->'.length
  const tokens = [toToken(text, 'choice', start, headEnd, selector.key)]
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

function toToken(text: string, kind: Token['kind'], start: number, end: number, key?: string): Token {
  const name = key?.slice(1, -1)
  return { kind, raw: text.slice(start, end), family: 'fluent', start, end, ...(name !== undefined && { name }) }
}
