import type { Message } from '../message/message.ts'
import type { CheckInput } from './check.ts'
import { sourceText } from './context.ts'

export interface Repaired {
  readonly value: Message
  readonly repaired: readonly string[]
}

/** Repairs leading and trailing white space and line endings to match the source. */
export function repair({ source, target }: Pick<CheckInput, 'source' | 'target'>): Repaired {
  const repaired = new Set<string>()
  const repairText = (text: string, category: string): string => {
    const from = sourceText(source, category)
    const lines = withLineEndings(text, from)
    if (lines !== text) repaired.add('line_endings')
    const edges = withEdges(lines, from)
    if (edges !== lines) repaired.add('edge_whitespace')
    return edges
  }
  const value =
    typeof target === 'string'
      ? repairText(target, 'other')
      : Object.fromEntries(Object.entries(target).map(([category, text]) => [category, repairText(text, category)]))
  return { value, repaired: [...repaired] }
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
