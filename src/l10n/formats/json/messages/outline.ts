import { fixedShape, type Member, type ObjectShape, type Shape } from '../outline.ts'
import { findProperty, type JsonTree, listProperties, type Property } from '../tree.ts'
import { isAboutFile, type TextField } from './fields.ts'

/**
 * Outlines a file of message objects, or its translation: the text in `field` is the entry, the property name its key. A plain text is an entry, too. All other
 * values are kept.
 */
export function outlineMessages(tree: JsonTree, field: TextField): ObjectShape {
  const members = listProperties(tree.root).map(
    (property): Member => ({ name: property.name, shape: toShape(property, field), property }),
  )
  return { kind: 'object', members, node: tree.root }
}

function toShape({ name: key, value }: Property, field: TextField): Shape {
  if (isAboutFile(key)) return fixedShape(value)
  if (value.type === 'string') return { kind: 'text', key, node: value }
  return findProperty(value, field)?.value.type === 'string' ? toMessageShape(key, value, field) : fixedShape(value)
}

/** A message object: written with its notes, or not at all. */
function toMessageShape(key: string, value: Property['value'], field: TextField): Shape {
  const members = listProperties(value).map((property): Member => {
    const { name, value: node } = property
    return { name, shape: name === field ? { kind: 'text', key, node } : fixedShape(node), property }
  })
  return { kind: 'object', members, whole: true, node: value }
}
