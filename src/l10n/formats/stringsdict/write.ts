import { groupMissing } from '../../groups.ts'
import { type Message, sameMessage } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { listStringKeys } from '../xcstrings/slots.ts'
import {
  applyEdits,
  findIndent,
  findTrailEnd,
  indexOfNode,
  insertAfter,
  insertBefore,
  insertInRoot,
  insertLast,
  listLeading,
  removeRange,
  replaceContent,
} from '../xml/edit.ts'
import { escapeText, renderCdata } from '../xml/references.ts'
import { readText } from '../xml/text.ts'
import { isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import {
  FORMAT_KEY,
  findPair,
  isRule,
  isVariable,
  listForms,
  listPairs,
  listSlots,
  type Pair,
  parseStringsDict,
  type Slot,
  type StringsDict,
} from './plist.ts'
import { type DictStyle, detectStyle, getCategoryOrder, type Rendering, renderPair, renderValue } from './render.ts'

/** Writes values into a file: changed texts and forms in their place, missing keys after the closest one that precedes them in the source. */
export function writeStringsDict(request: WriteRequest): string {
  const source = parseStringsDict(request.source)
  const sibling = parseStringsDict(request.sibling)
  const model = sibling ?? source
  const base = parseStringsDict(request.base) ?? (model && parseStringsDict(emptyFile(model)))
  if (base === undefined) return request.base ?? ''
  const style = detectStyle(base, model && detectStyle(model, source && detectStyle(source)))
  const { removed, withdrawn } = request
  // Other keys have neither changes nor insertions.
  const touched = listStringKeys(request.values.keys(), removed, withdrawn)
  const wanted = new Map<string, SourcePair | undefined>()
  for (const pair of source?.pairs ?? []) {
    if (source === undefined || wanted.has(pair.name)) continue
    const slots = touched.has(pair.name) ? listSlots(source.document, pair) : undefined
    wanted.set(pair.name, slots && { source, pair, slots })
  }
  const values = new Map([...request.values].filter(([key]) => withdrawn?.has(key) !== true))
  return applyEdits(base.document, mergePairs({ base, style, wanted, touched, values, removed, withdrawn }))
}

const emptyFile = ({ document, dict }: StringsDict): string =>
  applyEdits(document, [replaceContent(document, dict, document.eol + (findIndent(document, dict.start) ?? ''))])

/** What is written into a file. */
interface Writing extends Pick<WriteRequest, 'values' | 'removed' | 'withdrawn'> {
  readonly base: StringsDict
  readonly style: DictStyle
  /** The keys of the source, in order; with a value if they are touched. */
  readonly wanted: ReadonlyMap<string, SourcePair | undefined>
  readonly touched: ReadonlySet<string>
}

function mergePairs(writing: Writing): Edit[] {
  const { base, wanted, touched, removed, withdrawn } = writing
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
    const parts = gone.length === 0 || gone.length === current.length ? [] : findParts(writing, pair, gone)
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
    edits.push(...changePair(writing, pair, whole, left))
  }
  // Insertions precede removals that start at the same offset.
  return [...edits, ...insertPairs(writing, kept), ...removals]
}

/** Lists the texts and plurals of the source that a file has, in the same structure. */
function listPresent(slots: readonly Slot[], inFile: readonly Slot[]): readonly Slot[] {
  const kinds = new Map(inFile.map(({ key, value }) => [key, typeof value]))
  return slots.filter(({ key, value }) => kinds.get(key) === typeof value)
}

