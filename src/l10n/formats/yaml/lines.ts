import type { Edit } from '../splice.ts'
import type { ListNode, MapNode, Member } from '../tree/node.ts'

/** Returns the start of the line after a value, past the comment on its line; the length of the text if it ends there. */
export function lineEndAfter(text: string, { value, lead }: Pick<Member, 'value' | 'lead'>): number {
  const end = Math.max(value.end, lead)
  if (end > 0 && text[end - 1] === '\n') return end
  const newline = text.indexOf('\n', end)
  return newline === -1 ? text.length : newline + 1
}

/** Removes some members of a map, but not all, with their lines and comments. */
export function removeMembers(text: string, { members, isInline }: MapNode, gone: ReadonlySet<Member>): Edit[] {
  const edits: Edit[] = []
  let before: Member | undefined
  let run: Member[] = []
  for (const member of members) {
    if (gone.has(member)) {
      run.push(member)
      continue
    }
    if (run.length > 0) edits.push(cutRun(text, before, run, member, isInline))
    run = []
    before = member
  }
  if (run.length > 0) edits.push(cutRun(text, before, run, undefined, isInline))
  return edits
}

function cutRun(
  text: string,
  before: Member | undefined,
  run: readonly Member[],
  next: Member | undefined,
  isInline: boolean,
): Edit {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) return { start: 0, end: 0, text: '' }
  const lastEnd = Math.max(last.value.end, last.lead)
  const beforeEnd = before === undefined ? 0 : Math.max(before.value.end, before.lead)
  if (isInline) {
    if (before !== undefined) return { start: beforeEnd, end: lastEnd, text: '' }
    return { start: first.keyStart, end: next?.keyStart ?? lastEnd, text: '' }
  }
  const lineStart = text.lastIndexOf('\n', first.keyStart - 1) + 1
  // The first key can be behind the dash of a list.
  if (/\S/.test(text.slice(lineStart, first.keyStart).replace('\uFEFF', '')) && next !== undefined) {
    return { start: first.keyStart, end: next.keyStart, text: '' }
  }
  const start = first.firstLine
  const end = lineEndAfter(text, last)
  // Of the blank lines on both sides, one side stays.
  return {
    start: isBlankBefore(text, start) && isBlankAt(text, end) ? skipBlankBefore(text, start) : start,
    end,
    text: '',
  }
}

/** Removes the last elements of a list in lines or brackets, but not all. */
export function removeItems(text: string, { items, isInline }: ListNode, kept: number): Edit {
  const stays = items[kept - 1]
  const last = items.at(-1)
  if (stays === undefined || last === undefined) return { start: 0, end: 0, text: '' }
  if (isInline) return { start: stays.end, end: last.end, text: '' }
  return {
    start: lineEndAfter(text, { value: stays, lead: 0 }),
    end: lineEndAfter(text, { value: last, lead: 0 }),
    text: '',
  }
}

const isBlankAt = (text: string, at: number): boolean =>
  at === text.length || /[ \t]*\r?\n/y.test(text.slice(at, at + 200))

const isBlankBefore = (text: string, at: number): boolean => skipBlankBefore(text, at) < at

/** Returns the start of the blank line before a line; `at` if there is none. */
function skipBlankBefore(text: string, at: number): number {
  if (at < 2) return at
  const before = text.lastIndexOf('\n', at - 2) + 1
  return text.slice(before, at).trim() === '' ? before : at
}
