import { isMap, isScalar, isSeq, parse, parseDocument, Scalar } from 'yaml'
import { quote } from '../../../text/quote.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit, Span } from '../splice.ts'
import { endOfLine, type MarkdownFile } from './blocks.ts'
import { MAX_NESTING, markdownFault } from './parse.ts'

/** A scalar of the front matter that is not below a key for programs. */
export interface Field extends Span {
  /** `frontmatter.hero.tagline` */
  readonly key: string
  readonly value: string
  /** Whether it is an entry: readers see it. */
  readonly isText: boolean
  readonly style: Scalar.Type
  /** Columns before the lines of a block scalar. */
  readonly indent: string
}

/** A file with the fields of its front matter. */
export interface FieldFile {
  readonly file: MarkdownFile
  readonly fields: readonly Field[]
}

/** Keys whose strings are for readers, even if they are a single lower-case word. */
export const TEXT_KEYS: readonly string[] =
  'alt caption description excerpt heading label sidebar_label subtitle summary tagline text title'.split(' ')

/** Keys whose strings, and all below them, are for programs. */
export const MACHINE_KEYS: readonly string[] = (
  'aliases attrs author authors class cover date file href icon id image img key lang lastmod layout link name ' +
  'next_url path permalink prev_url property slug src tag tags template theme type updated url variant weight'
).split(' ')

const FENCE = /^---[ \t]*\r?\n/

/**
 * Lists the scalars of the YAML front matter. A target file can have a number, or a lower-case word, where the source has words.
 * @throws AppError `invalid_input` with line and column
 */
export function readFields({ text, dialect, front }: MarkdownFile): readonly Field[] {
  if (front === 0) return []
  const offset = FENCE.exec(text)?.[0].length ?? 0
  const yaml = text.slice(offset, text.lastIndexOf('---', front))
  // Its own check of keys takes time in proportion to the square of their number.
  const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false })
  const [error] = document.errors
  if (error !== undefined) {
    const what = `front matter is not YAML: ${error.message.split(/ at line |\n/)[0] ?? error.code}`
    throw markdownFault(dialect, text, offset + error.pos[0], what, 'Correct the syntax there.')
  }
  const fields: Field[] = []
  const walk = (node: unknown, path: readonly string[]): void => {
    if (path.length > MAX_NESTING) {
      const what = `front matter is nested deeper than ${MAX_NESTING}`
      throw markdownFault(dialect, text, offset, what, 'Nest it less.')
    }
    if (isMap(node)) {
      const names = new Set<string>()
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : undefined
        if (name !== undefined && names.has(name) && isScalar(key)) {
          const what = `key ${quote(name)} occurs twice in the front matter`
          throw markdownFault(dialect, text, offset + (key.range?.[0] ?? 0), what, 'Remove one of them.')
        }
        if (name !== undefined) names.add(name)
        if (name !== undefined && !MACHINE_KEYS.includes(name.toLowerCase())) walk(value, [...path, name])
      }
    } else if (isSeq(node)) for (const [at, item] of node.items.entries()) walk(item, [...path, String(at)])
    else if (isScalar(node)) {
      const field = toField(node, path, yaml)
      if (field !== undefined) fields.push({ ...field, start: field.start + offset, end: field.end + offset })
    }
  }
  walk(document.contents, [])
  return fields
}

function toField(node: Scalar, path: readonly string[], yaml: string): Field | undefined {
  const { value, range, type } = node
  if (range === null || range === undefined || type === undefined) return undefined
  const [start, end] = range
  const lineStart = yaml.lastIndexOf('\n', start - 1) + 1
  const outer = /^[ \t]*(?:- +)*/.exec(yaml.slice(lineStart, start))?.[0] ?? ''
  const own = /\n([ \t]+)\S/.exec(yaml.slice(start, end))?.[1]
  const indent = own ?? `${outer.replace(/[^\t]/g, ' ')}  `
  const isPlain = node.anchor === undefined && node.tag === undefined
  const text = typeof value === 'string' ? value : yaml.slice(start, end)
  const name = path.findLast(one => !/^\d+$/.test(one)) ?? ''
  const isText = isPlain && typeof value === 'string' && isForReaders(name, text)
  return { key: ['frontmatter', ...path].join('.'), value: text, isText, start, end, style: type, indent }
}

/** Words are for readers; a path, an address and a single lower-case word are not, unless their key says so. */
function isForReaders(name: string, value: string): boolean {
  if (!/\p{L}/u.test(value) || value.includes('\0')) return false
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|[.~]{0,2}\/|#|mailto:)\S*$/i.test(value)) return false
  return TEXT_KEYS.includes(name.toLowerCase()) || !/^[a-z0-9_./:@~+-]*$/.test(value)
}

/** Renders a string in the style of its field, or in double quotes if that cannot hold it. */
function renderField({ style, indent }: Pick<Field, 'style' | 'indent'>, value: string, eol: string): string {
  for (const raw of listRenderings(style, indent, value)) if (readsAs(raw, value)) return raw.replaceAll('\n', eol)
  return JSON.stringify(value)
}

function* listRenderings(style: Scalar.Type, indent: string, value: string): Generator<string> {
  if (style === Scalar.BLOCK_LITERAL && !/^[ \t]/.test(value)) {
    const content = value.replace(/\n$/, '').replaceAll('\n', `\n${indent}`)
    yield `|${value.endsWith('\n') ? '' : '-'}\n${indent}${content.replace(/[ \t]+\n/g, '\n')}\n`
  }
  if (style === Scalar.BLOCK_FOLDED && !/\n.|^[ \t]/.test(value)) {
    yield `>${value.endsWith('\n') ? '' : '-'}\n${indent}${value.replace(/\n$/, '')}\n`
  }
  if (style === Scalar.PLAIN && !value.includes('\n')) yield value
  if (style !== Scalar.QUOTE_DOUBLE && !value.includes('\n')) yield `'${value.replaceAll("'", "''")}'`
}

/** Whether a scalar has this value as the value of a mapping, and in a list in brackets. */
function readsAs(raw: string, value: string): boolean {
  const isBlock = raw.startsWith('|') || raw.startsWith('>')
  try {
    const found: unknown = parse(isBlock ? `x: ${raw}` : `x: [${raw}]\ny: ${raw}\n`, { logLevel: 'error' })
    const { x, y } = Object(found) as { readonly x?: unknown; readonly y?: unknown }
    return isBlock ? x === value : Array.isArray(x) && x.length === 1 && x[0] === value && y === value
  } catch {
    return false
  }
}

/** Replaces the strings of the front matter of `base`, and adds those of the first level that it lacks, in the order of the source. */
export function editFrontMatter(
  source: FieldFile,
  base: FieldFile,
  values: ReadonlyMap<string, string>,
  { removed, withdrawn }: Pick<WriteRequest, 'removed' | 'withdrawn'>,
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
const hasKey = ({ file: { text, front } }: FieldFile, { key }: Field): boolean =>
  text.slice(0, front).includes(`\n${key.slice('frontmatter.'.length)}:`)