/** Finds the inner pairs that go with removed texts; undefined if the whole key goes. */
function findParts({ base, withdrawn }: Writing, pair: Pair, gone: readonly Slot[]): Pair[] | undefined {
  const found = new Map<number, Pair>()
  for (const slot of gone) {
    const { key, path } = slot
    // Without the translation of a variable that the source has, the format cannot be printed.
    const isAlone = isVariable(slot) && withdrawn?.has(key) !== true
    const variant = path.findLastIndex((name, index) => index < path.length - 1 && isRule(name))
    if (variant === -1 && !isAlone) return undefined
    let inner = pair
    for (const name of isAlone ? path : path.slice(0, variant + 2)) {
      const next = findPair(base.document, inner.value, name)
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

function insertPairs(writing: Writing, kept: ReadonlyMap<string, Pair>): Edit[] {
  const { document, dict } = writing.base
  const places = new Map([...kept].map(([name, { value }]) => [name, value]))
  const groups = groupMissing(writing.wanted, places, (name, from) => {
    const lines = from && renderValue(prepareRendering(writing, from), from.pair.value)
    return lines === undefined ? [] : renderPair(name, lines, document)
  })
  const [first] = kept.values()
  if (first === undefined) return [...groups.values()].map(lines => insertOnly(writing, lines))
  return insertInRoot(document, groups, element => element === first.key, dict)
}

function insertOnly({ base: { document, dict }, style }: Writing, lines: readonly string[]): Edit {
  const content = lines.map(line => document.eol + style.indent + line).join('')
  if (dict.children.some(isElement)) return { start: dict.contentStart, end: dict.contentStart, text: content }
  if (dict.children.some(({ kind }) => kind === 'comment')) return insertLast(document, dict, lines)
  return replaceContent(document, dict, content + document.eol + (findIndent(document, dict.start) ?? ''))
}

interface SourcePair {
  readonly source: StringsDict
  readonly pair: Pair
  readonly slots: readonly Slot[]
}

/** Prepares the rendering of a key. */
function prepareRendering({ base, style, values }: Writing, { source, slots }: SourcePair): Rendering {
  const wanted = new Map<string, Message>()
  for (const slot of slots) {
    const value = values.get(slot.key)
    const fitting = value === undefined ? undefined : fitValue(value, slot)
    if (fitting !== undefined) wanted.set(slot.key, fitting)
  }
  const byElement = new Map(slots.map(slot => [slot.element, slot]))
  return { document: source.document, target: base.document, style, slots: byElement, values: wanted }
}

/** A translation from before the source became a plural is its form for all numbers, and the reverse. */
function fitValue(value: Message, slot: Slot): Message | undefined {
  if (typeof value === typeof slot.value) return value
  return typeof value === 'string' ? { other: value } : value['other']
}

/** Changes the texts and plurals of a key that differ, and adds those that are missing. `current` are those of the file. */
function changePair(writing: Writing, twin: Pair, from: SourcePair, current: readonly Slot[]): Edit[] {
  const { document } = writing.base
  const present = new Map(current.map(slot => [slot.key, slot]))
  const edits: Edit[] = []
  const missing: Slot[] = []
  const rendering = prepareRendering(writing, from)
  for (const slot of from.slots) {
    const value = rendering.values.get(slot.key)
    const before = present.get(slot.key)
    if (
      value === undefined ||
      (before !== undefined && sameMessage(before.value, writing.values.get(slot.key) ?? value))
    )
      continue
    if (before === undefined) missing.push(slot)
    else if (typeof before.value !== typeof value) return rebuild(document, twin, from, rendering, present)
    else if (typeof value === 'string') edits.push(...changeText(document, before.element, value))
    else edits.push(...changeForms(document, before.element, value, writing.style))
  }
  const done = new Set<string>()
  for (const slot of missing) {
    const edit = insertSlot(document, twin, from, slot, rendering, done)
    if (edit === undefined) return rebuild(document, twin, from, rendering, present)
    edits.push(...edit)
  }
  return edits
}

/** Inserts the outermost missing dictionary of a text or plural; undefined if the file has another value in its place. */
function insertSlot(
  document: XmlDocument,
  twin: Pair,
  { source, pair }: SourcePair,
  { path }: Slot,
  rendering: Rendering,
  done: Set<string>,
): Edit[] | undefined {
  let dict = twin.value
  let model = pair.value
  for (const [at, name] of path.entries()) {
    if (dict.name !== 'dict') return undefined
    const like = findPair(source.document, model, name)
    const found = findPair(document, dict, name)
    if (like === undefined) return undefined
    if (found === undefined) {
      const place = path.slice(0, at + 1).join('\n')
      const lines = done.has(place) ? undefined : renderValue(rendering, like.value)
      // The format of a plural comes with its variables.
      if (at === 0 && name === FORMAT_KEY) return undefined
      done.add(place)
      return lines === undefined ? [] : [insertLast(document, dict, renderPair(name, lines, document))]
    }
    dict = found.value
    model = like.value
  }
  return undefined
}

/** Renders a key anew whose structure differs from the source. */
function rebuild(
  document: XmlDocument,
  twin: Pair,
  { pair, slots }: SourcePair,
  rendering: Rendering,
  present: ReadonlyMap<string, Slot>,
): Edit[] {
  const values = new Map(rendering.values)
  for (const { key, value } of slots) {
    const before = present.get(key)?.value
    if (!values.has(key) && before !== undefined && typeof before === typeof value) values.set(key, before)
  }
  const lines = renderValue({ ...rendering, values }, pair.value)
  if (lines === undefined) return []
  const indent = findIndent(document, twin.value.start) ?? ''
  return [{ start: twin.value.start, end: twin.value.end, text: lines.join(document.eol + indent) }]
}

/** Replaces a text, unless it is the same; in a CDATA section, if it is in one. */
function changeText(document: XmlDocument, element: XmlElement, text: string): Edit[] {
  if (readText(document, element) === text) return []
  const isCdata = element.children.length === 1 && element.children[0]?.kind === 'cdata'
  return [replaceContent(document, element, isCdata ? renderCdata(text, document) : escapeText(text, document))]
}

/** Gives a plural new forms: categories that it does not have are inserted in their order, and those without a form are removed, unless they are empty. */
function changeForms(
  document: XmlDocument,
  dict: XmlElement,
  forms: Exclude<Message, string>,
  style: DictStyle,
): Edit[] {
  const pairs = listPairs(document, dict)
  const known = new Map(listForms(pairs).map(pair => [pair.name, pair]))
  const isGone = ({ name, value }: Pair): boolean => !Object.hasOwn(forms, name) && readText(document, value) !== ''
  const kept = pairs.filter(pair => known.get(pair.name) === pair && !isGone(pair))
  const [first] = kept
  const head = pairs.findLast(({ name }) => name.startsWith('NS'))
  const edits: Edit[] = []
  const compare = getCategoryOrder(style)
  for (const category of Object.keys(forms).toSorted(compare)) {
    const text = forms[category] ?? ''
    const pair = known.get(category)
    if (pair !== undefined) edits.push(...changeText(document, pair.value, text))
    else {
      const lines = renderPair(category, [`<string>${escapeText(text, document)}</string>`], document)
      const before = kept.findLast(({ name }) => compare(name, category) < 0)
      const after = before ?? (first === undefined ? head : undefined)
      if (after !== undefined) edits.push(insertAfter(document, dict.children, after.value, lines))
      else edits.push(first ? insertBefore(document, first.key, lines) : insertLast(document, dict, lines))
    }
  }
  const gone = [...known.values()].filter(isGone)
  return [...edits, ...gone.map(pair => removePair(document, pair))]
}

const removePair = (document: XmlDocument, { key, value }: Pair): Edit => removeRange(document, key.start, value.end)
