import { findLocale } from '../../locales/find-locale.ts'
import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { type AboutColumns, findAboutColumns, isTextColumn, readAbout } from '../csv/columns.ts'
import { insertMissing, renderRow, replaceCell } from '../csv/edit.ts'
import {
  csvFault,
  encodeCell,
  findHeaderNames,
  getCell,
  parseTable,
  type Row,
  readEntries,
  type Table,
  toOptions,
} from '../csv/table.ts'
import { findGoneKeys } from '../flat/text-file.ts'
import type { Format, Values, WriteRequest } from '../format.ts'
import { FORMULA_DETAIL } from '../formula.ts'
import { toKey } from '../po/file.ts'
import { toTranslations } from '../repeated-keys.ts'
import { type Edit, splice } from '../splice.ts'
import { getSingleText } from '../texts.ts'

type LocaleTable = Table<LocaleColumns>

/**
 * Parses a table with a column per locale.
 * @throws AppError `invalid_input` with line and column.
 */
function parseLocaleTable(file: string): LocaleTable {
  const parsed = parseTable(file, findLocaleColumns, (row, { plural, context }) => {
    const id = getCell(row, 0)
    const isEntry = id.trim() !== '' && id.toLowerCase() !== '?pluralrule' && getCell(row, plural) === ''
    return isEntry ? toKey(id, getCell(row, context) || undefined) : undefined
  })
  assertOnce(parsed)
  return parsed
}

/** Rejects two columns of one locale: it would be a guess which of them programs read. */
function assertOnce({ text, header, columns: { locales } }: LocaleTable): void {
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

/** A column with the strings of a locale. */
interface LocaleColumn {
  readonly index: number
  /** As the file spells it. */
  readonly name: string
  /** The canonical BCP 47 tag. */
  readonly tag: string
}

/** The columns of a file with a column per locale. The first column has the keys. */
interface LocaleColumns {
  readonly locales: readonly LocaleColumn[]
  readonly about: AboutColumns
  /** Godot's `?context`, a part of the key. */
  readonly context: number | undefined
  /** Godot's `?plural`. */
  readonly plural: number | undefined
}

/** Finds the columns by the names in the header. Columns whose names start with `_` are notes, as in Godot. */
function findLocaleColumns(names: readonly string[]): LocaleColumns {
  const about = findAboutColumns(names)
  const find = (wanted: string): number | undefined => {
    const index = names.findIndex(name => name.toLowerCase() === wanted)
    return index === -1 ? undefined : index
  }
  const hidden = names.flatMap((name, index) => (name.startsWith('_') && index > 0 ? [index] : []))
  return {
    locales: names.flatMap((name, index) => (index === 0 ? [] : (toLocaleColumn(name, index) ?? []))),
    about: { ...about, notes: [...about.notes, ...hidden] },
    context: find('?context'),
    plural: find('?plural'),
  }
}

/** Returns the column of a locale; undefined if its name is none. */
function toLocaleColumn(name: string, index: number): LocaleColumn | undefined {
  const tag = isLocaleName(name) ? findLocale(name) : undefined
  return tag === undefined ? undefined : { index, name, tag }
}

/** Whether a header has a column per locale, and none of another layout. */
const hasLocaleColumns = (names: readonly string[]): boolean =>
  !names.some(isTextColumn) && findLocaleColumns(names).locales.length > 0

/** Finds the column of a locale: the one with its tag, else with the same language, script and region, else the only one of its language if the locale has no region. */
function findLocaleColumn(locales: readonly LocaleColumn[], locale: string): LocaleColumn | undefined {
  const wanted = findLocale(locale) ?? locale
  const exact = locales.find(({ tag }) => tag === wanted)
  if (exact !== undefined) return exact
  const likely = maximize(wanted)
  const same = locales.find(({ tag }) => maximize(tag) === likely)
  if (same !== undefined) return same
  const spelled =
    new Intl.Locale(wanted).region === undefined ? locales.filter(({ name }) => spellsLocale(name, wanted)) : []
  return spelled.length === 1 ? spelled[0] : undefined
}

const maximize = (tag: string): string => new Intl.Locale(tag).maximize().toString()

/** Spells the name of a new column as the others. */
function spellColumn(locales: readonly LocaleColumn[], locale: string): string {
  const usesUnderscore =
    locales.some(({ name }) => name.includes('_')) || !locales.some(({ name }) => name.includes('-'))
  return usesUnderscore ? locale.replaceAll('-', '_') : locale
}

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
    const table = parseLocaleTable(text)
    const { columns } = table
    const source = findSourceColumn(table, locale ?? rootLocale)
    const entries = readEntries(table, source, row => {
      const context = getCell(row, columns.context)
      return { ...readAbout(row, columns.about), ...(context !== '' && { context }) }
    })
    return { entries, options: toOptions(table, entries) }
  },
  readTarget(text, locale) {
    const table = parseLocaleTable(text)
    const column = findLocaleColumn(table.columns.locales, locale)?.index
    return column === undefined ? [] : toTranslations(readEntries(table, column))
  },
  write(request) {
    const source = parseLocaleTable(request.source)
    const { base: text = '' } = request
    const base = text.trim() === '' || text === request.source ? source : parseLocaleTable(text)
    const column = findLocaleColumn(base.columns.locales, request.locale)?.index
    const edits = column === undefined ? appendColumn(base, request) : replaceColumn(base, source, column, request)
    edits.push(...insertRows(base, source, column, request.values))
    return base.bom + splice(base.text, edits)
  },
  multilingual: { slice, keepOthers },
}

