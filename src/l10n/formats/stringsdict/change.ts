import { type Message, sameMessage } from '../../message/message.ts'
import type { Edit } from '../splice.ts'
import { findIndent, insertAfter, insertBefore, insertLast, removeRange, replaceContent } from '../xml/edit.ts'
import { escapeText, renderCdata } from '../xml/references.ts'
import { readText } from '../xml/text.ts'
import type { XmlDocument, XmlElement } from '../xml/tree.ts'
import { FORMAT_KEY, findPair, listForms, listPairs, type Pair, type Slot, type StringsDict } from './plist.ts'
import { type Rendering, renderPair, renderValue } from './render.ts'
import { type DictStyle, getCategoryOrder } from './style.ts'

export interface SourcePair {
  readonly source: StringsDict
  readonly pair: Pair
  readonly slots: readonly Slot[]
}

/** Prepares the rendering of a key. `values` has the translations of its texts and plurals. */
export function prepareRendering(
  { source, slots }: SourcePair,
  target: StringsDict,
  style: DictStyle,
  values: ReadonlyMap<string, Message>,
): Rendering {
  const wanted = new Map<string, Message>()
  for (const slot of slots) {
    const value = values.get(slot.key)
    const fitting = value === undefined ? undefined : fitValue(value, slot)
    if (fitting !== undefined) wanted.set(slot.key, fitting)
  }
  const byElement = new Map(slots.map(slot => [slot.element, slot]))
  return { document: source.document, target: target.document, style, slots: byElement, values: wanted }
}

/** A translation from before the source became a plural is its form for all numbers, and the reverse. */
function fitValue(value: Message, slot: Slot): Message | undefined {
  if (typeof value === typeof slot.value) return value
  return typeof value === 'string' ? { other: value } : value['other']
}

/** Changes the texts and plurals of a key that differ, and adds those that are missing. `current` are those of the file. */
export function changePair(
  target: StringsDict,
  twin: Pair,
  from: SourcePair,
  current: readonly Slot[],
  style: DictStyle,
  values: ReadonlyMap<string, Message>,
): Edit[] {
  const present = new Map(current.map(slot => [slot.key, slot]))
  const edits: Edit[] = []
  const missing: Slot[] = []
  const rendering = prepareRendering(from, target, style, values)
  for (const slot of from.slots) {
    const value = rendering.values.get(slot.key)
    const before = present.get(slot.key)
    if (value === undefined || (before !== undefined && sameMessage(before.value, values.get(slot.key) ?? value)))
      continue
    if (before === undefined) missing.push(slot)
    else if (typeof before.value !== typeof value) return rebuild(target, twin, from, rendering, present)
    else if (typeof value === 'string') edits.push(...changeText(target.document, before.element, value))
    else edits.push(...changeForms(target.document, before.element, value, style))
  }
  const done = new Set<string>()
  for (const slot of missing) {
    const edit = insertSlot(target, twin, from, slot, rendering, done)
    if (edit === undefined) return rebuild(target, twin, from, rendering, present)
    edits.push(...edit)
  }
  return edits
}

/** Inserts the outermost missing dictionary of a text or plural; undefined if the file has another value in its place. */
function insertSlot(
  { document }: StringsDict,
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
  { document }: StringsDict,
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
  forms: Readonly<Record<string, string>>,
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
      edits.push(insertPair(document, dict, [before ?? (first === undefined ? head : undefined), first], lines))
    }
  }
  const gone = [...known.values()].filter(isGone)
  return [...edits, ...gone.map(pair => removePair(document, pair))]
}

/** Inserts a pair after another one; without it, before the first one. */
function insertPair(
  document: XmlDocument,
  dict: XmlElement,
  [after, first]: readonly (Pair | undefined)[],
  lines: readonly string[],
): Edit {
  if (after !== undefined) return insertAfter(document, dict.children, after.value, lines)
  return first === undefined ? insertLast(document, dict, lines) : insertBefore(document, first.key, lines)
}

export const removePair = (document: XmlDocument, { key, value }: Pair): Edit =>
  removeRange(document, key.start, value.end)
