import type { Message, Syntax } from '../message/message.ts'
import type { CheckInput } from './check.ts'
import { sourceText } from './context.ts'

export interface Repaired {
  readonly value: Message
  readonly repaired: readonly string[]
}

/** Repairs leading and trailing white space and line endings to match the source. */
export function repair({ source, target, syntax }: Pick<CheckInput, 'source' | 'target' | 'syntax'>): Repaired {
  const repaired = new Set<string>()
  const repairText = (text: string, category: string): string => {
    const from = sourceText(source, category)
    const lines = withLineEndings(text, from)
    if (lines !== text) repaired.add('line_endings')
    const edges = withEdges(lines, from, syntax)
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

function withEdges(text: string, source: string, syntax: Syntax): string {
  const words = text.trim()
  const sourceWords = source.trim()
  if (!/[^\s\p{Cf}]/u.test(words) || sourceWords === '') return text
  const start = source.indexOf(sourceWords)
  const before = source.slice(0, start)
  const after = source.slice(start + sourceWords.length)
  return before + (syntax === 'fluent' ? withoutEdgeLiterals(words, before !== '', after !== '') : words) + after
}

/** Drops the literals by which a Fluent file keeps white space at the start and end, `{ "" } a`: the text of an entry has the white space alone. */
function withoutEdgeLiterals(text: string, isStart: boolean, isEnd: boolean): string {
  const opens = isStart ? (/^\{ ?"" ?\}(?=\s)/.exec(text)?.[0].length ?? 0) : 0
  const words = text.slice(opens).trimStart()
  const closes = isEnd ? (/(?<=\s)\{ ?"" ?\}$/.exec(words)?.[0].length ?? 0) : 0
  return words.slice(0, words.length - closes).trimEnd()
}
