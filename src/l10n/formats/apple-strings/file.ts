import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
import { divideComments } from './comments.ts'
import { quoteKey, type Span, type StringsPair, StringsScanner, type StringToken, stringsFault } from './scan.ts'

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
  readonly repeated: RepeatedKeys
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
  const seen = new Map<string, number>()
  const repeated = new RepeatedKeys()
  let end = 0
  for (const { comments, pair } of new StringsScanner(text).scan()) {
    const { trailing, attached } = divideComments(text, comments, end, pair?.key.start ?? text.length)
    const before = entries.at(-1)
    if (before !== undefined && trailing !== undefined) {
      entries[entries.length - 1] = { ...before, trailing, end: trailing.end }
    }
    if (pair === undefined) break
    assertLimits(text, pair.key, entries.length)
    const { key } = pair
    const index = seen.get(key.value)
    const first = index === undefined ? undefined : entries[index]
    if (first === undefined) seen.set(key.value, entries.length)
    else {
      repeated.add(key.value, getText(first) === getText(pair), () => [
        positionAt(text, first.key.start).line,
        positionAt(text, key.start).line,
      ])
    }
    end = pair.end
    entries.push({ key, value: pair.value, end, attached, start: attached[0]?.start ?? key.start })
  }
  return { bom, text, entries, repeated }
}

function assertLimits(text: string, { value, start }: StringToken, count: number): void {
  if (count >= MAX_ENTRIES) {
    throw stringsFault(text, start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
  }
  if (value.length > MAX_KEY_UNITS) {
    const what = `the key ${quoteKey(value)} has ${value.length} characters; the limit is ${MAX_KEY_UNITS}`
    throw stringsFault(text, start, what, 'Use a shorter key.')
  }
}
