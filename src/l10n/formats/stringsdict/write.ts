import { groupMissing } from '../../groups.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { listStringKeys } from '../xcstrings/part-keys.ts'
import {
  applyEdits,
  findIndent,
  findTrailEnd,
  indexOfNode,
  insertInRoot,
  insertLast,
  listLeading,
  removeRange,
  replaceContent,
} from '../xml/edit.ts'
import { isElement } from '../xml/tree.ts'
import { changePair, prepareRendering, removePair, type SourcePair } from './change.ts'
import {
  findPair,
  isRule,
  isVariable,
  listSlots,
  type Pair,
  parseStringsDict,
  type Slot,
  type StringsDict,
} from './plist.ts'
import { renderPair, renderValue } from './render.ts'
import { type DictStyle, detectStyle } from './style.ts'

/** Writes values into a file: changed texts and forms in their place, missing keys after the closest one that precedes them in the source. */
export function writeStringsDict(request: WriteRequest): string {
  const source = parseStringsDict(request.source)
  const sibling = request.sibling === undefined ? undefined : parseStringsDict(request.sibling)
  const model = sibling ?? source
  const given = request.base === undefined ? undefined : parseStringsDict(request.base)
  const base = given ?? (model && parseStringsDict(emptyFile(model)))
  if (base === undefined) return request.base ?? ''
  const style = detectStyle(base, model && detectStyle(model, source && detectStyle(source)))
  const { values, removed, withdrawn } = request
  // Other keys have neither changes nor insertions.
  const touched = listStringKeys(values.keys(), removed, withdrawn)
  const wanted = new Map<string, SourcePair | undefined>()
  for (const pair of source?.pairs ?? []) {
    if (source === undefined || wanted.has(pair.name)) continue
    const slots = touched.has(pair.name) ? listSlots(source.document, pair) : undefined
    wanted.set(pair.name, slots && { source, pair, slots })
  }
  return applyEdits(base.document, mergePairs(base, { wanted, touched }, style, request))
}

const emptyFile = ({ document, dict }: StringsDict): string =>
  applyEdits(document, [replaceContent(document, dict, document.eol + (findIndent(document, dict.start) ?? ''))])

interface Plan {
  /** The keys of the source, in order; with a value if they are touched. */
  readonly wanted: ReadonlyMap<string, SourcePair | undefined>
  readonly touched: ReadonlySet<string>
}

function mergePairs(
  base: StringsDict,
  { wanted, touched }: Plan,
  style: DictStyle,
  { values: all, removed, withdrawn }: WriteRequest,
): Edit[] {
  const values = withdrawn === undefined ? all : new Map([...all].filter(([key]) => !withdrawn.has(key)))
  const { document, dict } = base
  const removals: Edit[] = []
  const kept = new Map<string, Pair>()
  const edits: Edit[] = []
  for (const pair of base.pairs) {
    if (!touched.has(pair.name)) {
      kept.set(pair.name, pair)
      continue
    }
    const from = wanted.get(pair.name)
    const known = new Set(from?.slots.map(({ key }) => key))
    const current = listSlots(document, pair, known)
    const gone = current.filter(
      ({ key }) => withdrawn?.has(key) === true || (removed?.has(key) === true && !known.has(key)),
    )
    const parts = gone.length === 0 || gone.length === current.length ? [] : findParts(base, pair, gone, withdrawn)
    if (parts === undefined || (gone.length > 0 && parts.length === 0)) {
      const [first] = listLeading(document, dict.children, indexOfNode(dict.children, pair.key))
      removals.push(removeRange(document, (first ?? pair.key).start, findTrailEnd(document, dict.children, pair.value)))
      continue
    }
    removals.push(...parts.map(part => removePair(document, part)))
    kept.set(pair.name, pair)
    if (from === undefined) continue
    const without = new Set(gone)
    const left = gone.length === 0 ? current : current.filter(slot => !without.has(slot))
    const whole = parts.length === 0 ? from : { ...from, slots: listPresent(from.slots, left) }
    edits.push(...changePair(base, pair, whole, left, style, values))
  }
  // Insertions precede removals that start at the same offset.
  return [...edits, ...insertPairs(base, wanted, kept, style, values), ...removals]
}

/** Lists the texts and plurals of the source that a file has, in the same structure. */
function listPresent(slots: readonly Slot[], inFile: readonly Slot[]): readonly Slot[] {
  const kinds = new Map(inFile.map(({ key, value }) => [key, typeof value]))
  return slots.filter(({ key, value }) => kinds.get(key) === typeof value)
}

/** Finds the inner pairs that go with removed texts; undefined if the whole key goes. */
function findParts(
  { document }: StringsDict,
  pair: Pair,
  gone: readonly Slot[],
  withdrawn: WriteRequest['withdrawn'],
): Pair[] | undefined {
  const found = new Map<number, Pair>()
  for (const slot of gone) {
    const { key, path } = slot
    // Without the translation of a variable that the source has, the format cannot be printed.
    const isAlone = isVariable(slot) && withdrawn?.has(key) !== true
    const variant = path.findLastIndex((name, index) => index < path.length - 1 && isRule(name))
    if (variant === -1 && !isAlone) return undefined
    let inner = pair
    for (const name of isAlone ? path : path.slice(0, variant + 2)) {
      const next = findPair(document, inner.value, name)
      if (next === undefined) return undefined
      inner = next
    }
    found.set(inner.key.start, inner)
  }
  let end = 0
  return [...found.values()]
    .toSorted((a, b) => a.key.start - b.key.start)
    .filter(({ key, value }) => {
      const isOuter = key.start >= end
      if (isOuter) end = value.end
      return isOuter
    })
}

function insertPairs(
  base: StringsDict,
  wanted: Plan['wanted'],
  kept: ReadonlyMap<string, Pair>,
  style: DictStyle,
  values: WriteRequest['values'],
): Edit[] {
  const { document, dict } = base
  const places = new Map([...kept].map(([name, { value }]) => [name, value]))
  const groups = groupMissing(wanted, places, (name, from) => {
    const lines = from && renderValue(prepareRendering(from, base, style, values), from.pair.value)
    return lines === undefined ? [] : renderPair(name, lines, document)
  })
  const [first] = kept.values()
  if (first === undefined) return [...groups.values()].map(lines => insertOnly(base, lines, style))
  return insertInRoot(document, groups, element => element === first.key, dict)
}

function insertOnly({ document, dict }: StringsDict, lines: readonly string[], { indent }: DictStyle): Edit {
  const content = lines.map(line => document.eol + indent + line).join('')
  if (dict.children.some(isElement)) return { start: dict.contentStart, end: dict.contentStart, text: content }
  if (dict.children.some(({ kind }) => kind === 'comment')) return insertLast(document, dict, lines)
  return replaceContent(document, dict, content + document.eol + (findIndent(document, dict.start) ?? ''))
}
