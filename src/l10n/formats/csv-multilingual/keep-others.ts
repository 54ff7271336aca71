import { encodeCell, type Row } from '../csv/scan.ts'
import { getCell } from '../csv/table.ts'
import { toKey } from '../po/file.ts'
import { splice } from '../splice.ts'
import { findLocaleColumn, type LocaleTable, parseLocaleTable } from './locale-table.ts'

/** A column of the result, by its index in each table; undefined where a table has no such column, or where its cells do not count. */
interface Column {
  readonly given: number | undefined
  readonly kept: number | undefined
}

/** See `Multilingual`. The rows are those of `text`. Without `other`, columns of other locales stay, and are empty. */
export function keepOthers(text: string, other: string | undefined, own: readonly string[]): string {
  const given = parseLocaleTable(text)
  const kept = other === undefined ? undefined : parseLocaleTable(other)
  const columns = kept === undefined ? [] : listColumns(given, kept, own)
  const ownColumns = findOwnColumns(given, own)
  const rows = new Map(kept && identifyRows(kept))
  const { table } = given
  const edit = (row: Row, before: Row | undefined) => {
    const cells =
      kept === undefined
        ? row.cells.map(({ start, end }, index) =>
            row === table.header || ownColumns.has(index) ? table.text.slice(start, end) : '',
          )
        : columns.map(column => renderCell(column, { table, row }, { table: kept.table, row: before }))
    return { start: row.start, end: row.end, text: cells.join(table.delimiter) }
  }
  const edits = identifyRows(given).map(([id, row]) => edit(row, rows.get(id)))
  return table.bom + splice(table.text, [edit(table.header, kept?.table.header), ...edits])
}

type Place = Pick<LocaleTable, 'table'> & { readonly row: Row | undefined }

/** A field as its file has it, unless the other file has another delimiter. */
function renderCell(column: Column, given: Place, kept: Place): string {
  const { delimiter } = given.table
  const [index, { table, row }] = column.given === undefined ? [column.kept, kept] : [column.given, given]
  const cell = index === undefined ? undefined : row?.cells[index]
  if (cell === undefined) return ''
  if (table.delimiter === delimiter) return table.text.slice(cell.start, cell.end)
  return encodeCell(cell.value, delimiter, cell.isQuoted)
}

/** Lists the columns in the order of the kept table, with further own columns of the given one at the end. */
function listColumns(given: LocaleTable, kept: LocaleTable, own: readonly string[]): readonly Column[] {
  const isOwn = findOwnColumns(given, own)
  const wasOwn = findOwnColumns(kept, own)
  const left = new Map(nameColumns(given).filter(([, index]) => isOwn.has(index)))
  const columns = nameColumns(kept).flatMap(([name, index]): Column[] => {
    const found = left.get(name)
    left.delete(name)
    return found === undefined && wasOwn.has(index) ? [] : [{ given: found, kept: index }]
  })
  return [...columns, ...[...left.values()].map(index => ({ given: index, kept: undefined }))]
}

/** The columns of the keys, of what describes an entry, and of some locales. */
function findOwnColumns({ columns }: LocaleTable, own: readonly string[]): ReadonlySet<number> {
  const { about, context, plural, locales } = columns
  const found = [0, ...about.notes, about.context, about.maxLength, about.references, context, plural]
  const ofLocales = own.map(locale => findLocaleColumn(locales, locale)?.index)
  return new Set([...found, ...ofLocales].flatMap(index => index ?? []))
}

/** Columns by name; the first one has the keys under any name. Equal names are numbered. */
function nameColumns({ table }: LocaleTable): readonly (readonly [name: string, index: number])[] {
  const counts = new Map<string, number>()
  return table.names.map((name, index) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return [index === 0 ? '' : `${count} ${name}`, index]
  })
}

/** Rows by key. Those that repeat a key, and those without one, are numbered below the last key. */
function identifyRows({ table, columns }: LocaleTable): readonly (readonly [id: string, row: Row])[] {
  const counts = new Map<string, number>()
  let last = ''
  return table.rows.map(row => {
    const id = getCell(row, 0)
    if (id !== '') last = toKey(id, getCell(row, columns.context))
    const count = (counts.get(last) ?? 0) + 1
    counts.set(last, count)
    return [`${count} ${last}`, row]
  })
}
