import type { Node } from 'jsonc-parser'
import { truncateNote } from '../../faults.ts'
import type { SourceEntry } from '../../format.ts'
import { childKey } from '../keys.ts'
import { findProperty, findText, listProperties } from '../tree.ts'
import { isGroup } from './fields.ts'

/** What a message object says about its entry. */
type Details = Pick<SourceEntry, 'description' | 'references' | 'maxLength'>

/** Returns what a source file says about its entries, by key; notes have up to 4,000 characters. */
export function readDetails(root: Node, nested: boolean): ReadonlyMap<string, Details> {
  const list = (object: Node, parent?: string): readonly (readonly [string, Details])[] =>
    listProperties(object).flatMap(({ name, value }) => {
      const key = childKey(parent, name, nested)
      return nested && isGroup(value) ? list(value, key) : [[key, toDetails(value)] as const]
    })
  return new Map(list(root))
}

function toDetails(message: Node): Details {
  const about = new Map(listProperties(message).map(({ name, value }) => [name, value]))
  const lines = [
    ...NOTES.flatMap(name => toLines(about.get(name))),
    ...listPlaceholders(message, 'content', name => `$${name.toUpperCase()}$`),
  ]
  const reference = toReference(about)
  const maxLength = LIMITS.map(name => about.get(name)?.value).find(limit => Number.isInteger(limit) && limit > 0)
  return {
    ...(lines.length > 0 && { description: truncateNote(lines.join('\n')) }),
    ...(reference !== undefined && { references: [reference] }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

const NOTES = 'description comment comments developer_comment note notes meaning context crowdinContext'.split(' ')
const LIMITS = ['character_limit', 'limit'] as const

/** A note is a text, a list of texts or an object of texts. */
function toLines(note: Node | undefined): readonly string[] {
  if (note === undefined) return []
  if (note.type === 'array') return (note.children ?? []).flatMap(toLines)
  if (note.type === 'string') return note.value === '' ? [] : [String(note.value)]
  return listProperties(note).flatMap(({ name, value }) => (value.type === 'string' ? [`${name}: ${value.value}`] : []))
}

/** A line per placeholder, with what `part` says about it, and an example: `$COUNT$: $1, such as 3`. */
export function listPlaceholders(message: Node, part: string, spell: (name: string) => string): readonly string[] {
  return listProperties(findProperty(message, 'placeholders')?.value).flatMap(({ name, value }) => {
    const example = findText(value, 'example')
    const said = [findText(value, part), example && `such as ${example}`].filter(
      text => text !== undefined && text !== '',
    )
    return said.length === 0 ? [] : [`${spell(name)}: ${said.join(', ')}`]
  })
}

/** Maximum UTF-16 code units of a reference. */
const MAX_REFERENCE = 500

/** Where the program uses a message, as `path:line`. */
function toReference(about: ReadonlyMap<string, Node>): string | undefined {
  const file = about.get('file')
  if (file?.type !== 'string' || file.value === '') return undefined
  const line = about.get('line')
  const place = line?.type === 'number' ? `${file.value}:${line.value}` : String(file.value)
  return place.length > MAX_REFERENCE ? undefined : place
}
