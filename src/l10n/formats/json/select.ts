import type { Node } from 'jsonc-parser'
import { type Edit, splice } from '../splice.ts'
import { childrenOf, isBlankShape, membersInFile, type ObjectShape, type Shape } from './outline.ts'
import { cutMembers, type Removal } from './remove.ts'
import type { Texts } from './render.ts'
import { encodeString, type JsonStyle } from './style.ts'
import { getNodeEnd, type JsonTree, listProperties, type Property } from './tree.ts'

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