/** Returns a table for each locale that a table has, with its column alone and those that belong to no locale. */
function slice(text: string, locales: readonly string[]): ReadonlyMap<string, string> {
  const table = parseLocaleTable(text)
  const { locales: ofFile } = table.columns
  const isOfLocale = new Set(ofFile.map(({ index }) => index))
  const slices = new Map<string, string>()
  for (const locale of locales) {
    const column = findLocaleColumn(ofFile, locale)?.index
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
function findSourceColumn({ text, header, names, columns }: LocaleTable, locale: string | undefined): number {
  const [first] = columns.locales
  const found = locale === undefined ? first : findLocaleColumn(columns.locales, locale)
  if (found !== undefined) return found.index
  const keys = toLocaleColumn(names[0] ?? '', 0)
  if (locale !== undefined && keys !== undefined && findLocaleColumn([keys], locale) !== undefined) return 0
  const what = `the header has no column for the source locale ${locale ?? ''}`.trimEnd()
  throw csvFault(text, header.start, what, 'Name a column by the source locale, such as key,en,de.')
}

/** Replaces translations of a locale that has a column. Dropped ones are emptied: their rows belong to all locales. */
function replaceColumn(base: LocaleTable, source: LocaleTable, column: number, request: WriteRequest): Edit[] {
  const isGone = findGoneKeys(request, () => source.keyed.map(({ key }) => key))
  return base.keyed.flatMap(({ key, row }) => {
    const value = request.values.get(key)
    if (value !== undefined) return replaceCell(base, row, column, getSingleText('CSV', key, value))
    return isGone?.(key) === true ? replaceCell(base, row, column, '') : []
  })
}

/** Adds a column for a locale at the end of every row, if it has translations. */
function appendColumn(
  { delimiter, header, rows, keyed, columns }: LocaleTable,
  { locale, values }: WriteRequest,
): Edit[] {
  if (values.size === 0) return []
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
function insertRows(table: LocaleTable, source: LocaleTable, column: number | undefined, values: Values): Edit[] {
  if (table === source) return []
  return insertMissing(table, source, values, ({ key, row }, model) => {
    const value = getSingleText('CSV', key, values.get(key) ?? '')
    // The name of the first column can differ.
    const fields = new Map([[0, getCell(row, 0)]])
    if (column !== undefined) return renderRow(table, source, row, model, fields.set(column, value))
    const own = renderRow(table, source, row, model, fields)
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
  const edit = (row: Row, before: Row | undefined) => {
    const cells =
      kept === undefined
        ? row.cells.map(({ start, end }, index) =>
            row === given.header || ownColumns.has(index) ? given.text.slice(start, end) : '',
          )
        : columns.map(column => renderCell(column, [given, row], [kept, before]))
    return { start: row.start, end: row.end, text: cells.join(given.delimiter) }
  }
  const edits = identifyRows(given).map(([id, row]) => edit(row, rows.get(id)))
  return given.bom + splice(given.text, [edit(given.header, kept?.header), ...edits])
}

type Place = readonly [table: LocaleTable, row: Row | undefined]

/** A field as its file has it, unless the other file has another delimiter. */
function renderCell(column: Column, given: Place, kept: Place): string {
  const [{ delimiter }] = given
  const [index, [table, row]] = column.given === undefined ? [column.kept, kept] : [column.given, given]
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
function nameColumns({ names }: LocaleTable): readonly (readonly [name: string, index: number])[] {
  const number = createNumberer()
  return names.map((name, index) => {
    const numbered = number(name)
    return [index === 0 ? '' : numbered, index]
  })
}

/** Rows by key. Those that repeat a key, and those without one, are numbered below the last key. */
function identifyRows({ rows, columns }: LocaleTable): readonly (readonly [id: string, row: Row])[] {
  const number = createNumberer()
  let last = ''
  return rows.map(row => {
    const id = getCell(row, 0)
    if (id !== '') last = toKey(id, getCell(row, columns.context))
    return [number(last), row]
  })
}

/** Returns a function that numbers equal names. */
function createNumberer(): (name: string) => string {
  const counts = new Map<string, number>()
  return name => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${count} ${name}`
  }
}
