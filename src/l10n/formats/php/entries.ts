import type { SourceEntry } from '../format.ts'
import { childKey } from '../json/keys.ts'
import { assertKey, assertLength, assertWhole, showKey, truncateNote } from '../limits.ts'
import { type Conflict, findLines, indexConflicts, RepeatedKeys } from '../repeated-keys.ts'
import type { PhpFile } from './file.ts'
import { phpFault } from './lex.ts'
import type { PhpArray, PhpElement, PhpText } from './tree.ts'

/** A string of a file. */
export type PhpEntry = SourceEntry & { readonly value: string }

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
        const findBoth = () => findLines(text, first.start, element.start)
        if (isSameValue(text, first, element)) repeated.add(key, true, findBoth)
        else {
          const spans = [first, element].map(({ start, value: { end } }) => ({ start, end }))
          conflicts.push({ spans, findLines: findBoth })
        }
      }
      if (value.kind === 'array' && isNested) visit(value, key)
      if (value.kind !== 'text') continue
      if (starts.has(key)) continue
      starts.set(key, value.start)
      assertLimits(text, key, element, value, entries.size)
      const description = readNote(text, element)
      entries.set(key, { key, value: value.value, ...(description !== '' && { description }) })
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
    .map(line => line.replace(/^\s*(?:[*|]+(?: |$))?/, '').trim())
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

function assertLimits(text: string, key: string, { start }: PhpElement, { value }: PhpText, count: number): void {
  const fault = (what: string, fix: string) => phpFault(text, start, what, fix)
  assertKey(key, count, fault)
  assertLength(`the string ${showKey(key)}`, value, fault)
  assertWhole(showKey(key), key + value, fault)
}
