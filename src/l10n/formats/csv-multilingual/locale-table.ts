import { findLocale } from '../../locales/find-locale.ts'
import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { type AboutColumns, findAboutColumns, isTextColumn } from '../csv/columns.ts'
import { csvFault } from '../csv/scan.ts'
import { getCell, parseTable, type Table } from '../csv/table.ts'
import { toKey } from '../po/file.ts'

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
  const parsed = parseTable(file, findLocaleColumns, (row, { plural, context }) => {
    const id = getCell(row, 0)
    const isEntry = id.trim() !== '' && id.toLowerCase() !== '?pluralrule' && getCell(row, plural) === ''
    return isEntry ? toKey(id, getCell(row, context) || undefined) : undefined
  })
  assertOnce(parsed)
  return parsed
}

/** Rejects two columns of one locale: it would be a guess which of them programs read. */
function assertOnce({ table: { text, header }, columns: { locales } }: LocaleTable): void {
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
export interface LocaleColumn {
  readonly index: number
  /** As the file spells it. */
  readonly name: string
  /** The canonical BCP 47 tag. */
  readonly tag: string
}

/** The columns of a file with a column per locale. The first column has the keys. */
export interface LocaleColumns {
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
export function toLocaleColumn(name: string, index: number): LocaleColumn | undefined {
  const tag = isLocaleName(name) ? findLocale(name) : undefined
  return tag === undefined ? undefined : { index, name, tag }
}

/** Whether a header has a column per locale, and none of another layout. */
export const hasLocaleColumns = (names: readonly string[]): boolean =>
  !names.some(isTextColumn) && findLocaleColumns(names).locales.length > 0

/** Finds the column of a locale: the one with its tag, else with the same language, script and region, else the only one of its language if the locale has no region. */
export function findLocaleColumn(locales: readonly LocaleColumn[], locale: string): LocaleColumn | undefined {
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
export function spellColumn(locales: readonly LocaleColumn[], locale: string): string {
  const usesUnderscore =
    locales.some(({ name }) => name.includes('_')) || !locales.some(({ name }) => name.includes('-'))
  return usesUnderscore ? locale.replaceAll('-', '_') : locale
}
