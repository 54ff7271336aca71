import { detectEol } from '../eol.ts'
import type { StringsFile } from './file.ts'

/** The style of a `.strings` file, so that new pairs match it. */
export interface StringsStyle {
  readonly eol: '\n' | '\r\n'
  /** Between a key and its value: ` = `. */
  readonly separator: string
  /** Whether a blank line separates most pairs. */
  readonly isSpaced: boolean
  /** Whether most pairs have a comment above them. */
  readonly hasNotes: boolean
}

/** Maximum pairs that are examined for the style. */
const MAX_SAMPLES = 1_000

/** Detects the style of a file. `fallback` is used for what a file without pairs does not show. */
export function detectStyle({ text, entries: all }: StringsFile, fallback?: StringsStyle): StringsStyle {
  const entries = all.slice(0, MAX_SAMPLES)
  const eol = fallback !== undefined && !text.includes('\n') ? fallback.eol : detectEol(text)
  if (entries.length === 0 && fallback !== undefined) return { ...fallback, eol }
  let spaced = 0
  let noted = 0
  let end: number | undefined
  for (const { start, attached, end: next } of entries) {
    if (attached.length > 0) noted += 1
    if (end !== undefined && /\n[ \t]*\r?\n/.test(text.slice(end, start))) spaced += 1
    end = next
  }
  return {
    eol,
    separator: detectSeparator(text, entries),
    isSpaced: entries.length === 1 ? noted === 1 : spaced * 2 > entries.length - 1,
    hasNotes: noted * 2 > entries.length,
  }
}

/** Returns the separator of the first pair that has one without padding: some files align their values. */
function detectSeparator(text: string, entries: StringsFile['entries']): string {
  for (const { key, value } of entries) {
    if (value === undefined) continue
    const separator = text.slice(key.end, value.start)
    if (/^[ \t]?=[ \t]?$/.test(separator)) return separator
  }
  return ' = '
}
