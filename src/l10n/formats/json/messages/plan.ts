import type { Node } from 'jsonc-parser'
import type { PlanRequest } from '../dialect.ts'
import type { Member, ObjectShape, Shape } from '../outline.ts'
import { findProperty, listProperties, type Property } from '../tree.ts'
import { findTextField, isAboutFile, type TextField } from './fields.ts'

/**
 * Plans the outline of a target file: existing entries keep their shape, new ones get the most frequent shape of the file, or of its sibling, without the
 * properties that it leaves out. A text with `$NAME$` gets the placeholders that it lacks.
 */
export function planMessages(root: ObjectShape, request: PlanRequest, field: TextField): ObjectShape {
  const { base, sibling, values } = request
  const there = base === undefined ? [] : listProperties(base.root)
  const present = new Map(there.map(property => [property.name, property.value]))
  const model = there.length > 0 ? there : sibling === undefined ? [] : listProperties(sibling.root)
  const style = findStyle(root, model)
  let isSame = true
  const members = root.members.map(member => {
    const planned = planMember(member, { there: present.get(member.name), style, values, field })
    isSame &&= planned === member
    return planned
  })
  return isSame ? root : { kind: 'object', members }
}

interface Place {
  /** The value in the target file. */
  readonly there: Node | undefined
  readonly style: Style
  readonly values: PlanRequest['values']
  readonly field: TextField
}

function planMember(member: Member, { there, style, values, field }: Place): Member {
  const { name, shape } = member
  const isMessage = shape.kind === 'object' && shape.whole === true
  if (!isMessage && shape.kind !== 'text') return member
  const text: Shape = { kind: 'text', key: name }
  if (there?.type === 'string' || (there === undefined && isMessage && style.isFlat)) {
    return isMessage ? { name, shape: text } : member
  }
  if (there?.type === 'object') {
    const own: Member = { name: findTextField(there) ?? field, shape: text }
    const missing = isMessage ? findMissingPlaceholders(shape, there, values.get(name)) : undefined
    return { name, shape: { kind: 'object', members: missing === undefined ? [own] : [own, missing] } }
  }
  if (there !== undefined || !isMessage || style.omitted.size === 0) return member
  const kept = shape.members.filter(part => !style.omitted.has(part.name))
  if (kept.length === shape.members.length) return member
  const members = kept.map(part => (part.shape.kind === 'text' ? { name: part.name, shape: text } : part))
  return {
    name,
    shape: { kind: 'object', members, whole: true, ...(shape.node !== undefined && { model: shape.node }) },
  }
}

interface Style {
  readonly isFlat: boolean
  /** Properties that no object has, though its source has them. */
  readonly omitted: ReadonlySet<string>
}

function findStyle(root: ObjectShape, model: readonly Property[]): Style {
  const messages = model.filter(({ name }) => !isAboutFile(name))
  const objects = messages.filter(({ value }) => value.type === 'object')
  const shapes = new Map(root.members.map(({ name, shape }) => [name, shape]))
  const has = new Set(objects.flatMap(({ value }) => listProperties(value).map(({ name }) => name)))
  const lacking = objects.flatMap(({ name }) => {
    const shape = shapes.get(name)
    const parts = shape?.kind === 'object' && shape.whole === true ? shape.members : []
    return parts.flatMap(part => (part.shape.kind === 'text' || has.has(part.name) ? [] : [part.name]))
  })
  const omitted = new Set(lacking)
  omitted.delete(PLACEHOLDERS)
  return { isFlat: (messages.length - objects.length) * 2 > messages.length, omitted }
}

const PLACEHOLDERS = 'placeholders'

/** The placeholders of the source that a changed text uses, and its object lacks. Their names have no case. */
function findMissingPlaceholders(message: ObjectShape, there: Node, value: unknown): Member | undefined {
  const before = findProperty(there, 'message')?.value.value
  const shape = message.members.find(({ name }) => name === PLACEHOLDERS)?.shape
  if (typeof value !== 'string' || value === before || shape?.kind !== 'object') return undefined
  const used = new Set([...value.matchAll(/\$([A-Za-z0-9_@]+)\$/g)].map(([, name = '']) => name.toLowerCase()))
  const own = findProperty(there, PLACEHOLDERS)?.value
  const known = new Set((own === undefined ? [] : listProperties(own)).map(({ name }) => name.toLowerCase()))
  const members = shape.members.filter(({ name }) => used.has(name.toLowerCase()) && !known.has(name.toLowerCase()))
  return members.length === 0 ? undefined : { name: PLACEHOLDERS, shape: asNeeded({ ...shape, members }) }
}

/** A part of the source that an existing file gets, too. */
function asNeeded(shape: Shape): Shape {
  if (shape.kind === 'fixed') return { ...shape, isNeeded: true }
  if (shape.kind === 'array') return { ...shape, items: shape.items.map(asNeeded) }
  if (shape.kind !== 'object') return shape
  return { ...shape, members: shape.members.map(({ name, shape: of }) => ({ name, shape: asNeeded(of) })) }
}
