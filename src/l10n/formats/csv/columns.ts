import { truncateNote } from '../faults.ts'
import type { SourceEntry } from '../format.ts'
import { getCell, type Row } from './table.ts'

/** The columns of a file with a source column and a target column, or with one value column. */
export interface Columns {
  readonly key: number
  readonly layout: 'bilingual' | 'monolingual'
  /** The column of the source strings; in a monolingual file, that of the strings of its language. */
  readonly source: number
  /** The column of the translations. */
  readonly target: number
  readonly about: AboutColumns
}

/** The columns that describe an entry. */
export interface AboutColumns {
  readonly notes: readonly number[]
  readonly context: number | undefined
  readonly maxLength: number | undefined
  readonly references: number | undefined
}

const KEYS = ['key', 'keys', 'string_key', 'message_key', 'id', 'identifier', 'string_id', 'message_id', 'name']
const SOURCES = ['source', 'source_text', 'source_string', 'original', 'src', 'msgid']
const TARGETS = ['target', 'target_text', 'translation', 'translated', 'translated_text', 'trg', 'msgstr']
const VALUES = ['value', 'text', 'string', 'translation', 'message', 'content', 'source', 'target']
const NOTES = 'comment comments note notes description developer_comment developer_comments translator_comments'.split(
  ' ',
)
const CONTEXTS = ['context', 'msgctxt']
const LENGTHS = ['max_length', 'maxlength', 'max_len', 'char_limit', 'limit']
const REFERENCES = ['location', 'locations', 'reference', 'references']

/** Whether a name belongs to a column with strings of a layout without locales. */
export const isTextColumn = (name: string): boolean =>
  [SOURCES, TARGETS, VALUES].some(names => names.includes(normalize(name)))

/** Finds the columns by the names in the header; undefined if a key or a string column is missing. */
export function findColumns(header: readonly string[]): Columns | undefined {
  const names = header.map(normalize)
  const key = findFirst(names, KEYS)
  if (key === undefined) return undefined
  const about = findAboutColumns(header)
  const source = findFirst(names, SOURCES)
  const target = findFirst(names, TARGETS)
  if (source !== undefined && target !== undefined) return { key, layout: 'bilingual', source, target, about }
  const value = findFirst(names, VALUES)
  return value === undefined ? undefined : { key, layout: 'monolingual', source: value, target: value, about }
}

/** Finds the columns that describe an entry. */
export function findAboutColumns(header: readonly string[]): AboutColumns {
  const names = header.map(normalize)
  return {
    notes: names.flatMap((name, index) => (NOTES.includes(name) ? [index] : [])),
    context: findFirst(names, CONTEXTS),
    maxLength: findFirst(names, LENGTHS),
    references: findFirst(names, REFERENCES),
  }
}

/** Writes a name as the lists above do: `Max length` as `max_length`. */
const normalize = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

const findFirst = (names: readonly string[], wanted: readonly string[]): number | undefined =>
  wanted.map(name => names.indexOf(name)).find(found => found !== -1)

/** Maximum references of an entry, and their UTF-16 code units in total. */
const MAX_REFERENCES = 50
const MAX_REFERENCE_UNITS = 4_000

/** Maximum UTF-16 code units of a context. */
const MAX_CONTEXT = 1_000

/** Reads what the columns of a row say about its entry. */
export function readAbout(row: Row, columns: AboutColumns): Partial<SourceEntry> {
  const notes = columns.notes.map(column => getCell(row, column).trim()).filter(note => note !== '')
  const context = getCell(row, columns.context).slice(0, MAX_CONTEXT)
  const length = getCell(row, columns.maxLength).trim()
  const references = getCell(row, columns.references)
    .slice(0, MAX_REFERENCE_UNITS)
    .split(/[\s,;]+/)
    .filter(place => place !== '')
    .slice(0, MAX_REFERENCES)
  return {
    ...(notes.length > 0 && { description: truncateNote(notes.join('\n')) }),
    ...(context !== '' && { context }),
    ...(references.length > 0 && { references }),
    ...(/^[1-9]\d{0,5}$/.test(length) && { maxLength: Number(length) }),
  }
}
