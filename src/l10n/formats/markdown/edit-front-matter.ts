import type { Edit } from '../splice.ts'
import { endOfLine } from './blocks.ts'
import { type Field, renderField } from './front-matter.ts'
import type { Segments } from './segments.ts'

/** What changes: `values` by key. */
export interface Changes {
  readonly values: ReadonlyMap<string, string>
  readonly removed?: ReadonlySet<string> | undefined
  readonly withdrawn?: ReadonlySet<string> | undefined
}

/** Replaces the strings of the front matter of `base`, and adds those of the first level that it lacks, in the order of the source. */
export function editFrontMatter(
  source: Segments,
  base: Segments,
  { values, removed, withdrawn }: Changes,
  eol: string,
): readonly Edit[] {
  const edits: Edit[] = []
  const known = new Map(base.fields.map(field => [field.key, field]))
  let before: Field | undefined
  for (const field of source.fields) {
    if (!field.isText) continue
    const there = known.get(field.key)
    const value = values.get(field.key) ?? (withdrawn?.has(field.key) === true ? field.value : undefined)
    if (there !== undefined) {
      before = there
      if (value !== undefined && value !== there.value) edits.push(replace(there, value, eol))
    } else if (value !== undefined && isTop(field) && base.file.front > 0 && !hasKey(base, field)) {
      const at = before === undefined ? endOfLine(base.file.text, 0) : endOfLine(base.file.text, before.end - 1)
      const name = field.key.slice(field.key.indexOf('.') + 1)
      const raw = renderField({ ...field, indent: '  ' }, value, eol).replace(/\r?\n$/, '')
      edits.push({ start: at, end: at, text: `${name}: ${raw}${eol}` })
    }
  }
  for (const field of base.fields) {
    if (removed?.has(field.key) !== true || !isTop(field)) continue
    const start = base.file.text.lastIndexOf('\n', field.start - 1) + 1
    edits.push({ start, end: endOfLine(base.file.text, field.end - 1), text: '' })
  }
  return edits
}

const replace = (field: Field, value: string, eol: string): Edit => ({
  start: field.start,
  end: field.end,
  text: renderField(field, value, eol),
})

/** Whether a field is a key of the first level. */
const isTop = ({ key }: Field): boolean =>
  key.split('.').length === 2 && /^[\w-]+$/.test(key.slice('frontmatter.'.length))

/** Whether the front matter has the key, with another value than a scalar. */
const hasKey = ({ file: { text, front } }: Segments, { key }: Field): boolean =>
  text.slice(0, front).includes(`\n${key.slice('frontmatter.'.length)}:`)
