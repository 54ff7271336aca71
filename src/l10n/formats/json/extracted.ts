import type { Node } from 'jsonc-parser'
import { truncateNote } from '../limits.ts'
import { fixedShape, type Member, type ObjectShape, type Shape } from './outline.ts'
import { type JsonTree, listProperties, type Property } from './tree.ts'

const DESCRIPTOR = new Set(['id', 'defaultMessage', 'description', 'file', 'line', 'col', 'start', 'end'])

/** Returns whether a file has the format of `formatjs extract`: `{ id: { defaultMessage, description } }`. */
export function isExtracted(tree: JsonTree): boolean {
  const messages = listProperties(tree.root)
  return messages.length > 0 && messages.every(({ value }) => findMessage(value) !== undefined)
}

/** Outlines such a file or its translation, where `id: text` is also allowed. */
export function extractedOutline(tree: JsonTree): ObjectShape {
  const members = listProperties(tree.root).map((property): Member => {
    const { name, value } = property
    return {
      name,
      shape: value.type === 'string' ? { kind: 'text', key: name, node: value } : toMessageShape(property),
      property,
    }
  })
  return { kind: 'object', members, node: tree.root }
}

/** Returns the notes of such a file by ID, up to 4,000 characters each. */
export function extractedNotes(tree: JsonTree): Map<string, string> {
  return new Map(
    listProperties(tree.root).flatMap(({ name, value }) => {
      const note = describeNote(listProperties(value).find(property => property.name === 'description')?.value)
      return note === '' ? [] : [[name, truncateNote(note)]]
    }),
  )
}

/** Maximum UTF-16 code units of a reference. */
const MAX_REFERENCE = 500

/** Returns where the program uses each message, by ID, as `path:line`. */
export function extractedReferences(tree: JsonTree): Map<string, string> {
  return new Map(
    listProperties(tree.root).flatMap(({ name, value }) => {
      const about = new Map(listProperties(value).map(property => [property.name, property.value]))
      const file = about.get('file')
      if (file?.type !== 'string' || file.value === '') return []
      const line = about.get('line')
      const place = line?.type === 'number' ? `${file.value}:${line.value}` : String(file.value)
      return place.length > MAX_REFERENCE ? [] : [[name, place]]
    }),
  )
}

/** A description is a text, or an object of texts. */
function describeNote(node: Node | undefined): string {
  if (node?.type === 'string') return String(node.value)
  const lines = node === undefined ? [] : listProperties(node)
  return lines.flatMap(({ name, value }) => (value.type === 'string' ? [`${name}: ${value.value}`] : [])).join('\n')
}

/** Plans the outline of a target file: existing entries keep their shape, new ones get the most frequent shape of `model`. */
export function extractedPlan(
  root: ObjectShape,
  base: JsonTree | undefined,
  sibling: JsonTree | undefined,
): ObjectShape {
  const present = new Map(
    (base === undefined ? [] : listProperties(base.root)).map(({ name, value }) => [name, value.type]),
  )
  const model = listProperties((present.size > 0 ? base : sibling)?.root ?? NOTHING)
  const flat = model.filter(({ value }) => value.type === 'string').length * 2 > model.length
  if (!flat && ![...present.values()].includes('string')) return root
  const isFlat = (name: string): boolean => (present.has(name) ? present.get(name) === 'string' : flat)
  const members = root.members.map(member =>
    isFlat(member.name) ? { name: member.name, shape: { kind: 'text', key: member.name } as const } : member,
  )
  return { kind: 'object', members }
}

const NOTHING: Node = { type: 'object', offset: 0, length: 0 }

/** A message object: written with its note, or not at all. */
function toMessageShape({ name: id, value }: Property): Shape {
  if (findMessage(value) === undefined) return fixedShape(value)
  const members = listProperties(value).map((property): Member => {
    const { name, value: node } = property
    return { name, shape: name === 'defaultMessage' ? { kind: 'text', key: id, node } : fixedShape(node), property }
  })
  return { kind: 'object', members, whole: true, node: value }
}

function findMessage(node: Node): Property | undefined {
  const properties = listProperties(node)
  if (node.type !== 'object' || !properties.every(({ name }) => DESCRIPTOR.has(name))) return undefined
  return properties.find(({ name, value }) => name === 'defaultMessage' && value.type === 'string')
}
