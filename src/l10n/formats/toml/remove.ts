import type { Edit } from '../splice.ts'
import type { Member } from '../tree/node.ts'
import type { MapShape } from '../tree/outline.ts'
import { findRemovals, type RemovalRules } from '../tree/removal.ts'
import { cutMembers } from './lines.ts'
import type { TomlTree } from './tree.ts'

/** Removes the strings of entries with their lines, and tables that become empty. */
export function removeEntries(tree: TomlTree, root: MapShape, rules: RemovalRules): Edit[] {
  return findRemovals(root, rules).flatMap((removal): Edit[] => {
    if (removal.kind === 'members') {
      return cutMembers(tree, removal.map.node, new Set<Member>([...removal.gone].map(({ member }) => member)))
    }
    const { items } = removal.list.node
    const stays = items[removal.kept - 1]
    const last = items.at(-1)
    return stays === undefined || last === undefined ? [] : [{ start: stays.end, end: last.end, text: '' }]
  })
}
