import { type Edit, splice } from '../splice.ts'
import { type ArrayShape, childrenOf, membersInFile, type ObjectShape, type Shape } from './outline.ts'
import { getNodeEnd, type JsonTree, type Property } from './tree.ts'

/** Decide whether the strings of an entry are removed. */
export interface RemovalRules {
  isRemoved(key: string): boolean
  /** Whether the entry's translation was withdrawn. An array is removed with any of its strings. */
  isWithdrawn(key: string): boolean
  /** Whether a translation replaces an outdated one. */
  isReplaced(key: string): boolean
}

/**
 * Removes the strings of removed keys, with their lines and commas, and objects and arrays that become empty. Only the last elements of an array can be
 * removed, because removing others would shift indexes.
 */
export function removeKeys(tree: JsonTree, root: ObjectShape, gone: RemovalRules): string {
  // Computed once: visiting everything below at every level would take cubic time.
  const outcomes = findOutcomes(root, gone)
  const edits: Edit[] = []
  const removal: Removal = {
    text: tree.text,
    edits,
    isGone: shape => outcomes.get(shape)?.isGone === true,
    visit(shape) {
      if (shape.kind === 'array') removeLast(removal, shape)
      if (shape.kind === 'object') cutMembers(removal, shape)
    },
    keepsLargerGap: true,
  }
  cutMembers(removal, root)
  return tree.bom + splice(tree.text, edits)
}

export interface Removal {
  readonly text: string
  readonly edits: Edit[]
  /** Whether a shape is removed completely. */
  isGone(shape: Shape): boolean
  /** Looks into a shape that stays. */
  visit(shape: Shape): void
  /** Which blank lines stay where properties are removed: those before them if they are more, or those behind them. */
  readonly keepsLargerGap: boolean
}

/** Removes members of an object with their lines and commas. */
export function cutMembers(removal: Removal, shape: ObjectShape): void {
  const { node } = shape
  if (node === undefined) return
  let before: Property | undefined
  let run: Property[] = []
  for (const { property, shape: of } of membersInFile(shape)) {
    if (removal.isGone(of)) run.push(property)
    else {
      cutBetween(removal, before, run, property)
      run = []
      before = property
      removal.visit(of)
    }
  }
  const last = run.at(-1)
  if (last === undefined) return
  if (before === undefined) removal.edits.push({ start: node.offset + 1, end: getNodeEnd(node) - 1, text: '' })
  else removal.edits.push({ start: getNodeEnd(before.node), end: getNodeEnd(last.node), text: '' })
}

/** Removes a run of properties before `next`, with their commas. */
function cutBetween(removal: Removal, before: Property | undefined, run: readonly Property[], next: Property): void {
  const { text, edits, keepsLargerGap } = removal
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) return
  const own = before === undefined ? undefined : text.indexOf(',', getNodeEnd(before.node)) + 1
  const following = text.indexOf(',', getNodeEnd(last.node)) + 1
  const gap = (from: number, to: number): number => text.slice(from, to).split('\n').length
  const keepsNextGap =
    own !== undefined && (!keepsLargerGap || gap(following, next.node.offset) >= gap(own, first.node.offset))
  edits.push(
    keepsNextGap
      ? { start: own, end: following, text: '' }
      : { start: first.node.offset, end: next.node.offset, text: '' },
  )
}

function removeLast(removal: Removal, { items, node }: ArrayShape): void {
  const children = node?.children ?? []
  let kept = Math.min(items.length, children.length)
  for (let item = items[kept - 1]; item !== undefined && removal.isGone(item); item = items[kept - 1]) kept -= 1
  const stays = children[kept - 1]
  const last = children.at(-1)
  if (stays !== undefined && last !== undefined && stays !== last) {
    removal.edits.push({ start: getNodeEnd(stays), end: getNodeEnd(last), text: '' })
  }
  for (const item of items.slice(0, kept)) removal.visit(item)
}

interface Outcome {
  readonly isGone: boolean
  /** Whether there are strings below, and all their keys are removed. */
  readonly areTextsGone: boolean
  /** Whether a translation below was withdrawn. */
  readonly isWithdrawn: boolean
  readonly hasText: boolean
}

const KEPT_OUTCOME: Outcome = { isGone: false, areTextsGone: true, isWithdrawn: false, hasText: false }

function findOutcomes(root: Shape, gone: RemovalRules): ReadonlyMap<Shape, Outcome> {
  const outcomes = new Map<Shape, Outcome>()
  const look = (shape: Shape): Outcome => {
    const outcome = toOutcome(shape, gone, look)
    outcomes.set(shape, outcome)
    return outcome
  }
  look(root)
  return outcomes
}

function toOutcome(shape: Shape, gone: RemovalRules, look: (part: Shape) => Outcome): Outcome {
  switch (shape.kind) {
    case 'text': {
      const isKeyGone = gone.isRemoved(shape.key)
      return {
        isGone: isKeyGone || (shape.path !== undefined && gone.isRemoved(shape.path)),
        areTextsGone: isKeyGone,
        isWithdrawn: gone.isWithdrawn(shape.key),
        hasText: true,
      }
    }
    case 'kept':
      return {
        ...KEPT_OUTCOME,
        isGone: gone.isRemoved(shape.key) || (shape.outdated === true && gone.isReplaced(shape.key)),
      }
    case 'fixed':
    case 'own':
      return KEPT_OUTCOME
    case 'array':
    case 'object': {
      const all = combineOutcomes(childrenOf(shape).map(look))
      if (shape.kind === 'array') return { ...all, isGone: all.isWithdrawn || all.isGone }
      return shape.whole === true ? { ...all, isGone: all.hasText && all.areTextsGone } : all
    }
  }
}

const combineOutcomes = (parts: readonly Outcome[]): Outcome => ({
  isGone: parts.length > 0 && parts.every(part => part.isGone),
  areTextsGone: parts.every(part => part.areTextsGone),
  isWithdrawn: parts.some(part => part.isWithdrawn),
  hasText: parts.some(part => part.hasText),
})
