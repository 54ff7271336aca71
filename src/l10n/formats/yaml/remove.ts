import { type Edit, splice } from '../splice.ts'
import { cutInline, cutLines, getEnd, listRuns, type Run, startOfNext } from '../tree/cut.ts'
import type { ListNode, MapNode, Member, TreeNode } from '../tree/node.ts'
import type { MapShape } from '../tree/outline.ts'
import { findRemovals, type RemovalRules } from '../tree/removal.ts'
import type { YamlTree } from './tree.ts'

/** Removes the strings of entries with their lines, and sections that become empty. Values that aliases need stay. */
export function removeEntries(tree: YamlTree, root: MapShape, rules: Omit<RemovalRules, 'isNeeded'>): string {
  const { text, rootMember, referenced } = tree
  const isNeeded = (node: TreeNode): boolean => referenced.size > 0 && hasReferenced(node, referenced)
  const edits: Edit[] = []
  for (const removal of findRemovals(root, { ...rules, isNeeded })) {
    if (removal.kind === 'items') {
      if (removal.kept > 0) edits.push(removeItems(text, removal.list.node, removal.kept))
      continue
    }
    const { gone, map } = removal
    const { node } = map
    if (gone.size < node.members.length) edits.push(...removeMembers(text, node, gone))
    else if (rootMember !== undefined && node === tree.root)
      edits.push({ start: rootMember.lead, end: node.end, text: emptied(text, node.end, ' {}') })
    else edits.push({ start: node.start, end: node.end, text: emptied(text, node.end, '{}') })
  }
  return splice(text, edits)
}

/** The lines of a block end with their line break. */
function emptied(text: string, end: number, braces: string): string {
  if (text[end - 1] !== '\n') return braces
  return braces + (text[end - 2] === '\r' ? '\r\n' : '\n')
}

/** Returns whether aliases need a value, or a part of it: the parts of its sections are looked at before. */
function hasReferenced(node: TreeNode, referenced: ReadonlySet<TreeNode>): boolean {
  if (referenced.has(node)) return true
  if (node.kind === 'map') return node.members.some(({ value }) => referenced.has(value))
  return node.kind === 'list' && node.items.some(item => referenced.has(item))
}

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
function removeItems(text: string, { items, isInline }: ListNode, kept: number): Edit {
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
