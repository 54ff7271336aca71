import type { Message } from '../message/message.ts'
import type { CheckInput } from './check.ts'
import { sourceText } from './context.ts'

interface Repaired {
  readonly value: Message
  readonly repaired: readonly string[]
}

/** Writes line endings as the source has them. Other white space is the translator's. */
export function repair({ source, target }: Pick<CheckInput, 'source' | 'target'>): Repaired {
  const repaired = new Set<string>()
  const repairText = (text: string, category: string): string => {
    const lines = withLineEndings(text, sourceText(source, category))
    if (lines !== text) repaired.add('line_endings')
    return lines
  }
  const value =
    typeof target === 'string'
      ? repairText(target, 'other')
      : Object.fromEntries(Object.entries(target).map(([category, text]) => [category, repairText(text, category)]))
  return { value, repaired: [...repaired] }
}

/** Says what was repaired, as a sentence; undefined if nothing was. */
export const describeRepairs = (repaired: readonly string[]): string | undefined =>
  repaired.length > 0 ? 'The text was stored with the line endings of its source.' : undefined

function withLineEndings(text: string, source: string): string {
  if (!/[\r\n]/.test(text)) return text
  const eol = source.includes('\r\n') ? '\r\n' : source.includes('\r') && !source.includes('\n') ? '\r' : '\n'
  return text.replace(/\r\n?|\n/g, eol)
}
