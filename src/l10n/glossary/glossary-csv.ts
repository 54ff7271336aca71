import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { Faults } from '../faults.ts'
import { encodeCell, scanRows } from '../formats/csv/table.ts'
import { findLocale } from '../locales/find-locale.ts'
import { mergeTerm, type TermInput } from './merge-term.ts'
import { TERM_KINDS, type Term, type TermTranslation, termKey } from './term.ts'

/** Columns of a term in the source language; every other column belongs to a locale. */
const TERM_COLUMNS = ['term', 'kind', 'case_sensitive', 'source_variants', 'definition', 'part_of_speech'] as const
/** What a column of a locale holds, behind the locale: `de`, `de variants`, `de forbidden`, `de note`. */
const LOCALE_FIELDS = ['translation', 'variants', 'forbidden', 'note'] as const

type TermColumn = (typeof TERM_COLUMNS)[number]
type LocaleField = (typeof LOCALE_FIELDS)[number]

type Column = { readonly name: TermColumn } | { readonly locale: string; readonly field: LocaleField }

/** Lists in one cell: `sign in|log in`. A `|` or backslash in a word has a backslash before it. */
const joinList = (words: readonly string[] = []): string => words.map(word => word.replace(/[\\|]/g, '\\$&')).join('|')

const splitList = (cell: string): readonly string[] =>
  [...cell.matchAll(/(?:\\[^]|[^|\\])+/g)].map(([word]) => word.replace(/\\([^])/g, '$1').trim()).filter(Boolean)

/**
 * Writes terms as CSV: a row for each term, in the order of the terms, with columns only for what is used. The same terms give the same bytes.
 */
export function writeGlossary(terms: readonly Term[]): string {
  const sorted = terms.toSorted((one, other) => (termKey(one) < termKey(other) ? -1 : 1))
  const columns = listColumns(sorted)
  const rows = [
    columns.map(column => ('name' in column ? column.name : headerOf(column))),
    ...sorted.map(term => columns.map(column => cellOf(term, column))),
  ]
  return rows.map(row => `${row.map(cell => encodeCell(cell, ',', false)).join(',')}\n`).join('')
}

function listColumns(terms: readonly Term[]): readonly Column[] {
  const locales = [...new Set(terms.flatMap(({ translations }) => Object.keys(translations)))].toSorted()
  const all: readonly Column[] = [
    ...TERM_COLUMNS.map(name => ({ name })),
    ...locales.flatMap(locale => LOCALE_FIELDS.map(field => ({ locale, field }))),
  ]
  return all.filter(
    column =>
      ('name' in column && (column.name === 'term' || column.name === 'kind')) ||
      terms.some(term => cellOf(term, column) !== ''),
  )
}

const headerOf = ({ locale, field }: Extract<Column, { locale: string }>): string =>
  field === 'translation' ? locale : `${locale} ${field}`

function cellOf(term: Term, column: Column): string {
  if ('name' in column) {
    const { name } = column
    if (name === 'case_sensitive') return term.case_sensitive ? 'yes' : ''
    if (name === 'source_variants') return joinList(term.source_variants)
    return term[name] ?? ''
  }
  const { locale, field } = column
  const own: TermTranslation = Object.hasOwn(term.translations, locale) ? (term.translations[locale] ?? {}) : {}
  const value = own[field]
  return typeof value === 'string' ? value : joinList(value)
}

/**
 * Reads terms that `writeGlossary` wrote, or a table with a column `term` and columns of locales.
 * @throws AppError `invalid_input` with the line and the fix.
 */
export function readGlossary(text: string, path: string): readonly Term[] {
  const [head, ...rows] = [...scanRows(text, ',', text.startsWith('\uFEFF') ? 1 : 0)]
  const columns = (head?.cells ?? []).map(({ value }) => parseColumn(value.trim(), path))
  if (!columns.some(column => column !== undefined && 'name' in column && column.name === 'term'))
    throw new AppError('invalid_input', `${quote(path)} has no column "term".`, {
      fix: 'Write the names of the columns into the first line: term, kind and the locales.',
    })
  const faults = new Faults()
  const terms = new Map<string, Term>()
  for (const { cells } of rows) {
    if (faults.isFull) break
    const given = parseRow(
      cells.map(({ value }) => value),
      columns,
      faults,
    )
    if (given.term.trim() === '') continue
    const term = mergeTerm(undefined, given, faults)
    terms.set(termKey(term), term)
  }
  if (faults.isEmpty) return [...terms.values()]
  throw new AppError('invalid_input', `${quote(path)}: ${String(faults)}`, { fix: 'Correct these terms.' })
}

function parseColumn(name: string, path: string): Column | undefined {
  if (name === '') return undefined
  const own = TERM_COLUMNS.find(column => column === name.toLowerCase().replaceAll(/[ -]/g, '_'))
  if (own !== undefined) return { name: own }
  const [tag = '', word = 'translation'] = name.split(/ +/)
  const locale = findLocale(tag)
  const field = LOCALE_FIELDS.find(one => one === word.toLowerCase())
  if (locale !== undefined && field !== undefined) return { locale, field }
  throw new AppError('invalid_input', `${quote(path)} has an unknown column ${quote(name)}.`, {
    fix: `Use ${TERM_COLUMNS.join(', ')}, a locale such as de, or a locale with ${LOCALE_FIELDS.slice(1).join(', ')}.`,
  })
}

function parseRow(cells: readonly string[], columns: readonly (Column | undefined)[], faults: Faults): TermInput {
  const own: Partial<Record<TermColumn, string>> = {}
  const translations: Record<string, Partial<Record<LocaleField, string>>> = {}
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? ''
    if (column === undefined || cell === '') continue
    if ('name' in column) own[column.name] = cell
    else translations[column.locale] = { ...translations[column.locale], [column.field]: cell }
  }
  const { term = '', kind: named = 'normal', case_sensitive, source_variants, definition, part_of_speech } = own
  const kind = TERM_KINDS.find(one => one === named.toLowerCase().replaceAll(/[ -]/g, '_'))
  if (kind === undefined) faults.add(`${quote(term)} has the kind ${quote(named)}: use ${TERM_KINDS.join(', ')}.`)
  return {
    term,
    kind,
    case_sensitive: /^(?:yes|true|1|x)$/i.test(case_sensitive ?? ''),
    source_variants: splitList(source_variants ?? ''),
    definition,
    part_of_speech,
    translations: Object.fromEntries(
      Object.entries(translations).map(([locale, { translation, variants = '', forbidden = '', note }]) => [
        locale,
        { translation, variants: splitList(variants), forbidden: splitList(forbidden), note },
      ]),
    ),
  }
}
