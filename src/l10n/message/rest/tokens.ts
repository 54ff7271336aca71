import type { Token } from '../token.ts'
import { hasWords } from './roles.ts'
import { findRestSpans, type RestSpan } from './spans.ts'

/** Finds inline markup of reStructuredText without the words that it shows; undefined if a text has none. */
export function restTokens(text: string): Token[] | undefined {
  const spans = findRestSpans(text)
  if (spans.length === 0) return undefined
  return spans.flatMap(span => {
    const { kind, words, start, end } = span
    if (kind === 'plain') return [toToken('code', text, start, end)]
    if (words === undefined || !hasWords(span)) return [{ ...toToken('code', text, start, end), isRest: true }]
    return [
      { ...toToken('link', text, start, words[0]), isRest: true },
      { ...toToken('link', text, words[1], end), isRest: true },
    ]
  })
}

function toToken(kind: Token['kind'], text: string, start: number, end: number): Token {
  const raw = text.slice(start, end)
  return { kind, raw, name: raw, start, end }
}

/** How messages show a span: with an ellipsis for its words. */
export function getRestLabel(span: RestSpan): string {
  const { kind, role = '', text, target } = span
  if (kind === 'fixed') return text
  const content = target === undefined ? (hasWords(span) ? '…' : text) : `…<${target}>`
  return kind === 'role' ? `${role}\`${content}\`` : `\`${content}\`_`
}
