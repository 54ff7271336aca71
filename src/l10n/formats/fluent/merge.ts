import type { Message } from '../../message/message.ts'
import { toText } from '../single-text.ts'
import { type Edit, splice } from '../splice.ts'
import { type FluentFile, type FluentItem, parseFluentFile } from './file.ts'
import { Placer } from './place.ts'
import { detectStyle, editSlot, type FluentStyle, renderAttribute, renderValue } from './render.ts'

/** Returns a file with each text replaced, and missing messages and attributes inserted as in the source. */
export function mergeInto(
  base: FluentFile,
  values: ReadonlyMap<string, Message>,
  getSource: () => FluentFile,
  fallback?: FluentStyle,
): string {
  const style = detectStyle(base, fallback)
  const edits: Edit[] = []
  const present = new Set<string>()
  for (const { slots } of base.items) {
    for (const slot of slots) {
      present.add(slot.key)
      const value = toText(values.get(slot.key))
      const edit = value === undefined ? undefined : editSlot(slot, value, style)
      if (edit !== undefined) edits.push(edit)
    }
  }
  const missing = new Map(
    [...values].flatMap(([key, message]) => {
      const value = present.has(key) ? undefined : toText(message)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  if (missing.size > 0) edits.push(...insertMissing(base, getSource(), missing, style))
  return base.bom + splice(base.text, edits)
}

function insertMissing(
  base: FluentFile,
  source: FluentFile,
  missing: ReadonlyMap<string, string>,
  style: FluentStyle,
): readonly Edit[] {
  const placer = new Placer(base, source, style)
  const inside: Edit[] = []
  const around: Edit[] = []
  for (const [at, item] of source.items.entries()) {
    const lacking = item.slots.filter(({ key }) => missing.has(key))
    if (lacking.length === 0) continue
    const into = placer.find(item.id)
    if (into !== undefined) inside.push(...insertSlots(item, into, missing, style))
    else if (!item.isTerm || missing.has(item.id)) around.push(placer.insert(at, renderItem(item, missing, style)))
  }
  // Attributes belong before the next message, at the same offset.
  return [...inside, ...around]
}

/** Renders a message or term, without a line break at its end. */
function renderItem({ id, slots }: FluentItem, values: ReadonlyMap<string, string>, style: FluentStyle): string {
  const own = values.get(id)
  const parts = [`${id} =${own === undefined ? '' : renderValue(id, own, style)}`]
  for (const { key } of slots) {
    const value = key === id ? undefined : values.get(key)
    if (value !== undefined) parts.push(renderAttribute(key, value, style))
  }
  return parts.join('')
}

/** Inserts a value and attributes into a message, each after its neighbor in the source. */
function* insertSlots(
  { id, slots }: FluentItem,
  into: FluentItem,
  missing: ReadonlyMap<string, string>,
  style: FluentStyle,
): Generator<Edit> {
  const ends = new Map(into.slots.map(({ key, end }) => [key, end]))
  let at = ends.get(into.id) ?? into.equals
  for (const { key } of slots) {
    at = ends.get(key) ?? at
    const value = missing.get(key)
    if (value === undefined) continue
    const text = key === id ? renderValue(key, value, style) : renderAttribute(key, value, style)
    yield { start: at, end: at, text }
  }
}

/** Parses a file again after a change of its text. */
export const reparse = (file: FluentFile, text: string): FluentFile =>
  text === file.text ? file : { ...parseFluentFile(text), bom: file.bom }
