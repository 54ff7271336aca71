import { addTo } from '../../groups.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import { splitName } from '../json/keys.ts'
import type { Member, ObjectShape, Shape } from '../json/outline.ts'

/** Adds a slot for every plural form of a value to the outline, in CLDR's order, at the position of the source's first form. */
export function withForms(root: ObjectShape, values: ReadonlyMap<string, Message>): ObjectShape {
  const { members } = root
  const families = new Map<string, Member[]>()
  for (const member of members) {
    if (member.family !== undefined) addTo(families, member.family, member)
  }
  const grown: Member[] = []
  for (const member of members) {
    const mates = member.family === undefined ? undefined : families.get(member.family)
    if (mates === undefined) {
      const shape = growShape(member.shape, values)
      grown.push(shape === member.shape ? member : { ...member, shape })
    } else if (mates[0] === member) grown.push(...createForms(mates, values))
  }
  return { ...root, members: grown }
}

function growShape(shape: Shape, values: ReadonlyMap<string, Message>): Shape {
  if (shape.kind === 'array') return { ...shape, items: shape.items.map(item => growShape(item, values)) }
  return shape.kind === 'object' ? withForms(shape, values) : shape
}

function createForms(mates: readonly Member[], values: ReadonlyMap<string, Message>): Member[] {
  const [first] = mates
  const { stem } = splitName(first?.name ?? '') ?? {}
  if (first?.family === undefined || first.shape.kind !== 'text' || stem === undefined) return [...mates]
  const { family, shape } = first
  const value = values.get(shape.key)
  const forms: Member[] = []
  for (const form of CATEGORY_ORDER) {
    const present = mates.findLast(mate => mate.shape.kind === 'text' && mate.shape.form === form)
    if (present !== undefined) forms.push(present)
    else if (typeof value === 'object' ? Object.hasOwn(value, form) : value !== undefined && form === 'other') {
      forms.push({ name: `${stem}_${form}`, shape: { kind: 'text', key: shape.key, form }, family })
    }
  }
  return forms
}
