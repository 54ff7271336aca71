import type { Edit } from '../splice.ts'
import type { MapNode, Member } from '../tree/node.ts'
import type { TomlTree } from './tree.ts'

/** Returns the start of the line after an offset; the length of the text if there is none. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

/** Returns the end of the last value of a member, with the tables in it. */
export function endOf({ lead, value }: Member): number {
  if (value.kind !== 'map' || value.isInline) return value.end
  return value.members.reduce((end, member) => Math.max(end, endOf(member)), lead)
}

/** Removes members of a table with their lines, headers and comments; from a table in braces, not all of them. */
export function cutMembers(tree: TomlTree, { members, isInline }: MapNode, gone: ReadonlySet<Member>): Edit[] {
  if (!isInline) {
    const spans = members.flatMap(member => (gone.has(member) ? listLines(tree, member) : []))
    return joinSpans(spans).map(span => cutLines(tree.text, span))
  }
  const edits: Edit[] = []
  let before: Member | undefined
  let run: Member[] = []
  const cut = (next: Member | undefined): void => {
    const first = run[0]
    const last = run.at(-1)
    run = []
    if (first === undefined || last === undefined) return
    if (before !== undefined) edits.push({ start: before.value.end, end: last.value.end, text: '' })
    else edits.push({ start: first.keyStart, end: next?.keyStart ?? last.value.end, text: '' })
  }
  for (const member of members) {
    if (gone.has(member)) run.push(member)
    else {
      cut(member)
      before = member
    }
  }
  cut(undefined)
  return edits
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Lists the lines of a key, or those of a table and of the tables in it, which can be apart. */
function listLines(tree: TomlTree, member: Member): Span[] {
  const { text, tables } = tree
  const { value, lead, firstLine } = member
  const form = value.kind === 'map' ? tables.get(value)?.form : undefined
  if (value.kind !== 'map' || form === 'inline') return [{ start: firstLine, end: lineEnd(text, value.end) }]
  const inside = value.members.flatMap(one => listLines(tree, one))
  return form === 'header' ? [{ start: firstLine, end: lineEnd(text, lead) }, ...inside] : inside
}

/** Joins spans that follow each other directly. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && last.end >= span.start) joined[joined.length - 1] = { start: last.start, end: span.end }
    else joined.push(span)
  }
  return joined
}

/** Removes whole lines. Of the blank lines on both sides, one side stays. */
function cutLines(text: string, { start, end }: Span): Edit {
  const before = start < 2 ? start : text.lastIndexOf('\n', start - 2) + 1
  const isBlankBefore = before < start && text.slice(before, start).trim() === ''
  const next = text.slice(end, lineEnd(text, end)).trim()
  return { start: isBlankBefore && next === '' ? before : start, end, text: '' }
}
