import { assertKey, truncateNote } from '../limits.ts'
import type { Span } from '../splice.ts'
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

/** The comments between two pairs. */
export interface Comments {
  /** Behind the pair before them, on its line. */
  readonly trailing: Span | undefined
  /** Directly above the pair after them. */
  readonly attached: readonly Span[]
}

/** Divides the comments from the end of a pair to the start of the next one. A comment with a blank line below it belongs to neither. */
function divideComments(text: string, comments: readonly Span[], end: number, next: number): Comments {
  const [first] = comments
  if (first === undefined) return NONE
  const isTrailing =
    end > 0 &&
    countBreaks(text, end, first.start) === 0 &&
    (next === text.length || countBreaks(text, first.end, comments[1]?.start ?? next) > 0)
  let from = comments.length
  let below = next
  while (from > (isTrailing ? 1 : 0)) {
    const comment = comments[from - 1]
    if (comment === undefined || countBreaks(text, comment.end, below) > 1) break
    below = comment.start
    from -= 1
  }
  return { trailing: isTrailing ? first : undefined, attached: next === text.length ? [] : comments.slice(from) }
}

const NONE: Comments = { trailing: undefined, attached: [] }

function countBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === 0x0a) count += 1
  return count
}

/** Joins the texts of comments as a note; empty if they have none. */
export function readNote(text: string, comments: readonly Span[]): string {
  const notes = comments.map(comment => readComment(text, comment)).filter(note => note !== '')
  return truncateNote(notes.join('\n'))
}

/** Maximum UTF-16 code units of a comment that are read. */
const MAX_COMMENT = 8_000

function readComment(text: string, { start, end }: Span): string {
  const isBlock = text[start + 1] === '*'
  const raw = text.slice(start + 2, Math.min(isBlock ? end - 2 : end, start + MAX_COMMENT))
  const note = isBlock && raw.includes('\n') ? raw.split('\n').map(toLine).join('\n').trim() : raw.trim()
  if (!isBlock) return isPair(note) ? '' : note.replace(/^\/+[ \t]*/, '')
  // Written by genstrings and Xcode where the program gives no comment.
  return isPair(note) || note === 'No comment provided by engineer.' ? '' : note
}

/** Removes the indentation and the star at the start of a line of a comment. */
const toLine = (line: string): string => line.trim().replace(/^\*+(?:[ \t]+|$)/, '')

/** Whether a comment is a pair that is commented out. */
const isPair = (note: string): boolean => note.startsWith('"') && note.endsWith(';') && note.includes('=')
