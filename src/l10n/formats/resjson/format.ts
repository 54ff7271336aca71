import { truncateNote } from '../faults.ts'
import type { Format } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { childKey } from '../json/keys.ts'
import { fixedShape, type ObjectShape, objectShape, type Shape } from '../json/outline.ts'
import { type JsonTree, listProperties, type Property } from '../json/tree.ts'

type JsonNode = Property['value']

/** Resources of Windows apps in JavaScript: names that begin with `_` are about others. `_key.comment` is the note of `key`; existing files keep their own. */
export const resjson: Format = {
  id: 'resjson',
  ...ofDialect({
    source: outline,
    target: outline,
    describe({ entries, options }, { root }) {
      const notes = new Map(listNotes(root))
      return { entries: entries.map(entry => ({ ...entry, ...notes.get(entry.key) })), options }
    },
  }),
  extensions: '.resjson',
  about: {
    name: 'Windows resources in JSON (WinJS)',
    example: 'strings/en-US/resources.resjson',
    placeholders: '`{0}`, and others, detected by file',
    plurals: 'None: each string has one text',
    notes: '`_key.comment`',
    unsupported: 'Names that begin with `_` are kept. A new file has none of them that belong to a string.',
  },
  matches: path => /\.resjson$/i.test(path),
}

function outline({ root, nested }: JsonTree): ObjectShape {
  const toShape = (node: JsonNode, parent: string | undefined): ObjectShape => {
    const texts = new Set(listProperties(node).flatMap(({ name, value }) => (value.type === 'string' ? [name] : [])))
    return objectShape(node, ({ name, value }): Shape => {
      const subject = /^_(.+)\.[^.]+$/.exec(name)?.[1]
      if (subject !== undefined && texts.has(subject)) return { kind: 'kept', key: childKey(parent, subject, nested) }
      const key = childKey(parent, name, nested)
      if (name.startsWith('_') || !(value.type === 'string' || value.type === 'object')) return fixedShape(value)
      return value.type === 'object' ? toShape(value, key) : { kind: 'text', key, node: value }
    })
  }
  return toShape(root, undefined)
}

const listNotes = (shape: Shape): readonly (readonly [key: string, note: { readonly description: string }])[] =>
  shape.kind !== 'object'
    ? []
    : shape.members.flatMap(({ name, shape: of, property }) => {
        if (of.kind !== 'kept') return listNotes(of)
        const note = name.endsWith('.comment') && property?.value.type === 'string' ? String(property.value.value) : ''
        return note === '' ? [] : [[of.key, { description: truncateNote(note) }]]
      })
