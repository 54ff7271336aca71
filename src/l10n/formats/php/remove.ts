import { childKey } from '../json/keys.ts'
import { leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import { countLineBreaks, getBlockStart } from './entries.ts'
import { type PhpFile, parsePhp } from './file.ts'
import type { PhpArray, PhpElement } from './tree.ts'

/** Decide whether the strings of an entry are removed. */
export interface RemovalRules {
  isRemoved(key: string): boolean
  /** Whether the entry's translation was withdrawn. A list is removed with any of its strings. */
  isWithdrawn(key: string): boolean
}

interface Removal extends RemovalRules {
  readonly text: string
  readonly isNested: boolean
  readonly gone: Set<PhpElement>
  readonly edits: Edit[]
}

/**
 * Removes the strings of removed keys, with their lines, comments and commas, and arrays that become empty. Only the last elements of a list can be removed,
 * because removing others would shift positions.
 */
export function removeElements(file: PhpFile, isNested: boolean, rules: RemovalRules): PhpFile {
  const removal: Removal = {
    isRemoved: key => rules.isRemoved(key),
    isWithdrawn: key => rules.isWithdrawn(key),
    text: file.text,
    isNested,
    gone: new Set(),
    edits: [],
  }
  findGone(removal, file.root, undefined)
  if (removal.gone.size === 0) return file
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
  if (array.isList && !areAllGone) keepPositions(removal, array)
  return { areAllGone, isWithdrawn: isAnyWithdrawn }
}

function keepPositions({ gone }: Removal, { elements }: PhpArray): void {
  let isLast = true
  for (const element of elements.toReversed()) {
    isLast &&= gone.has(element)
    if (!isLast) gone.delete(element)
  }
}

function cutIn(removal: Removal, { elements, open }: PhpArray): void {
  const { text, gone, edits } = removal
  let kept: PhpElement | undefined
  for (const [index, element] of elements.entries()) {
    if (!gone.has(element)) {
      kept = element
      if (element.value.kind === 'array') cutIn(removal, element.value)
      continue
    }
    const next = elements[index + 1]
    edits.push(cut(text, elements[index - 1]?.tailEnd ?? open, element, next))
    // The last element has no comma if it had none before.
    if (next === undefined && element.comma === undefined && kept?.comma !== undefined) {
      edits.push({ start: kept.comma, end: kept.comma + 1, text: '' })
    }
  }
}

/** Removes an element with its comments. Between blank lines, those above it go, too. */
function cut(text: string, from: number, element: PhpElement, next: PhpElement | undefined): Edit {
  const block = getBlockStart(text, element)
  const lead = leadBefore(text, block)
  const { tailEnd } = element
  if (!lead.includes('\n')) {
    // The first element of a line takes the blank behind it.
    const isFirst = lead === '' && next !== undefined && countLineBreaks(text, tailEnd, next.start) === 0
    const end = isFirst && next.comments.length === 0 ? next.start : tailEnd
    return { start: Math.max(from, block - lead.length), end, text: '' }
  }
  const below = next === undefined ? undefined : (next.comments[0]?.start ?? next.start)
  const isBeforeBlank =
    below === undefined
      ? /^\s*\n\s*\n/.test(text.slice(tailEnd, tailEnd + 200))
      : countLineBreaks(text, tailEnd, below) > 1
  let start = Math.max(from, block - lead.length)
  if (isBeforeBlank || next === undefined) while (start > from && /\s/.test(text[start - 1] ?? '')) start -= 1
  return { start, end: tailEnd, text: '' }
}
