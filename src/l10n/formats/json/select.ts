import { type ArrayShape, childrenOf, isBlankShape, membersInFile, type ObjectShape, type Shape } from './outline.ts'
import { encodeString, getNodeText, type JsonStyle } from './style.ts'
import type { Texts } from './texts.ts'
import { getNodeEnd, type JsonTree } from './tree.ts'

/** Creates a target file: the source file with translated entries only, without empty objects. */
export function selectFromSource(tree: JsonTree, root: ObjectShape, texts: Texts, style: JsonStyle): string {
  const selected = select({ tree, texts, style, lacking: new Map() }, root) ?? '{}'
  return tree.bom + tree.text.slice(0, tree.root.offset) + selected + tree.text.slice(getNodeEnd(tree.root))
}

interface Selection {
  readonly tree: JsonTree
  readonly texts: Texts
  readonly style: JsonStyle
  /** Arrays and objects already searched for a string without a value. */
  readonly lacking: Map<Shape, boolean>
}

/** Renders a shape with its values; undefined if it has none. */
function select(selection: Selection, shape: Shape): string | undefined {
  const { tree, texts, style } = selection
  switch (shape.kind) {
    case 'text':
    case 'own': {
      const text = shape.kind === 'own' ? shape.value : texts.get(shape.key, shape.form)
      if (text === undefined)
        return isBlankShape(shape) && shape.node !== undefined ? getNodeText(tree, shape.node) : undefined
      return text === shape.node?.value ? getNodeText(tree, shape.node) : encodeString(text, style)
    }
    case 'fixed':
      return shape.json ?? getNodeText(tree, shape.node)
    case 'kept':
      return undefined
    case 'array':
      return selectArray(selection, shape)
    case 'object':
      return shape.whole === true && lacksValue(selection, shape) ? undefined : selectObject(selection, shape)
  }
}

function selectObject(selection: Selection, object: ObjectShape): string | undefined {
  const { tree } = selection
  const { node } = object
  if (node === undefined) return undefined
  const present = membersInFile(object)
  if (present.length === 0) return getNodeText(tree, node)
  const kept: { readonly lead: string; readonly body: string; readonly tail: string }[] = []
  let start = node.offset + 1
  let lastTail = ''
  const firstLead = tree.text.slice(start, present[0]?.property.node.offset)
  for (const [index, { shape, property }] of present.entries()) {
    const isLast = index === present.length - 1
    const stop = isLast ? getNodeEnd(node) - 1 : tree.text.indexOf(',', getNodeEnd(property.value))
    const chosen = select(selection, shape)
    lastTail = tree.text.slice(getNodeEnd(property.value), stop)
    if (chosen !== undefined) {
      const lead = kept.length === 0 ? firstLead : tree.text.slice(start, property.node.offset)
      kept.push({ lead, body: tree.text.slice(property.node.offset, property.value.offset) + chosen, tail: lastTail })
    }
    start = stop + 1
  }
  if (kept.length === 0) return undefined
  const parts = kept.map(({ lead, body, tail }, index) => lead + body + (index === kept.length - 1 ? lastTail : tail))
  return `{${parts.join(',')}}`
}

function selectArray(selection: Selection, shape: ArrayShape): string | undefined {
  const { tree } = selection
  const { node } = shape
  if (node === undefined || lacksValue(selection, shape)) return undefined
  let text = ''
  let start = node.offset
  for (const [index, child] of (node.children ?? []).entries()) {
    const item = shape.items[index]
    // An empty object is filled later, if the language uses other forms.
    const chosen = (item && select(selection, item)) ?? '{}'
    text += tree.text.slice(start, child.offset) + chosen
    start = getNodeEnd(child)
  }
  return text + tree.text.slice(start, getNodeEnd(node))
}

/** Returns whether a string below the shape has no value. */
function lacksValue(selection: Selection, shape: Shape): boolean {
  if (shape.kind === 'text') return !selection.texts.has(shape.key) && !isBlankShape(shape)
  if (shape.kind !== 'object' && shape.kind !== 'array') return false
  const known = selection.lacking.get(shape)
  if (known !== undefined) return known
  const lacks = childrenOf(shape).some(child => lacksValue(selection, child))
  selection.lacking.set(shape, lacks)
  return lacks
}
