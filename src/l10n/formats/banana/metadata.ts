import type { PlanRequest } from '../json/dialect.ts'
import { buildOutline, fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'

const METADATA = '@metadata'

/** Whether a file has objects or arrays other than its `@metadata`, which decides how keys are written. */
export const hasNestedKeys = ({ root }: JsonTree): boolean =>
  listProperties(root).some(({ name, value }) => name !== METADATA && ['object', 'array'].includes(value.type))

/** Outlines a file, whose `@metadata` has no strings. `source` decides how keys are written. */
export function outlineBanana(tree: JsonTree, source = tree): ObjectShape {
  const outline = buildOutline(tree.root, source.nested)
  const members = outline.members.map(member =>
    member.name === METADATA && member.property !== undefined
      ? { ...member, shape: fixedShape(member.property.value) }
      : member,
  )
  return { ...outline, members }
}

/** A new file names its own locale, and neither a date nor the authors, who are those of the source. */
export function planMetadata(root: ObjectShape, { base, locale }: PlanRequest): ObjectShape {
  if (base !== undefined) return root
  const members = root.members.map((member): Member => {
    const { name, shape } = member
    if (name !== METADATA || shape.kind !== 'object') return member
    const own = shape.members.map((field): Member => {
      const node = field.property?.value
      if (field.name === 'last-updated') return { ...field, shape: { kind: 'kept', key: field.name } }
      if (field.name === 'authors' && node?.type === 'array' && node.children?.length !== 0)
        return { ...field, shape: { kind: 'fixed', node, json: '[]' } }
      if (field.name !== 'locale' || node?.type !== 'string') return field
      return { ...field, shape: { kind: 'own', value: locale.toLowerCase(), node } }
    })
    return { ...member, shape: { ...shape, members: own } }
  })
  return { ...root, members }
}
