import type { Node } from 'jsonc-parser'
import { groupBy } from '../../groups.ts'
import { type Edit, splice } from '../splice.ts'
import type { ArrayShape, Member, ObjectShape, Shape } from './outline.ts'
import { hasText, type Rendering, render, renderWhole } from './render.ts'
import { encodeString, getIndent, leadBefore } from './style.ts'
import { getNodeEnd, type JsonTree, listProperties, type Property } from './tree.ts'

/**
 * Writes values into a file. A missing key is inserted after its closest preceding sibling in the source, a plural form next to the other forms. If the files
 * disagree whether a value is a string or an object, the source wins.
 */
export function insertIntoBase(rendering: Rendering, root: ObjectShape, into: JsonTree): string {
  const merge: Merge = { rendering, into, edits: [] }
  const { rootProperty } = into
  const indent = rootProperty === undefined ? '' : getIndent(leadBefore(into.text, rootProperty.node.offset))
  mergeObject(merge, root, into.root, indent)
  return into.bom + splice(into.text, merge.edits)
}

interface Merge {
  readonly rendering: Rendering
  readonly into: JsonTree
  readonly edits: Edit[]
}

/** `start` is the offset after the indentation of the target's line. */
function mergeValue(merge: Merge, shape: Shape, target: Node, start: number): void {
  const indent = (): string => getIndent(leadBefore(merge.into.text, start))
  if (shape.kind === 'object' && target.type === 'object') mergeObject(merge, shape, target, indent())
  else if (shape.kind === 'array' && target.type === 'array') mergeArray(merge, shape, target, indent())
  else if ((shape.kind === 'text' || shape.kind === 'own') && target.type === 'string') {
    const { texts, style } = merge.rendering
    const text = shape.kind === 'own' ? shape.value : texts.get(shape.key, shape.form)
    if (text !== undefined && text !== target.value) replace(merge, target, encodeString(text, style))
  } else if (shape.kind !== 'fixed' && shape.kind !== 'kept') {
    replace(merge, target, render(merge.rendering, shape, indent()))
  }
}

function mergeObject(merge: Merge, shape: ObjectShape, target: Node, indent: string): void {
  const present = listProperties(target)
  if (present.length === 0) {
    const rendered = render(merge.rendering, shape, indent)
    if (rendered !== '{}') replace(merge, target, rendered)
    return
  }
  const places = new Map(present.map(({ name }, index) => [name, index]))
  const earlier = merge.into.hasDuplicates ? findRepeated(present, places) : NO_REPETITIONS
  let families: ReadonlyMap<string, Extent> | undefined
  /** The first and last form of a plural in the target, looked for when the first form is missing. */
  const findExtent = (family: string | undefined): Extent | undefined => {
    if (family === undefined) return undefined
    families ??= findFamilies(shape.members, places)
    return families.get(family)
  }
  let anchor = -1
  let anchorFamily: string | undefined
  for (const { name, shape: wanted, family } of shape.members) {
    const index = places.get(name)
    const twin = index === undefined ? undefined : present[index]
    if (index !== undefined && twin !== undefined) {
      // A repeated key keeps one value.
      for (const { value, node } of earlier.get(name) ?? []) mergeValue(merge, wanted, value, node.offset)
      mergeValue(merge, wanted, twin.value, twin.node.offset)
      // A note can be far from its entry, so it does not mark the entry's position.
      if (wanted.kind !== 'kept' || index === anchor + 1) {
        anchor = index
        anchorFamily = family
      }
      continue
    }
    const mates = findExtent(family)
    if (mates !== undefined && anchorFamily !== family) insert(merge, present, mates.first, 'before', name, wanted)
    else if (anchor === -1) insert(merge, present, 0, 'before', name, wanted)
    else {
      const end = anchorFamily === family ? undefined : findExtent(anchorFamily)
      insert(merge, present, end?.last ?? anchor, 'after', name, wanted)
    }
  }
}

const NO_REPETITIONS: ReadonlyMap<string, readonly Property[]> = new Map()

/** Finds the properties before the last one with their name. */
function findRepeated(
  present: readonly Property[],
  places: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly Property[]> {
  const earlier = present.filter(({ name }, index) => places.get(name) !== index)
  return groupBy(earlier, ({ name }) => name)
}

interface Extent {
  readonly first: number
  readonly last: number
}

function findFamilies(members: readonly Member[], places: ReadonlyMap<string, number>): Map<string, Extent> {
  const families = new Map<string, Extent>()
  for (const { name, family } of members) {
    const index = places.get(name)
    if (family === undefined || index === undefined) continue
    const { first, last } = families.get(family) ?? { first: index, last: index }
    families.set(family, { first: Math.min(first, index), last: Math.max(last, index) })
  }
  return families
}

function insert(
  merge: Merge,
  present: readonly Property[],
  index: number,
  side: 'before' | 'after',
  name: string,
  shape: Shape,
): void {
  const { text } = merge.into
  const neighbour = present[index]
  if (neighbour === undefined) return
  const lead = leadBefore(text, neighbour.node.offset)
  const { style } = merge.rendering
  // An object on one line stays on it.
  const rendering = lead.includes('\n')
    ? merge.rendering
    : { ...merge.rendering, style: { ...style, multiline: false } }
  const rendered = render(rendering, shape, getIndent(lead))
  if (rendered === undefined) return
  const property = encodeString(name, style) + style.colon + rendered
  const between = index === 0 ? getLeadOfNext(text, present, lead, style.colon) : lead
  if (side === 'before') addInsertion(merge, neighbour.node.offset, `${property},${between}`)
  else addInsertion(merge, getNodeEnd(neighbour.node), `,${between}${property}`)
}

/** Returns the white space between two properties, which can be missing before the first one. */
function getLeadOfNext(text: string, [, second]: readonly Property[], lead: string, colon: string): string {
  if (second !== undefined) return leadBefore(text, second.node.offset)
  return lead === '' && colon.endsWith(' ') ? ' ' : lead
}

function mergeArray(merge: Merge, shape: ArrayShape, target: Node, indent: string): void {
  const present = target.children ?? []
  const last = present.at(-1)
  if (last === undefined) {
    const rendered = render(merge.rendering, shape, indent)
    if (rendered !== '[]') replace(merge, target, rendered)
    return
  }
  const lead = leadBefore(merge.into.text, last.offset)
  const isLonger = shape.items.slice(present.length).some(item => hasText(merge.rendering, item))
  for (const [index, item] of shape.items.slice(0, isLonger ? undefined : present.length).entries()) {
    const twin = present[index]
    if (twin !== undefined) mergeValue(merge, item, twin, last.offset)
    else {
      const rendered = renderWhole(merge.rendering, item, getIndent(lead))
      // A gap would shift the index of later elements.
      if (rendered === undefined) return
      addInsertion(merge, getNodeEnd(last), `,${lead}${rendered}`)
    }
  }
}

/** Replaces a value, unless there is nothing to write. */
function replace({ edits }: Merge, node: Node, text: string | undefined): void {
  if (text !== undefined) edits.push({ start: node.offset, end: getNodeEnd(node), text })
}

function addInsertion(merge: Merge, at: number, text: string): void {
  merge.edits.push({ start: at, end: at, text })
}
