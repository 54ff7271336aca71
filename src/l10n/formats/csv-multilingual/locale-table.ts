import { csvFault } from '../csv/scan.ts'
import { getCell, parseTable, type Table } from '../csv/table.ts'
import { toKey } from '../po/file.ts'
import { findLocaleColumns, type LocaleColumns } from './columns.ts'

/** A table with the meaning of its columns. */
export interface LocaleTable {
  readonly table: Table
  readonly columns: LocaleColumns
}

/**
 * Parses a table with a column per locale.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseLocaleTable(file: string): LocaleTable {
  let columns: LocaleColumns | undefined
  const table = parseTable(file, (row, names) => {
    columns ??= findLocaleColumns(names)
    const id = getCell(row, 0)
    const isEntry = id.trim() !== '' && id.toLowerCase() !== '?pluralrule' && getCell(row, columns.plural) === ''
    return isEntry ? toKey(id, getCell(row, columns.context) || undefined) : undefined
  })
  const found = columns ?? findLocaleColumns(table.names)
  assertOnce(table, found)
  return { table, columns: found }
}

/** Rejects two columns of one locale: it would be a guess which of them programs read. */
function assertOnce({ text, header }: Table, { locales }: LocaleColumns): void {
  const known = new Map<string, string>()
  for (const { tag, name, index } of locales) {
    const before = known.get(tag)
    if (before !== undefined) {
      const what = `the columns ${before} and ${name} are both for the locale ${tag}`
      throw csvFault(text, header.cells[index]?.start ?? header.start, what, 'Remove one of them.')
    }
    known.set(tag, name)
  }
}
