import type { Edit } from '../splice.ts'
import type { Member } from './node.ts'

/** Members next to each other that leave a map, and their neighbors. */
export interface Run {
  readonly before: Member | undefined
  readonly first: Member
  readonly last: Member
  readonly next: Member | undefined
}

export function listRuns(members: readonly Member[], gone: ReadonlySet<Member>): readonly Run[] {
  const runs: Run[] = []
  for (const [at, member] of members.entries()) {
    if (!gone.has(member)) continue
    const next = members[at + 1]
    const open = runs.at(-1)
    if (open?.next === member) runs[runs.length - 1] = { ...open, last: member, next }
    else runs.push({ before: members[at - 1], first: member, last: member, next })
  }
  return runs
}

/** The end of a member, whose value can be missing. */
export const getEnd = ({ value, lead }: Pick<Member, 'value' | 'lead'>): number => Math.max(value.end, lead)

/** Removes members from a map in brackets, with their commas. */
export const cutInline = ({ before, first, last, next }: Run): Edit =>
  before === undefined
    ? { start: first.keyStart, end: next?.keyStart ?? getEnd(last), text: '' }
    : { start: getEnd(before), end: getEnd(last), text: '' }

/** Removes whole lines. Of the blank lines on both sides, one side stays. */
export function cutLines(text: string, start: number, end: number): Edit {
  const before = start < 2 ? start : text.lastIndexOf('\n', start - 2) + 1
  const isBlankBefore = before < start && text.slice(before, start).trim() === ''
  const isBlankAfter = text.slice(end, startOfNext(text, end)).trim() === ''
  return { start: isBlankBefore && isBlankAfter ? before : start, end, text: '' }
}

/** Returns the start of the line after an offset; the length of the text if there is none. */
export function startOfNext(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

/** Inserts lines at the start of a line, or at the end of a file that lacks its last line break. */
export function insertLines(text: string, at: number, lines: string, eol: string): Edit {
  const isOpen = at === text.length && !text.endsWith('\n')
  return { start: at, end: at, text: isOpen ? eol + lines.slice(0, -eol.length) : lines }
}
