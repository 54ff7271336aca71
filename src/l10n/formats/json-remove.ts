import { membersInFile, type ObjectShape, type Shape, textsIn } from './json-outline.ts'
import { endOf, type JsonTree, type Property } from './json-tree.ts'
import { type Edit, splice } from './splice.ts'

/** Whether the texts of an entry go. */
export interface Gone {
  key(key: string): boolean
  /** Whether its text was taken back: an array, which stands whole, goes with one of its texts. */
  withdrawn(key: string): boolean
  /** Whether there is a text that takes the place of an outdated one. */
  replaced(key: string): boolean
}

/**
 * A file without the texts of the keys that are gone, each with its line and comma, and without objects and arrays that held nothing else. Of an array only
 * the last elements can go, because the others would take each other's place.
 */
export function removeKeys(tree: JsonTree, root: ObjectShape, gone: Gone): string {
  const removal: Removal = { text: tree.text, gone, edits: [] }
  removeIn(removal, root)
  return removal.edits.length === 0 ? tree.bom + tree.text : tree.bom + splice(tree.text, removal.edits)
}

interface Removal {
  readonly text: string
  readonly gone: Gone
  readonly edits: Edit[]
}

function removeIn(removal: Removal, shape: Shape): void {
  if (shape.kind === 'array') return removeLast(removal, shape.items, shape.node)
  if (shape.kind !== 'object' || shape.node === undefined) return
  const { node } = shape
  let before: Property | undefined
  let run: Property[] = []
  for (const { property, shape: of } of membersInFile(shape)) {
    if (isGone(removal, of)) run.push(property)
    else {
      cutBetween(removal, before, run, property)
      run = []
      before = property
      removeIn(removal, of)
    }
  }
  const last = run.at(-1)
  if (last === undefined) return
  if (before === undefined) removal.edits.push({ start: node.offset + 1, end: endOf(node) - 1, text: '' })
  else removal.edits.push({ start: endOf(before.node), end: endOf(last.node), text: '' })
}

/** A run that others follow goes with its commas; of the blank lines on either side the larger gap stays. */
function cutBetween({ text, edits }: Removal, before: Property | undefined, run: readonly Property[], next: Property) {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) return
  const own = before === undefined ? undefined : text.indexOf(',', endOf(before.node)) + 1
  const following = text.indexOf(',', endOf(last.node)) + 1
  const gap = (from: number, to: number): number => text.slice(from, to).split('\n').length
  const keepsNextGap = own !== undefined && gap(following, next.node.offset) >= gap(own, first.node.offset)
  edits.push(
    keepsNextGap
      ? { start: own, end: following, text: '' }
      : { start: first.node.offset, end: next.node.offset, text: '' },
  )
}

function removeLast(removal: Removal, items: readonly Shape[], node: JsonTree['root'] | undefined): void {
  const children = node?.children ?? []
  let kept = Math.min(items.length, children.length)
  const isGoneAt = (index: number): boolean => {
    const item = items[index]
    return item !== undefined && isGone(removal, item)
  }
  while (kept > 0 && isGoneAt(kept - 1)) kept -= 1
  const stays = children[kept - 1]
  const last = children.at(-1)
  if (stays !== undefined && last !== undefined && stays !== last) {
    removal.edits.push({ start: endOf(stays), end: endOf(last), text: '' })
  }
  for (const item of items.slice(0, kept)) removeIn(removal, item)
}

/** Whether nothing of a shape stays. */
function isGone(removal: Removal, shape: Shape): boolean {
  const { gone } = removal
  switch (shape.kind) {
    case 'text':
      return gone.key(shape.key) || (shape.path !== undefined && gone.key(shape.path))
    case 'kept':
      return gone.key(shape.key) || (shape.outdated === true && gone.replaced(shape.key))
    case 'fixed':
    case 'own':
      return false
    case 'array':
      if (textsIn(shape).some(({ key }) => gone.withdrawn(key))) return true
      return shape.items.length > 0 && shape.items.every(item => isGone(removal, item))
    case 'object': {
      if (shape.whole !== true) {
        return shape.members.length > 0 && shape.members.every(member => isGone(removal, member.shape))
      }
      const texts = textsIn(shape)
      return texts.length > 0 && texts.every(({ key }) => gone.key(key))
    }
  }
}
