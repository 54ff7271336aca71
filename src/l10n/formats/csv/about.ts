import type { SourceEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import type { AboutColumns } from './columns.ts'
import type { Row } from './scan.ts'
import { getCell } from './table.ts'

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
