import { addTo } from '../../groups.ts'
import type { Edit } from '../splice.ts'
import { encodeCell, needsQuotes, type Row } from './scan.ts'
import { getCell, type KeyedRow, type Table } from './table.ts'

/** Replaces the value of a field, if it differs. Keeps its quotes. */
export function replaceCell({ delimiter }: Table, row: Row, column: number, value: string): Edit[] {
  const cell = row.cells[column]
  if (cell === undefined || cell.value === value) return []
  return [{ start: cell.start, end: cell.end, text: encodeCell(value, delimiter, cell.isQuoted) }]
}

/** Inserts rows after another one; without it, below the header. */
export function insertRows({ header, eol }: Table, after: Row | undefined, rows: readonly string[]): Edit {
  const { end, next } = after ?? header
  const body = next === end ? rows.map(row => eol + row) : rows.map(row => row + eol)
  return { start: next, end: next, text: body.join('') }
}

/** Finds the columns of a table whose values have quotes that they do not need: the first value tells that has a choice. */
export function findQuotedColumns({ names, keyed, delimiter }: Table): readonly boolean[] {
  return names.map((_, column) => {
    const chosen = keyed.find(({ row }) => {
      const value = getCell(row, column)
      return value !== '' && !needsQuotes(value, delimiter)
    })
    return chosen?.row.cells[column]?.isQuoted === true
  })
}

/** A row to imitate, and the columns of its table that have quotes: those of a value that needs them say nothing about others. */
export interface RowModel {
  readonly row: Row
  readonly quoted: readonly boolean[]
}

/** Renders a row for a table with the fields of a row of another table, by the names of their columns. `fields` replaces some of them. */
export function renderRow(
  into: Table,
  from: Table,
  row: Row,
  model: RowModel,
  fields: ReadonlyMap<number, string>,
): string {
  const { delimiter } = into
  const cells = into.names.map((name, column) => {
    const value = fields.get(column) ?? getCell(row, from.columns.get(name.toLowerCase()))
    const { value: shown = '', isQuoted = false } = model.row.cells[column] ?? {}
    const isStyle = shown !== '' && isQuoted && (!needsQuotes(shown, delimiter) || model.quoted[column] === true)
    return encodeCell(value, delimiter, isStyle)
  })
  return cells.join(delimiter)
}

/** Finds where each row of a source is inserted that the base lacks: after its closest preceding neighbor. */
export function findMissing(
  source: Table,
  base: Table,
  isWanted: (key: string) => boolean,
): ReadonlyMap<Row | undefined, readonly KeyedRow[]> {
  const places = new Map(base.keyed.map(({ key, row }) => [key, row]))
  const missing = new Map<Row | undefined, KeyedRow[]>()
  const done = new Set<string>()
  let anchor: Row | undefined
  for (const keyed of source.keyed) {
    const { key } = keyed
    if (done.has(key)) continue
    done.add(key)
    const found = places.get(key)
    if (found !== undefined) anchor = found
    else if (isWanted(key)) addTo(missing, anchor, keyed)
  }
  return missing
}

/** Removes rows. */
export function cutRows({ header, rows }: Table, dropped: ReadonlySet<Row>): Edit[] {
  const edits: Edit[] = []
  if (dropped.size === 0) return edits
  let keptEnd = header.end
  for (const row of rows) {
    if (!dropped.has(row)) keptEnd = row.end
    // Without a line break at the end of the file, the row above ends without one, too.
    else if (row.next > row.end) edits.push({ start: row.start, end: row.next, text: '' })
    else {
      while ((edits.at(-1)?.end ?? 0) > keptEnd) edits.pop()
      edits.push({ start: keptEnd, end: row.end, text: '' })
    }
  }
  return edits
}
