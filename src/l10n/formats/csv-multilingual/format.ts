import { readAbout } from '../csv/columns.ts'
import { insertMissing, renderRow, replaceCell } from '../csv/edit.ts'
import { csvFault, encodeCell, type Row } from '../csv/scan.ts'
import { findHeaderNames, getCell, readEntries, toOptions } from '../csv/table.ts'
import type { Format, WriteRequest } from '../format.ts'
import { FORMULA_DETAIL } from '../formula.ts'
import { toTranslations } from '../repeated-keys.ts'
import { getSingleText } from '../single-text.ts'
import { type Edit, splice } from '../splice.ts'
import { keepOthers } from './keep-others.ts'
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
