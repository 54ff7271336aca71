import type { Format } from '../format.ts'
import { ofDialect, type PlanRequest } from '../json/dialect.ts'
import { buildOutline, fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'

const METADATA = '@metadata'

/**
 * MediaWiki's JSON: flat keys, and `@metadata` about the file. A new file has the `@metadata` of the source without its authors and its date; existing files
 * keep their own.
 */
export const banana: Format = {
  id: 'banana',
  ...ofDialect({
    hasRootKey: true,
    isNested: hasNestedKeys,
    source: tree => outlineBanana(tree),
    target: (tree, _locale, source) => outlineBanana(tree, source?.tree),
    plan: planMetadata,
    describe: ({ entries, options }) => ({ entries, options: { ...options, syntax: 'banana' } }),
  }),
  about: {
    name: 'MediaWiki JSON (banana)',
    marks: '`@metadata`, `{{PLURAL:$1|` or `{{GENDER:$1|`',
    example: 'i18n/en.json',
    placeholders: 'MediaWiki: `$1`, `{{SITENAME}}`, `[[page|label]]`',
    plurals: '`{{PLURAL:$1|…|…}}` with the forms of the language by position; `{{GENDER:$1|…|…}}`',
    notes: 'none: `qqq.json` is a file of its own',
    unsupported: '`@metadata` and values that are not strings are kept.',
    details: ['Authors: a new file has an empty list. Existing files keep theirs.'],
  },
  matches: (path, text) =>
    /\.json$/i.test(path) &&
    (/"@metadata"\s{0,20}:\s{0,20}\{/.test(text)
      ? // In a bundle of ARB, it is the note of a key.
        !/"metadata"\s{0,20}:/.test(text)
      : /\{\{(?:PLURAL|GENDER):\s{0,9}\$?\d{0,3}\|/.test(text)),
}

/** Whether a file has objects or arrays other than its `@metadata`, which decides how keys are written. */
function hasNestedKeys({ root }: JsonTree): boolean {
  return listProperties(root).some(({ name, value }) => name !== METADATA && ['object', 'array'].includes(value.type))
}

/** Outlines a file, whose `@metadata` has no strings. `source` decides how keys are written. */
function outlineBanana(tree: JsonTree, source = tree): ObjectShape {
  const outline = buildOutline(tree.root, source.nested)
  const members = outline.members.map(member =>
    member.name === METADATA && member.property !== undefined
      ? { ...member, shape: fixedShape(member.property.value) }
      : member,
  )
  return { ...outline, members }
}

/** A new file names its own locale, and neither a date nor the authors, who are those of the source. */
function planMetadata(root: ObjectShape, { base, locale }: PlanRequest): ObjectShape {
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
