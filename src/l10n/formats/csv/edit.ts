import { groupMissing } from '../../groups.ts'
import type { Edit } from '../splice.ts'
import { encodeCell, getCell, type KeyedRow, listOnce, needsQuotes, type Row, type Table } from './table.ts'

/** Replaces the value of a field, if it differs. Keeps its quotes. */
export function replaceCell({ delimiter }: Table, row: Row, column: number, value: string): Edit[] {
  const cell = row.cells[column]
  if (cell === undefined || cell.value === value) return []
  return [{ start: cell.start, end: cell.end, text: encodeCell(value, delimiter, cell.isQuoted) }]
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
    const value = fields.get(column) ?? getCell(row, from.byName.get(name.toLowerCase()))
    const { value: shown = '', isQuoted = false } = model.row.cells[column] ?? {}
    const isStyle = shown !== '' && isQuoted && (!needsQuotes(shown, delimiter) || model.quoted[column] === true)
    return encodeCell(value, delimiter, isStyle)
  })
  return cells.join(delimiter)
}

/**
 * Inserts the rows of a source that a table lacks and that have a value, each after its closest preceding neighbor, or below the header. `render` gets the row
 * to imitate.
 */
export function insertMissing(
  table: Table,
  source: Table,
  values: ReadonlyMap<string, unknown>,
  render: (keyed: KeyedRow, model: RowModel) => string,
): Edit[] {
  const { header, eol, keyed } = table
  const quoted = findQuotedColumns(table)
  const places = new Map(keyed.map(({ key, row }) => [key, row]))
  const missing = groupMissing(
    listOnce(source).map(one => [one.key, one] as const),
    places,
    (key, one) => (values.has(key) ? [one] : []),
  )
  return [...missing].map(([after, added]) => {
    const { end, next } = after ?? header
    const rows = added.map(one => render(one, { row: after ?? keyed[0]?.row ?? header, quoted }))
    return { start: next, end: next, text: rows.map(row => (next === end ? eol + row : row + eol)).join('') }
  })
}

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
