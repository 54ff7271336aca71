import { groupBy } from '../../groups.ts'
import { type Conflict, findLines } from '../repeated-keys.ts'
import type { Span } from '../splice.ts'
import { isSameNode, type Member, type TreeNode } from './node.ts'

/** The keys that occur twice in a map of a file, also in one that is in others. */
export interface Repetitions {
  readonly hasDuplicates: boolean
  /** Those with different values, from the outside in. */
  readonly conflicts: readonly Conflict[]
}

export function findRepetitions(text: string, root: TreeNode | undefined): Repetitions {
  const conflicts: Conflict[] = []
  let hasDuplicates = false
  const visit = (node: TreeNode): void => {
    if (node.kind === 'list') node.items.forEach(visit)
    if (node.kind !== 'map') return
    for (const members of groupBy(node.members, ({ name }) => name).values()) {
      const [first, ...others] = members
      const other = others.find(({ value }) => !isSameNode(text, first.value, value))
      if (others.length > 0) hasDuplicates = true
      if (other === undefined) for (const { value } of members) visit(value)
      else {
        const lines = (): readonly [number, number] => findLines(text, first.keyStart, other.keyStart)
        conflicts.push({ spans: members.flatMap(listSpans), findLines: lines })
      }
    }
  }
  if (root !== undefined) visit(root)
  return { hasDuplicates, conflicts }
}

/** Lists where a member is: other parts of a file can be between those of a table. */
const listSpans = ({ keyStart: start, lead, value }: Member): readonly Span[] =>
  value.kind === 'map' && !value.isInline
    ? value.members.flatMap(listSpans)
    : [{ start, end: Math.max(lead, value.end) }]
