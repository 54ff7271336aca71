import { type Edit, splice } from '../splice.ts'
import type { Member, TreeNode } from '../tree/node.ts'
import type { MapShape } from '../tree/outline.ts'
import { findRemovals, type RemovalRules } from '../tree/removal.ts'
import { removeItems, removeMembers } from './lines.ts'
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
    const gone = new Set<Member>([...removal.gone].map(({ member }) => member))
    const { node } = removal.map
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
