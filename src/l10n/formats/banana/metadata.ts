import type { PlanRequest } from '../json/dialect.ts'
import { buildOutline, fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { findProperty, getNodeEnd, type JsonTree, listProperties, parseJson } from '../json/tree.ts'
import { splice } from '../splice.ts'

const METADATA = '@metadata'

/** Whether a file has objects or arrays other than its `@metadata`, which decides how keys are written. */
export const hasNestedKeys = ({ root }: Pick<JsonTree, 'root'>): boolean =>
  listProperties(root).some(({ name, value }) => name !== METADATA && ['object', 'array'].includes(value.type))

/** Outlines a file, whose `@metadata` has no strings. `source` decides how keys are written. */
export function outlineBanana(tree: JsonTree, source = tree): ObjectShape {
  const outline = buildOutline(tree.root, hasNestedKeys(source))
  const members = outline.members.map(member =>
    member.name === METADATA && member.property !== undefined
      ? { ...member, shape: fixedShape(member.property.value) }
      : member,
  )
  return { ...outline, members }
}

/** A new file names its own locale, and no date. */
export function planMetadata(root: ObjectShape, { base, locale }: Pick<PlanRequest, 'base' | 'locale'>): ObjectShape {
  if (base !== undefined) return root
  const members = root.members.map((member): Member => {
    const { name, shape } = member
    if (name !== METADATA || shape.kind !== 'object') return member
    const own = shape.members.map((field): Member => {
      if (field.name === 'last-updated') return { ...field, shape: { kind: 'kept', key: field.name } }
      if (field.name !== 'locale' || field.property?.value.type !== 'string') return field
      return { ...field, shape: { kind: 'own', value: locale, node: field.property.value } }
    })
    return { ...member, shape: { ...shape, members: own } }
  })
  return { ...root, members }
}

/** Empties the list of authors, who are those of the source. */
export function withoutAuthors(text: string): string {
  const tree = parseJson(text)
  // The entries may be below the locale.
  const inner = [tree.root, ...listProperties(tree.root).map(({ value }) => value)]
  const edits = inner.flatMap(node => {
    const metadata = findProperty(node, METADATA)
    const authors = metadata && findProperty(metadata.value, 'authors')
    if (authors?.value.type !== 'array' || authors.value.children?.length === 0) return []
    return [{ start: authors.value.offset, end: getNodeEnd(authors.value), text: '[]' }]
  })
  return tree.bom + splice(tree.text, edits)
}
