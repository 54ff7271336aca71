import type { Node } from 'jsonc-parser'
import { type Edit, splice } from '../splice.ts'
import { type ArrayShape, childrenOf, isBlankShape, membersInFile, type ObjectShape, type Shape } from './outline.ts'
import type { Texts } from './render.ts'
import { encodeString, type JsonStyle } from './style.ts'
import { getNodeEnd, type JsonTree, listProperties, type Property } from './tree.ts'

/** Decide whether the strings of an entry are removed. */
interface RemovalRules {
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

interface Removal {
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
function cutMembers(removal: Removal, shape: ObjectShape): void {
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

/** Creates a target file: the source file with translated entries only, without empty objects. */
export function selectFromSource(tree: JsonTree, root: ObjectShape, texts: Texts, style: JsonStyle): string {
  const edits: Edit[] = []
  const replace = (node: Node, text: string): void => {
    edits.push({ start: node.offset, end: getNodeEnd(node), text })
  }
  /** Whether a string below a shape has no value. */
  const lacksValue = memoize((shape): boolean =>
    shape.kind === 'text' ? !texts.has(shape.key) && !isBlankShape(shape) : childrenOf(shape).some(lacksValue),
  )
  const isGone = memoize((shape): boolean => {
    if (shape.kind === 'text') return texts.get(shape.key, shape.form) === undefined && !isBlankShape(shape)
    if (shape.kind !== 'object' && shape.kind !== 'array') return shape.kind === 'kept'
    if (shape.node === undefined) return true
    if (shape.kind === 'array' || (shape.whole === true && lacksValue(shape))) return lacksValue(shape)
    const present = membersInFile(shape)
    return present.length > 0 && present.every(member => isGone(member.shape))
  })
  const selection: Removal = {
    text: tree.text,
    edits,
    isGone,
    visit(shape) {
      const { node } = shape.kind === 'kept' ? {} : shape
      if (node === undefined) return
      if (shape.kind === 'object') cutMembers(selection, shape)
      if (shape.kind === 'fixed' && shape.json !== undefined) replace(node, shape.json)
      if (shape.kind === 'text' || shape.kind === 'own') {
        const text = shape.kind === 'own' ? shape.value : texts.get(shape.key, shape.form)
        if (text !== undefined && text !== node.value) replace(node, encodeString(text, style))
      }
      for (const [index, child] of (shape.kind === 'array' ? (node.children ?? []) : []).entries()) {
        const item = shape.kind === 'array' ? shape.items[index] : undefined
        // An empty object is filled later, if the language uses other forms.
        if (item === undefined || isGone(item)) replace(child, '{}')
        else selection.visit(item)
      }
    },
    keepsLargerGap: false,
  }
  if (isGone(root)) replace(tree.root, '{}')
  else cutMembers(selection, root)
  return tree.bom + splice(tree.text, edits)
}

/** Arrays and objects are asked at each level above them. */
function memoize(find: (shape: Shape) => boolean): (shape: Shape) => boolean {
  const known = new Map<Shape, boolean>()
  return shape => {
    const found = known.get(shape) ?? find(shape)
    known.set(shape, found)
    return found
  }
}

/** Returns the file without the repetitions of keys. */
export function withoutDuplicates({ bom, text, outer }: JsonTree): string {
  const edits: Edit[] = []
  const visit = (node: Node): void => {
    const names = new Set<string>()
    let before: Property | undefined
    for (const property of listProperties(node)) {
      if (names.has(property.name) && before !== undefined) {
        edits.push({ start: getNodeEnd(before.node), end: getNodeEnd(property.node), text: '' })
      } else visit(property.value)
      names.add(property.name)
      before = property
    }
    if (node.type === 'array') for (const child of node.children ?? []) visit(child)
  }
  visit(outer)
  return bom + splice(text, edits)
}
