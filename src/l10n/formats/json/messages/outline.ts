import { childKey } from '../keys.ts'
import { fixedShape, type Member, type ObjectShape, type Shape } from '../outline.ts'
import { findProperty, type JsonTree, listProperties, type Property } from '../tree.ts'
import { isAboutFile, isGroup, type TextField } from './fields.ts'

/** How the messages of a file are found: by their field, and in groups if the source has some. */
export interface MessagePlaces {
  readonly field: TextField
  readonly isNested: boolean
  /** The keys of the source, which are no groups in a target file. */
  readonly keys?: ReadonlySet<string>
}

/**
 * Outlines a file of message objects, or its translation: the text in `field` is the entry, the property name its key. A plain text is an entry, too. All other
 * values are kept.
 */
export function outlineMessages({ root }: JsonTree, places: MessagePlaces): ObjectShape {
  const outline = (object: Property['value'], parent?: string): ObjectShape => {
    const members = listProperties(object).map((property): Member => {
      const { name } = property
      const key = childKey(parent, name, places.isNested)
      return { name, shape: toShape(key, property), property }
    })
    return { kind: 'object', members, node: object }
  }
  const toShape = (key: string, { name, value }: Property): Shape => {
    if (name === key && isAboutFile(name)) return fixedShape(value)
    if (value.type === 'string') return { kind: 'text', key, node: value }
    if (places.isNested && isGroup(value) && places.keys?.has(key) !== true) return outline(value, key)
    const isMessage = findProperty(value, places.field)?.value.type === 'string'
    return isMessage ? toMessageShape(key, value, places.field) : fixedShape(value)
  }
  return outline(root)
}

/** A message object: written with its notes, or not at all. */
function toMessageShape(key: string, value: Property['value'], field: TextField): Shape {
  const members = listProperties(value).map((property): Member => {
    const { name, value: node } = property
    return { name, shape: name === field ? { kind: 'text', key, node } : fixedShape(node), property }
  })
  return { kind: 'object', members, whole: true, node: value }
}
