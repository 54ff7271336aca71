import type { Edit, Span } from '../splice.ts'
import { cutInline, cutLines, listRuns, startOfNext } from '../tree/cut.ts'
import type { MapNode, Member } from '../tree/node.ts'
import type { MapShape } from '../tree/outline.ts'
import { findRemovals, type RemovalRules } from '../tree/removal.ts'
import type { TomlTree } from './tree.ts'

/** Removes the strings of entries with their lines, and tables that become empty. */
export function removeEntries(tree: TomlTree, root: MapShape, rules: RemovalRules): Edit[] {
  return findRemovals(root, rules).flatMap((removal): Edit[] => {
    if (removal.kind === 'members') return cutMembers(tree, removal.map.node, removal.gone)
    const { items } = removal.list.node
    const stays = items[removal.kept - 1]
    const last = items.at(-1)
    return stays === undefined || last === undefined ? [] : [{ start: stays.end, end: last.end, text: '' }]
  })
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
    return joinSpans(spans).map(({ start, end }) => cutLines(tree.text, start, end))
  }
  return listRuns(members, gone).map(cutInline)
}

/** Lists the lines of a key, or those of a table and of the tables in it, which can be apart. */
function listLines(tree: TomlTree, member: Member): Span[] {
  const { text, tables } = tree
  const { value, lead, firstLine } = member
  const form = value.kind === 'map' ? tables.get(value)?.form : undefined
  if (value.kind !== 'map' || form === 'inline') return [{ start: firstLine, end: startOfNext(text, value.end) }]
  const inside = value.members.flatMap(one => listLines(tree, one))
  return form === 'header' ? [{ start: firstLine, end: startOfNext(text, lead) }, ...inside] : inside
}

function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && last.end >= span.start) joined[joined.length - 1] = { start: last.start, end: span.end }
    else joined.push(span)
  }
  return joined
}
