import type { Node } from 'jsonc-parser'
import type { PlanRequest } from '../dialect.ts'
import type { Member, ObjectShape, Shape } from '../outline.ts'
import { findProperty, listProperties } from '../tree.ts'
import { findTextField, isAboutFile, isGroup, type TextField } from './fields.ts'

/**
 * Plans the outline of a target file: existing entries keep their shape, new ones get the most frequent shape of the file, or of its sibling, without the
 * properties that it leaves out. A text with `$NAME$` gets the placeholders that it lacks.
 */
export function planMessages(root: ObjectShape, { base, sibling, values }: PlanRequest, field: TextField): ObjectShape {
  const isBase = base !== undefined && listProperties(base.root).length > 0
  const style = findStyle(root, (isBase ? base : sibling)?.root)
  const plan = { style, values, field }
  const members = planMembers(root, base?.root, plan)
  return members === undefined ? root : { kind: 'object', members }
}

interface Plan {
  readonly style: ReturnType<typeof findStyle>
  readonly values: PlanRequest['values']
  readonly field: TextField
}

/** Plans the members of an object, which is `there` in the target file; undefined if they stay as they are. */
function planMembers({ members }: ObjectShape, there: Node | undefined, plan: Plan): readonly Member[] | undefined {
  const present = new Map(listProperties(there).map(({ name, value }) => [name, value]))
  const planned = members.map(member => planMember(member, present.get(member.name), plan))
  return planned.every((member, at) => member === members[at]) ? undefined : planned
}

function planMember(member: Member, there: Node | undefined, plan: Plan): Member {
  const { name, shape } = member
  const { style, values, field } = plan
  if (shape.kind === 'object' && shape.whole !== true) {
    const members = planMembers(shape, there, plan)
    return members === undefined ? member : { name, shape: { kind: 'object', members, ...toModel(shape) } }
  }
  const own = shape.kind === 'object' ? shape.members.find(part => part.shape.kind === 'text')?.shape : shape
  if (own?.kind !== 'text') return member
  const isMessage = shape.kind === 'object'
  const text: Shape = { kind: 'text', key: own.key }
  if (there?.type === 'string' || (there === undefined && isMessage && style.isFlat)) {
    return isMessage ? { name, shape: text } : member
  }
  if (there?.type === 'object') {
    const part: Member = { name: findTextField(there) ?? field, shape: text }
    const missing = isMessage ? findMissingPlaceholders(shape, there, values.get(own.key)) : undefined
    return { name, shape: { kind: 'object', members: missing === undefined ? [part] : [part, missing] } }
  }
  if (there !== undefined || !isMessage || style.omitted.size === 0) return member
  const kept = shape.members.filter(part => !style.omitted.has(part.name))
  if (kept.length === shape.members.length) return member
  const members = kept.map(part => (part.shape.kind === 'text' ? { name: part.name, shape: text } : part))
  return { name, shape: { kind: 'object', members, whole: true, ...toModel(shape) } }
}

const toModel = ({ node }: ObjectShape) => (node === undefined ? {} : { model: node })

/** `omitted` has the properties that no object has, though its source has them. */
function findStyle(root: ObjectShape, model: Node | undefined) {
  const messages = model === undefined ? [] : [...pairMessages(root, model)]
  const objects = messages.filter(({ value }) => value.type === 'object')
  const has = new Set(objects.flatMap(({ value }) => listProperties(value).map(({ name }) => name)))
  const lacking = objects.flatMap(({ shape }) => {
    const parts = shape?.kind === 'object' && shape.whole === true ? shape.members : []
    return parts.flatMap(part => (part.shape.kind === 'text' || has.has(part.name) ? [] : [part.name]))
  })
  const omitted = new Set(lacking)
  omitted.delete(PLACEHOLDERS)
  return { isFlat: (messages.length - objects.length) * 2 > messages.length, omitted }
}

/** The messages of a file, each with its shape in the source. */
function* pairMessages(root: ObjectShape, node: Node): Generator<{ value: Node; shape: Shape | undefined }> {
  const shapes = new Map(root.members.map(({ name, shape }) => [name, shape]))
  for (const { name, value } of listProperties(node)) {
    const shape = shapes.get(name)
    if (shape?.kind === 'object' && shape.whole !== true && isGroup(value)) yield* pairMessages(shape, value)
    else if (!isAboutFile(name)) yield { value, shape }
  }
}

const PLACEHOLDERS = 'placeholders'

/** The placeholders of the source that a changed text uses, and its object lacks. Their names have no case. */
function findMissingPlaceholders(message: ObjectShape, there: Node, value: unknown): Member | undefined {
  const before = findProperty(there, 'message')?.value.value
  const shape = message.members.find(({ name }) => name === PLACEHOLDERS)?.shape
  if (typeof value !== 'string' || value === before || shape?.kind !== 'object') return undefined
  const used = new Set([...value.matchAll(/\$([A-Za-z0-9_@]+)\$/g)].map(([, name = '']) => name.toLowerCase()))
  const own = listProperties(findProperty(there, PLACEHOLDERS)?.value)
  const known = new Set(own.map(({ name }) => name.toLowerCase()))
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
