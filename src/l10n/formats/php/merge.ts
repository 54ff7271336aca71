import { addTo } from '../../groups.ts'
import { childKey } from '../json/keys.ts'
import { getIndent, leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import { getSingleText } from '../texts.ts'
import { getBlockStart, type PhpFile } from './file.ts'
import { hasText, type Rendering, renderElement, renderKey, renderValue } from './render.ts'
import { fitArrow } from './style.ts'
import { encodeLike } from './text.ts'
import type { PhpArray, PhpElement } from './tree.ts'

interface Merge {
  readonly rendering: Rendering
  readonly base: PhpFile
  readonly edits: Edit[]
  readonly insertions: Edit[]
}

/** Replaces changed values, and inserts missing elements after their closest preceding neighbor in the source. */
export function mergeInto(rendering: Rendering, base: PhpFile): string {
  const merge: Merge = { rendering, base, edits: [], insertions: [] }
  mergeArray(merge, rendering.source.root, base.root, undefined)
  // What is inserted before a value stands before the text that replaces it.
  return base.bom + splice(base.text, [...merge.insertions, ...merge.edits])
}

function mergeArray(merge: Merge, source: PhpArray, target: PhpArray, parent: string | undefined): void {
  const { rendering, base } = merge
  const places = new Map<string, number[]>()
  for (const [index, { name }] of target.elements.entries()) {
    if (name === undefined) continue
    addTo(places, name, index)
  }
  const hasPositions = target.elements.some(element => element.key === undefined)
  const isFilled = ({ name = '', value }: PhpElement): boolean =>
    hasText(rendering, value, childKey(parent, name, rendering.source.isNested))
  const isLonger = source.isList && source.elements.some(one => !places.has(one.name ?? '') && isFilled(one))
  const insertions = new Map<number, string[]>()
  const done = new Set<string>()
  let anchor = -1
  for (const element of source.elements) {
    const { name } = element
    if (name === undefined || done.has(name)) continue
    done.add(name)
    const key = childKey(parent, name, rendering.source.isNested)
    const found = places.get(name)
    if (found !== undefined) {
      for (const index of found) mergeElement(merge, element, target.elements[index], key)
      anchor = found.at(-1) ?? anchor
      continue
    }
    if (source.isList ? !isLonger : !isFilled(element)) continue
    // Before elements named by position, a number would shift them.
    if (hasPositions && /^\d+$/.test(name)) anchor = target.elements.length - 1
    const rendered = renderInserted(merge, target, anchor, element, key)
    if (rendered !== undefined) insertions.set(anchor, [...(insertions.get(anchor) ?? []), rendered])
    // A gap would shift the position of later elements.
    else if (source.isList) break
  }
  for (const [index, rendered] of insertions) {
    merge.insertions.push(...insert(base.text, target, index, rendered, rendering.style.eol))
  }
}

function mergeElement(merge: Merge, source: PhpElement, target: PhpElement | undefined, key: string): void {
  const { rendering, base, edits } = merge
  if (target === undefined || target.value.kind === 'other') return
  const { start, end } = target.value
  if (source.value.kind === 'array' && target.value.kind === 'array' && target.value.elements.length > 0) {
    if (rendering.source.isNested) mergeArray(merge, source.value, target.value, key)
  } else if (source.value.kind === 'text' && target.value.kind === 'text') {
    const given = rendering.values.get(key)
    if (given === undefined) return
    const value = getSingleText('PHP', key, given)
    if (value !== target.value.value) edits.push({ start, end, text: encodeLike(value, base.text, target.value) })
  } else if (hasText(rendering, source.value, key)) {
    const rendered = renderValue(rendering, source.value, key, getIndent(leadBefore(base.text, target.start)))
    if (rendered !== undefined) edits.push({ start, end, text: rendered })
  }
}

/** Renders an element in the style of its neighbors in the base. */
function renderInserted(
  { rendering, base }: Merge,
  target: PhpArray,
  anchor: number,
  element: PhpElement,
  key: string,
): string | undefined {
  const neighbor = target.elements[Math.max(0, anchor)]
  const indent =
    neighbor === undefined
      ? getIndent(leadBefore(base.text, target.start)) + rendering.style.indent
      : getIndent(leadBefore(base.text, neighbor.start))
  const width = renderKey(rendering, element).length
  const arrow = fitArrow(base.text, target, Math.max(0, anchor), width)
  const isNamed = !target.isList && target.elements.length > 0
  return renderElement(rendering, element, key, { indent, arrow, isNamed })
}

/** Inserts elements after another one; at -1, before the first one. */
function insert(text: string, array: PhpArray, index: number, rendered: readonly string[], eol: string): Edit[] {
  const { elements, open, close } = array
  const after = elements[index]
  const [first, second] = elements
  if (first === undefined) {
    // Only comments are in the array.
    const lead = leadBefore(text, close)
    const body = lead.includes('\n')
      ? rendered.map(one => `${eol}${getIndent(lead)}    ${one},`).join('')
      : rendered.join(', ')
    const start = lead.includes('\n') ? close - lead.length : text.slice(open, close).trim() === '' ? open : close
    return [{ start, end: start, text: body }]
  }
  if (after === undefined) {
    const start = getBlockStart(text, first)
    const own = leadBefore(text, start)
    const lead = own === '' && second !== undefined ? leadBefore(text, second.start) : own || ' '
    return [{ start, end: start, text: rendered.map(one => `${one},${lead}`).join('') }]
  }
  const own = leadBefore(text, after.start)
  const lead = own.includes('\n') ? own : ' '
  const start = lead === ' ' ? (after.comma === undefined ? after.end : after.comma + 1) : after.tailEnd
  if (after.comma !== undefined) return [{ start, end: start, text: rendered.map(one => `${lead}${one},`).join('') }]
  return [
    { start: after.end, end: after.end, text: ',' },
    { start, end: start, text: rendered.map(one => lead + one).join(',') },
  ]
}
