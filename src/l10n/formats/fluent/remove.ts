import { type Edit, type Span, splice } from '../splice.ts'
import type { FluentFile, FluentItem } from './file.ts'

/** What is removed besides texts. */
interface OtherRemovals {
  /** Comments of no message, with their lines. */
  readonly comments: readonly Span[]
  /** Parts of other lines. */
  readonly parts: readonly Span[]
}

/** Returns the text of a file without some of its messages, terms and attributes. A term needs its value, so that its attributes are removed with it. */
export function removeSlots(
  { text, items }: FluentFile,
  isRemoved: (key: string) => boolean,
  { comments, parts }: OtherRemovals = { comments: [], parts: [] },
): string {
  const whole: Span[] = [...comments]
  const edits: Edit[] = parts.map(part => ({ ...part, text: '' }))
  for (const item of items) {
    const left = item.slots.filter(({ key }) => !isRemoved(key))
    if (left.length === 0 || (item.isTerm && isRemoved(item.id))) whole.push(item)
    else if (left.length < item.slots.length) edits.push(...removeParts(item, isRemoved))
  }
  for (const span of joinNeighbors(text, whole)) edits.push(removeLines(text, span))
  return edits.length === 0 ? text : splice(text, edits)
}

/** Joins spans that only white space separates. */
function joinNeighbors(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && text.slice(last.end, span.start).trim() === '') {
      joined[joined.length - 1] = { start: last.start, end: span.end }
    } else joined.push({ start: span.start, end: span.end })
  }
  return joined
}

/** Returns the edit that removes whole lines, and one blank line of those around them. */
function removeLines(text: string, { start, end }: Span): Edit {
  const newline = text.indexOf('\n', end)
  const after = newline === -1 ? text.length : newline + 1
  const isFirst = start === 0
  const isAfterBlank = isFirst || /\n\r?\n$/.test(text.slice(Math.max(0, start - 3), start))
  if (!isAfterBlank) return { start, end: after, text: '' }
  const blank = /^\r?\n/.exec(text.slice(after, after + 2))?.[0]
  if (blank !== undefined) return { start, end: after + blank.length, text: '' }
  if (after < text.length || isFirst) return { start, end: after, text: '' }
  return { start: text[start - 2] === '\r' ? start - 2 : start - 1, end: after, text: '' }
}

function* removeParts({ id, slots, equals }: FluentItem, isRemoved: (key: string) => boolean): Generator<Edit> {
  let before = equals
  for (const slot of slots) {
    if (isRemoved(slot.key)) yield { start: slot.key === id ? equals : before, end: slot.end, text: '' }
    before = slot.end
  }
}
