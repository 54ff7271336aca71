import type { Edit } from '../splice.ts'
import { cutInline, cutLines, getEnd, listRuns, type Run, startOfNext } from '../tree/cut.ts'
import type { ListNode, MapNode, Member } from '../tree/node.ts'

/** Returns the start of the line after a value, past the comment on its line; the length of the text if it ends there. */
export function lineEndAfter(text: string, { value, lead }: Pick<Member, 'value' | 'lead'>): number {
  const end = getEnd({ value, lead })
  return end > 0 && text[end - 1] === '\n' ? end : startOfNext(text, end)
}

/** Removes some members of a map, but not all, with their lines and comments. */
export function removeMembers(text: string, { members, isInline }: MapNode, gone: ReadonlySet<Member>): Edit[] {
  return listRuns(members, gone).map(run => (isInline ? cutInline(run) : cutRun(text, run)))
}

function cutRun(text: string, { first, last, next }: Run): Edit {
  const lineStart = text.lastIndexOf('\n', first.keyStart - 1) + 1
  // The first key can be behind the dash of a list.
  if (/\S/.test(text.slice(lineStart, first.keyStart).replace('\uFEFF', '')) && next !== undefined) {
    return { start: first.keyStart, end: next.keyStart, text: '' }
  }
  return cutLines(text, first.firstLine, lineEndAfter(text, last))
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
