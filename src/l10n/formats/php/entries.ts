import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { childKey } from '../json/keys.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX, truncateNote } from '../limits.ts'
import { positionAt } from '../position.ts'
import { type Conflict, indexConflicts, RepeatedKeys, type Repetition } from '../repeated-keys.ts'
import type { PhpFile } from './file.ts'
import { phpFault } from './lex.ts'
import type { PhpArray, PhpElement, PhpText } from './tree.ts'

/** A string of a file. */
export interface PhpEntry extends Repetition {
  readonly key: string
  readonly value: string
  readonly description: string
}

/**
 * Lists the strings of a file, each key once. Without `isNested`, only those at the root.
 * @throws AppError `invalid_input` with line and column above the limits
 */
export function listEntries({ text, root }: PhpFile, isNested: boolean): PhpEntry[] {
  const entries = new Map<string, PhpEntry>()
  const repeated = new RepeatedKeys()
  const conflicts: Conflict[] = []
  const starts = new Map<string, number>()
  const visit = (array: PhpArray, parent: string | undefined): void => {
    const seen = new Map<string, PhpElement>()
    for (const element of array.elements) {
      const { name, value } = element
      if (name === undefined) continue
      const key = childKey(parent, name, isNested)
      const first = seen.get(name)
      if (first === undefined) seen.set(name, element)
      else {
        const findLines = () => listLines(text, first, element)
        if (isSameValue(text, first, element)) repeated.add(key, true, findLines)
        else {
          const spans = [first, element].map(({ start, value: { end } }) => ({ start, end }))
          conflicts.push({ spans, findLines })
        }
      }
      if (value.kind === 'array' && isNested) visit(value, key)
      if (value.kind !== 'text') continue
      if (starts.has(key)) continue
      starts.set(key, value.start)
      assertLimits(text, key, element, value, entries.size)
      entries.set(key, { key, value: value.value, description: readNote(text, element) })
    }
  }
  visit(root, undefined)
  const findConflict = indexConflicts(conflicts)
  return [...entries.values()].map(entry => {
    const conflict = findConflict(starts.get(entry.key) ?? 0)
    if (conflict !== undefined) repeated.add(entry.key, false, conflict.findLines)
    return { ...entry, ...repeated.get(entry.key) }
  })
}

/** Returns the offset of an element with the comments directly above it. */
export function getBlockStart(text: string, element: PhpElement): number {
  let { start } = element
  for (const comment of element.comments.toReversed()) {
    if (countLineBreaks(text, comment.end, start) > 1) break
    start = comment.start
  }
  return start
}

/** Returns the note of an element: the comments directly above it and behind it, without their signs. */
function readNote(text: string, element: PhpElement): string {
  if (element.comments.length + element.tailComments.length === 0) return ''
  const from = getBlockStart(text, element)
  const comments = [...element.comments.filter(({ start }) => start >= from), ...element.tailComments]
  const lines = comments.flatMap(({ start, end }) => cleanComment(text.slice(start, end)))
  return truncateNote(lines.join('\n'))
}

function cleanComment(comment: string): string[] {
  const body = comment.startsWith('/*') ? comment.slice(2, -2) : comment.replace(/^(?:\/\/|#)+/, '')
  return body
    .split(/\r\n|\n|\r/)
    .map(line =>
      line
        .trim()
        .replace(/^[*|]+(?: |$)/, '')
        .trim(),
    )
    .filter(line => /[^*|=\-_#/\s]/.test(line))
}

/** Counts the line breaks in a part of a text. */
export function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1
  }
  return count
}

/** Whether two elements with the same key have the same value, so that programs read either. */
const isSameValue = (text: string, { value: first }: PhpElement, { value: again }: PhpElement): boolean =>
  first.kind === 'text' && again.kind === 'text'
    ? first.value === again.value
    : text.slice(first.start, first.end) === text.slice(again.start, again.end)

const LONE_SURROGATE = /\p{Surrogate}/u

function assertLimits(text: string, key: string, element: PhpElement, { value }: PhpText, count: number): void {
  const { start } = element
  if (count >= MAX_ENTRIES) {
    throw phpFault(text, start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
  }
  if (key.length > MAX_KEY_UNITS) {
    const what = `the key ${showKey(key)} has ${key.length} characters; the limit is ${MAX_KEY_UNITS}`
    throw phpFault(text, start, what, 'Use a shorter key.')
  }
  if (value.length > MAX_TEXT_UNITS) {
    const what = `the string ${showKey(key)} has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
    throw phpFault(text, start, what, 'Split the string into several entries.')
  }
  if (LONE_SURROGATE.test(value) || LONE_SURROGATE.test(key)) {
    throw phpFault(text, start, `${showKey(key)} contains a lone surrogate`, 'Write the character itself.')
  }
}

const listLines = (text: string, first: PhpElement, again: PhpElement): readonly [number, number] => [
  positionAt(text, first.start).line,
  positionAt(text, again.start).line,
]

const showKey = (key: string): string => echo(JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key))
