import { childKey } from '../json/keys.ts'
import { leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import type { FileRules } from '../tree/removal.ts'
import { countLineBreaks, getBlockStart, type PhpFile, parsePhp } from './file.ts'
import type { PhpArray, PhpElement } from './tree.ts'

interface Removal extends FileRules {
  readonly text: string
  readonly isNested: boolean
  readonly gone: Set<PhpElement>
  readonly edits: Edit[]
}

/**
 * Removes the strings of removed keys, with their lines, comments and commas, and arrays that become empty. Only the last elements of a list can be removed,
 * because removing others would shift positions.
 */
export function removeElements(file: PhpFile, isNested: boolean, rules: FileRules): PhpFile {
  const removal: Removal = { ...rules, text: file.text, isNested, gone: new Set(), edits: [] }
  findGone(removal, file.root, undefined)
  if (removal.gone.size + removal.edits.length === 0) return file
  cutIn(removal, file.root)
  return parsePhp(file.bom + splice(file.text, removal.edits))
}

/** Collects the elements that are removed completely. */
function findGone(
  removal: Removal,
  array: PhpArray,
  parent: string | undefined,
): { areAllGone: boolean; isWithdrawn: boolean } {
  const { isNested, gone } = removal
  let isAnyWithdrawn = false
  for (const element of array.elements) {
    const { name, value } = element
    if (name === undefined) continue
    const key = childKey(parent, name, isNested)
    if (value.kind === 'text') {
      isAnyWithdrawn ||= removal.isWithdrawn(key)
      if (removal.isRemoved(key) || removal.isWithdrawn(key)) gone.add(element)
    } else if (value.kind === 'array' && isNested) {
      const below = findGone(removal, value, key)
      isAnyWithdrawn ||= below.isWithdrawn
      if (below.areAllGone || (value.isList && below.isWithdrawn)) gone.add(element)
    }
  }
  const areAllGone = array.elements.length > 0 && array.elements.every(element => gone.has(element))
  if (!areAllGone) keepPositions(removal, array, parent)
  return { areAllGone, isWithdrawn: isAnyWithdrawn }
}

/** Keeps elements whose removal would shift others that are named by position. Withdrawn ones are emptied. */
function keepPositions(removal: Removal, { elements, isList }: PhpArray, parent: string | undefined): void {
  const { gone, edits, isNested } = removal
  let isPositionKept = false
  for (const element of elements.toReversed()) {
    const { key, name, value } = element
    const isNumbered = key === undefined || (name !== undefined && /^\d+$/.test(name))
    const isKept = isPositionKept && isNumbered && gone.delete(element)
    if (isKept && !isList && name !== undefined && value.kind === 'text') {
      const isWithdrawn = removal.isWithdrawn(childKey(parent, name, isNested))
      if (isWithdrawn) edits.push({ start: value.start, end: value.end, text: "''" })
    }
    isPositionKept ||= key === undefined && !gone.has(element)
  }
}

function cutIn(removal: Removal, { elements, open, close }: PhpArray): void {
  const { text, gone, edits } = removal
  let kept: PhpElement | undefined
  for (const [index, element] of elements.entries()) {
    if (!gone.has(element)) {
      kept = element
      if (element.value.kind === 'array') cutIn(removal, element.value)
      continue
    }
    const next = elements[index + 1]
    const below =
      next === undefined ? findTokenStart(text, element.tailEnd, close) : (next.comments[0]?.start ?? next.start)
    edits.push(cut(text, elements[index - 1]?.tailEnd ?? open, element, below, next === undefined))
    // The last element has no comma if it had none before.
    if (next === undefined && element.comma === undefined && kept?.comma !== undefined) {
      edits.push({ start: kept.comma, end: kept.comma + 1, text: '' })
    }
  }
}

/** Returns the offset of the first character that is not white space. */
function findTokenStart(text: string, from: number, to: number): number {
  let at = from
  while (at < to && /\s/.test(text[at] ?? '')) at += 1
  return at
}

/** Removes an element with its comments. Between blank lines, those above it go, too. `below` is the start of what follows. */
function cut(text: string, from: number, element: PhpElement, below: number, isLast: boolean): Edit {
  const block = getBlockStart(text, element)
  const lead = leadBefore(text, block)
  const { tailEnd } = element
  const breaks = countLineBreaks(text, tailEnd, below)
  // What follows in the same line takes its place: the line above can end with a comment.
  if (breaks === 0 && (lead.includes('\n') || (lead === '' && !isLast))) return { start: block, end: below, text: '' }
  let start = Math.max(from, block - lead.length)
  if (lead.includes('\n') && (breaks > 1 || isLast)) while (start > from && /\s/.test(text[start - 1] ?? '')) start -= 1
  return { start, end: tailEnd, text: '' }
}
