import type { Message } from '../message.ts'
import type { CheckInput } from './check.ts'
import { formsOf } from './context.ts'

export interface Repaired {
  readonly value: Message
  readonly repaired: readonly string[]
}

/** Puts right what needs no decision: the white space at both ends and the line endings are those of the source. */
export function repair({ source, target }: Pick<CheckInput, 'source' | 'target'>): Repaired {
  const repaired = new Set<string>()
  const texts = formsOf(source, target).map(form => {
    const lines = withLineEndings(form.target, form.source)
    if (lines !== form.target) repaired.add('line_endings')
    const edges = withEdges(lines, form.source)
    if (edges !== lines) repaired.add('edge_whitespace')
    return [form.category, edges] as const
  })
  if (typeof target === 'string') return { value: texts[0]?.[1] ?? target, repaired: [...repaired] }
  return {
    value: Object.fromEntries(texts.map(([category, text]) => [category ?? 'other', text])),
    repaired: [...repaired],
  }
}

function withLineEndings(text: string, source: string): string {
  if (!/[\r\n]/.test(text)) return text
  const eol = source.includes('\r\n') ? '\r\n' : source.includes('\r') && !source.includes('\n') ? '\r' : '\n'
  return text.replace(/\r\n?|\n/g, eol)
}

function withEdges(text: string, source: string): string {
  const words = text.trim()
  const sourceWords = source.trim()
  if (!/[^\s\p{Cf}]/u.test(words) || sourceWords === '') return text
  const start = source.indexOf(sourceWords)
  return source.slice(0, start) + words + source.slice(start + sourceWords.length)
}
