import { assertKey } from '../limits.ts'
import type { Span } from '../splice.ts'
import { divideComments } from './comments.ts'
import { type StringsPair, StringsScanner, stringsFault } from './scan.ts'

/** A pair with its comments; `end` is after the semicolon, or the comment behind it. */
export interface StringsEntry extends StringsPair {
  /** The start of the first comment above it, or of its key. */
  readonly start: number
  readonly attached: readonly Span[]
  readonly trailing?: Span
}

/** A parsed file; offsets count from the start of `text`, after the byte order mark. */
export interface StringsFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly entries: readonly StringsEntry[]
}

/** Returns the text of an entry. */
export const getText = ({ key, value }: StringsPair): string => (value ?? key).value

/**
 * Parses a `.strings` file with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseStrings(file: string): StringsFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = file.slice(bom.length)
  const entries: StringsEntry[] = []
  let end = 0
  for (const { comments, pair } of new StringsScanner(text).scan()) {
    const { trailing, attached } = divideComments(text, comments, end, pair?.key.start ?? text.length)
    const before = entries.at(-1)
    if (before !== undefined && trailing !== undefined) {
      entries[entries.length - 1] = { ...before, trailing, end: trailing.end }
    }
    if (pair === undefined) break
    const { key, value } = pair
    assertKey(key.value, entries.length, (what, fix) => stringsFault(text, key.start, what, fix))
    end = pair.end
    entries.push({ key, value, end, attached, start: attached[0]?.start ?? key.start })
  }
  return { bom, text, entries }
}
