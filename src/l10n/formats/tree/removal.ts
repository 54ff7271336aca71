import type { WriteRequest } from '../format.ts'
import type { Member, TreeNode } from './node.ts'
import { entriesIn, type ListShape, type MapShape, type Shape } from './outline.ts'

/** Decide which entries leave a target file. */
export interface FileRules {
  readonly isRemoved: (key: string) => boolean
  /** Whether the translation was withdrawn. A list goes with any of its strings. */
  readonly isWithdrawn: (key: string) => boolean
}

export interface RemovalRules extends FileRules {
  /** Whether other parts of the file refer to a value. */
  isNeeded(node: TreeNode): boolean
}

export const NO_KEYS: ReadonlySet<string> = new Set()

/** The rules of a request, for a target file whose source has the entries of `source`. */
export function createRemovalRules(
  { removed = NO_KEYS, withdrawn = NO_KEYS }: Pick<WriteRequest, 'removed' | 'withdrawn'>,
  source: MapShape,
): Omit<RemovalRules, 'isNeeded'> {
  const current = new Set(entriesIn(source).map(({ key }) => key))
  const isWithdrawn = (key: string): boolean => withdrawn.has(key)
  return { isWithdrawn, isRemoved: key => isWithdrawn(key) || (removed.has(key) && !current.has(key)) }
}

export type Removal =
  | { readonly kind: 'members'; readonly map: MapShape; readonly gone: ReadonlySet<Member> }
  | { readonly kind: 'items'; readonly list: ListShape /** Elements that stay. */; readonly kept: number }

/** Finds the parts to remove, from the outside in. Sections that become empty go, too, except for the root. */
export function findRemovals(root: MapShape, rules: RemovalRules): Removal[] {
  const outcomes = new Map<Shape, Outcome>()
  look(root, rules, outcomes)
  const removals: Removal[] = []
  const visit = (shape: Shape): void => {
    if (shape.kind === 'map') {
      const gone = new Set(
        shape.members.flatMap(({ member, shape: of }) => (outcomes.get(of)?.isGone === true ? [member] : [])),
      )
      if (gone.size > 0) removals.push({ kind: 'members', map: shape, gone })
      for (const { member, shape: of } of shape.members) if (!gone.has(member)) visit(of)
    } else if (shape.kind === 'list') {
      let kept = shape.items.length
      for (; kept > 0; kept -= 1) {
        const last = shape.items[kept - 1]
        if (last === undefined || outcomes.get(last)?.isGone !== true) break
      }
      if (kept < shape.items.length) removals.push({ kind: 'items', list: shape, kept })
      // An element before others stays with its strings: without it, they would have other names.
      for (const item of shape.items.slice(0, kept)) if (outcomes.get(item)?.isGone !== true) visit(item)
    }
  }
  visit(root)
  return removals
}

interface Outcome {
  readonly isGone: boolean
  readonly isWithdrawn: boolean
}

const STAYS: Outcome = { isGone: false, isWithdrawn: false }

function look(shape: Shape, rules: RemovalRules, outcomes: Map<Shape, Outcome>): Outcome {
  const outcome = toOutcome(shape, rules, outcomes)
  const decided = outcome.isGone && rules.isNeeded(shape.node) ? { ...outcome, isGone: false } : outcome
  outcomes.set(shape, decided)
  return decided
}

function toOutcome(shape: Shape, rules: RemovalRules, outcomes: Map<Shape, Outcome>): Outcome {
  if (shape.kind === 'other') return STAYS
  if (shape.kind === 'text' || shape.kind === 'plural') {
    return { isGone: rules.isRemoved(shape.key), isWithdrawn: rules.isWithdrawn(shape.key) }
  }
  const below = shape.kind === 'map' ? shape.members.map(({ shape: of }) => of) : shape.items
  const parts = below.map(part => look(part, rules, outcomes))
  const isWithdrawn = parts.some(part => part.isWithdrawn)
  const areAllGone = parts.length > 0 && parts.every(part => part.isGone)
  return { isGone: areAllGone || (shape.kind === 'list' && isWithdrawn), isWithdrawn }
}
