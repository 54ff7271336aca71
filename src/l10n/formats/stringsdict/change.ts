import { type Message, sameMessage } from '../../message/message.ts'
import type { Edit } from '../splice.ts'
import { findIndent, insertLast } from '../xml/edit.ts'
import { findPair, type Pair, type StringsDict } from './plist.ts'
import { changeForms, changeText } from './plural.ts'
import { type Rendering, renderPair, renderValue } from './render.ts'
import { FORMAT_KEY, type Slot } from './slots.ts'
import type { DictStyle } from './style.ts'

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
