import { findLocale } from '../../locales/find-locale.ts'
import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { type AboutColumns, findAboutColumns, isTextColumn } from '../csv/columns.ts'

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
export function findLocaleColumns(names: readonly string[]): LocaleColumns {
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
