import { readAbout } from '../csv/columns.ts'
import { insertMissing, renderRow, replaceCell } from '../csv/edit.ts'
import { csvFault, encodeCell, type Row } from '../csv/scan.ts'
import { findHeaderNames, getCell, readEntries, toOptions } from '../csv/table.ts'
import type { Format, WriteRequest } from '../format.ts'
import { FORMULA_DETAIL } from '../formula.ts'
import { toKey } from '../po/file.ts'
import { toTranslations } from '../repeated-keys.ts'
import { getSingleText } from '../single-text.ts'
import { type Edit, splice } from '../splice.ts'
import {
  findLocaleColumn,
  hasLocaleColumns,
  type LocaleTable,
  parseLocaleTable,
  spellColumn,
  toLocaleColumn,
} from './locale-table.ts'

/**
 * Tables with a key in the first column and a column per locale, such as Godot's. A locale without a column gets one at the end of every row with its first
 * translation. Texts are written as they are: a pull warns of those that a spreadsheet runs as formulas.
 */
export const csvMultilingual: Format = {
  id: 'csv-multilingual',
  extensions: '.csv, .tsv',
  escape: /\0/g,
  isSpreadsheet: true,
  about: {
    name: 'CSV with a column per locale (Godot and others)',
    placeholders: 'Detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes:
      'Columns `comment`, `note`, `description`, and those whose names start with `_`; `max_length` and `location` are read, too',
    details: [FORMULA_DETAIL],
    unsupported:
      "The first column must have the keys. Godot's `?context` is a part of the key. Rows with a `?plural`, further plural rows, `?pluralrule`, rows without a " +
      'key, and other columns are kept, but are not entries. Removed keys keep their row; only the translation is emptied.',
  },
  matches: (path, text) => {
    const names = /\.[ct]sv$/i.test(path) ? findHeaderNames(text) : undefined
    return names !== undefined && hasLocaleColumns(names)
  },
  read(text, rootLocale, locale) {
    const { table, columns } = parseLocaleTable(text)
    const source = findSourceColumn({ table, columns }, locale ?? rootLocale)
    const entries = readEntries(table, source, row => {
      const context = getCell(row, columns.context)
      return { ...readAbout(row, columns.about), ...(context !== '' && { context }) }
    })
    return { entries, options: toOptions(table, entries) }
  },
  readTarget(text, locale) {
    const { table, columns } = parseLocaleTable(text)
    const column = findLocaleColumn(columns.locales, locale)?.index
    return column === undefined ? [] : toTranslations(readEntries(table, column))
  },
  write(request) {
    const source = parseLocaleTable(request.source)
    const { base: text = '' } = request
    const base = text.trim() === '' || text === request.source ? source : parseLocaleTable(text)
    const column = findLocaleColumn(base.columns.locales, request.locale)?.index
    const edits = column === undefined ? appendColumn(base, request) : replaceColumn(base, source, column, request)
    edits.push(...insertRows(base, source, column, request))
    return base.table.bom + splice(base.table.text, edits)
  },
  multilingual: { slice, keepOthers },
}

/** Returns a table for each locale that a table has, with its column alone and those that belong to no locale. */
function slice(text: string, locales: readonly string[]): ReadonlyMap<string, string> {
  const { table, columns } = parseLocaleTable(text)
  const isOfLocale = new Set(columns.locales.map(({ index }) => index))
  const slices = new Map<string, string>()
  for (const locale of locales) {
    const column = findLocaleColumn(columns.locales, locale)?.index
    if (column === undefined) continue
    const lines = [table.header, ...table.rows].map(({ cells, end, next }) => {
      const kept = cells.filter((_, index) => index === column || !isOfLocale.has(index))
      const raw = kept.map(cell => table.text.slice(cell.start, cell.end))
      return raw.join(table.delimiter) + table.text.slice(end, next)
    })
    slices.set(locale, table.bom + table.delimiterLine + lines.join(''))
  }
  return slices
}

/** Finds the column of the source strings. In Godot, the keys can be the source strings. */
function findSourceColumn({ table, columns }: LocaleTable, locale: string | undefined): number {
  const [first] = columns.locales
  const found = locale === undefined ? first : findLocaleColumn(columns.locales, locale)
  if (found !== undefined) return found.index
  const keys = toLocaleColumn(table.names[0] ?? '', 0)
  if (locale !== undefined && keys !== undefined && findLocaleColumn([keys], locale) !== undefined) return 0
  const what = `the header has no column for the source locale ${locale ?? ''}`.trimEnd()
  throw csvFault(table.text, table.header.start, what, 'Name a column by the source locale, such as key,en,de.')
}

/** Replaces translations of a locale that has a column. Dropped ones are emptied: their rows belong to all locales. */
function replaceColumn(base: LocaleTable, source: LocaleTable, column: number, request: WriteRequest): Edit[] {
  const { values, removed, withdrawn } = request
  const current = new Set(source.table.keyed.map(({ key }) => key))
  return base.table.keyed.flatMap(({ key, row }) => {
    const value = values.get(key)
    if (value !== undefined) return replaceCell(base.table, row, column, getSingleText('CSV', key, value))
    const isDropped = withdrawn?.has(key) === true || (removed?.has(key) === true && !current.has(key))
    return isDropped ? replaceCell(base.table, row, column, '') : []
  })
}

/** Adds a column for a locale at the end of every row, if it has translations. */
function appendColumn({ table, columns }: LocaleTable, { locale, values }: WriteRequest): Edit[] {
  if (values.size === 0) return []
  const { delimiter, header, rows, keyed } = table
  const keys = new Map(keyed.map(({ key, row }) => [row, key]))
  const append = (row: Row, text: string): Edit => {
    const isQuoted = row.cells.at(-1)?.isQuoted === true && text !== ''
    return { start: row.end, end: row.end, text: delimiter + encodeCell(text, delimiter, isQuoted) }
  }
  const cells = rows.map(row => {
    const key = keys.get(row)
    const value = key === undefined ? undefined : values.get(key)
    return append(row, value === undefined ? '' : getSingleText('CSV', key ?? '', value))
  })
  return [append(header, spellColumn(columns.locales, locale)), ...cells]
}

/** Inserts the translated rows of the source that the base lacks. */
function insertRows(
  { table }: LocaleTable,
  source: LocaleTable,
  column: number | undefined,
  { values }: WriteRequest,
): Edit[] {
  if (table === source.table) return []
  return insertMissing(table, source.table, values, ({ key, row }, model) => {
    const value = getSingleText('CSV', key, values.get(key) ?? '')
    // The name of the first column can differ.
    const fields = new Map([[0, getCell(row, 0)]])
    if (column !== undefined) return renderRow(table, source.table, row, model, fields.set(column, value))
    const own = renderRow(table, source.table, row, model, fields)
    return own + table.delimiter + encodeCell(value, table.delimiter, false)
  })
}

/** A column of the result, by its index in each table; undefined where a table has no such column, or where its cells do not count. */
interface Column {
  readonly given: number | undefined
  readonly kept: number | undefined
}

/** See `Multilingual`. The rows are those of `text`. Without `other`, columns of other locales stay, and are empty. */
function keepOthers(text: string, other: string | undefined, own: readonly string[]): string {
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
