import type { Node } from 'jsonc-parser'
import { childKey } from '../keys.ts'
import { fixedShape, type ObjectShape, objectShape } from '../outline.ts'
import { findText, type JsonTree } from '../tree.ts'
import { isAboutFile, isGroup, type TextField } from './fields.ts'

/** How the messages of a file are found. */
export interface MessagePlaces {
  readonly field: TextField
  /** Whether messages are in groups, as in the source. */
  readonly nested: boolean
  /** The keys of the source, which are no groups in a target file. */
  readonly keys?: ReadonlySet<string>
}

/**
 * Outlines a file of message objects, or its translation: the text in `field` is the entry, the property name its key. A plain text is an entry, too. All other
 * values are kept.
 */
export function outlineMessages({ root }: JsonTree, { field, nested, keys }: MessagePlaces): ObjectShape {
  const outline = (object: Node, parent?: string): ObjectShape =>
    objectShape(object, ({ name, value }) => {
      const key = childKey(parent, name, nested)
      if (name === key && isAboutFile(name)) return fixedShape(value)
      if (value.type === 'string') return { kind: 'text', key, node: value }
      if (nested && isGroup(value) && keys?.has(key) !== true) return outline(value, key)
      return findText(value, field) === undefined ? fixedShape(value) : toMessageShape(key, value, field)
    })
  return outline(root)
}

/** A message object: written with its notes, or not at all. */
const toMessageShape = (key: string, message: Node, field: TextField): ObjectShape => ({
  ...objectShape(message, ({ name, value }) =>
    name === field ? { kind: 'text', key, node: value } : fixedShape(value),
  ),
  whole: true,
})
