import { truncateNote } from '../limits.ts'
import type { Span } from '../splice.ts'

/** The comments between two pairs. */
export interface Comments {
  /** Behind the pair before them, on its line. */
  readonly trailing: Span | undefined
  /** Directly above the pair after them. */
  readonly attached: readonly Span[]
}

/** Divides the comments from the end of a pair to the start of the next one. A comment with a blank line below it belongs to neither. */
export function divideComments(text: string, comments: readonly Span[], end: number, next: number): Comments {
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
