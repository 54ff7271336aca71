import { TERM_KINDS } from '../../l10n/glossary/term.ts'
import { Locale } from '../../tools/schemas/locale.ts'
import { listFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import type { TermRow } from './load-glossary.ts'

/** A line of a CSV file: its cells, and its number in the file. */
interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** A cell that spreadsheets would run as a formula gets a quote in front, which reading removes. */
const FORMULA = /^'*[=+\-@\t]/

/** Formats a line of CSV (RFC 4180). */
export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const CELL = /"((?:[^"]|"")*)"[ \t]*(,|\r\n|\n|\r|$)|([^,\r\n]*)(,|\r\n|\n|\r|$)/y

/** Splits CSV into lines with cells. Blank lines are left out. A quote that never closes is part of its cell. */
export function parseCsv(text: string): readonly CsvLine[] {
  const given = text.replace(/^\uFEFF/, '')
  const lines: CsvLine[] = []
  let cells: string[] = []
  let [line, start] = [1, 1]
  CELL.lastIndex = 0
  while (CELL.lastIndex < given.length) {
    const found = CELL.exec(given)
    if (found === null) break
    const [whole, quoted, , plain = ''] = found
    const end = found[2] ?? found[4] ?? ''
    const cell = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')
    cells.push(FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell)
    line += whole.split(/\r\n|\n|\r/).length - 1
    if (end === ',' && CELL.lastIndex < given.length) continue
    if (end === ',') cells.push('')
    if (cells.some(one => one !== '')) lines.push({ line: start, cells })
    cells = []
    start = line
  }
  return lines
}

/** The columns of a term, before those of its locales: `de`, `de variants`, `de forbidden`, `de note`. */
const COLUMNS = ['term', 'kind', 'case_sensitive', 'source_variants', 'definition', 'part_of_speech'] as const
const LOCALE_COLUMNS = ['variants', 'forbidden', 'note'] as const

/** Separates the words of a list in a cell. */
const SEPARATOR = '|'

/** Most terms of one import: those of one call. */
const MAX_TERMS = 1000

export function formatHeading(locales: readonly string[]): string {
  return formatCsvLine([...COLUMNS, ...locales.flatMap(tag => [tag, ...LOCALE_COLUMNS.map(name => `${tag} ${name}`)])])
}

export function formatTerm(term: TermRow, locales: readonly string[]): string {
  const { kind = 'normal', case_sensitive = false, source_variants = [], definition = '', part_of_speech = '' } = term
  const join = (words: readonly string[] = []) => words.join(` ${SEPARATOR} `)
  const own = locales.flatMap(tag => {
    const { translation = '', variants, forbidden, note = '' } = term.translations?.[tag] ?? {}
    return [translation, join(variants), join(forbidden), note]
  })
  return formatCsvLine([
    term.term,
    kind,
    case_sensitive ? 'yes' : 'no',
    join(source_variants),
    definition,
    part_of_speech,
    ...own,
  ])
}

/** A fault of an import, with its line in the file. */
export interface LineFault {
  readonly line: number
  readonly message: string
}

export interface TermTable {
  readonly upsert: readonly object[]
  readonly faults: readonly LineFault[]
}

/** Reads terms from CSV. An empty cell of a term that exists leaves its field as it is. */
export function readTermTable(text: string): TermTable {
  const [heading, ...lines] = parseCsv(text)
  if (heading === undefined) return { upsert: [], faults: [{ line: 1, message: t('glossary.import.faults.empty') }] }
  const names = heading.cells.map(cell => cell.trim())
  const unknown = names.filter(name => name !== '' && !isColumn(name))
  const faults: LineFault[] = unknown.map(name => ({
    line: heading.line,
    message: t('glossary.import.faults.column', { name: name.slice(0, 60) }),
  }))
  if (!names.includes('term')) faults.push({ line: heading.line, message: t('glossary.import.faults.no_term_column') })
  if (lines.length > MAX_TERMS) {
    const at = lines[MAX_TERMS]?.line ?? heading.line
    faults.push({ line: at, message: t('glossary.import.faults.too_many', { count: MAX_TERMS }) })
  }
  if (faults.length > 0) return { upsert: [], faults }
  const seen = new Map<string, number>()
  const upsert = lines.map(one => readLine(one, names, seen, faults))
  return { upsert, faults }
}

const isLocale = (tag: string): boolean => Locale.safeParse(tag).success

function isColumn(name: string): boolean {
  if (COLUMNS.some(one => one === name)) return true
  const [tag = '', field, ...rest] = name.split(' ')
  return isLocale(tag) && rest.length === 0 && (field === undefined || LOCALE_COLUMNS.some(one => one === field))
}

function readLine(
  { line, cells }: CsvLine,
  names: readonly string[],
  seen: Map<string, number>,
  faults: LineFault[],
): object {
  const fault = (message: string): void => void faults.push({ line, message })
  const given = new Map(names.map((name, at) => [name, cells[at]?.trim() ?? '']))
  if (cells.length > names.length) fault(t('glossary.import.faults.cells', { count: names.length }))
  const read = (name: string): string | undefined => given.get(name) || undefined
  const term = read('term')
  if (term === undefined) fault(t('glossary.import.faults.no_term'))
  else {
    const earlier = seen.get(term.toLowerCase())
    if (earlier !== undefined) fault(t('glossary.import.faults.twice', { term, line: earlier }))
    seen.set(term.toLowerCase(), line)
  }
  const kind = read('kind')
  if (kind !== undefined && !TERM_KINDS.some(one => one === kind)) {
    fault(t('glossary.import.faults.kind', { kind: kind.slice(0, 60), kinds: listFormat().format(TERM_KINDS) }))
  }
  const isCased = read('case_sensitive')?.toLowerCase()
  if (isCased !== undefined && !['yes', 'no', 'true', 'false'].includes(isCased))
    fault(t('glossary.import.faults.case'))
  const variants = read('source_variants')
  const [definition, part] = [read('definition'), read('part_of_speech')]
  const translations = readTranslations(names, read)
  return {
    term,
    ...(kind !== undefined && { kind }),
    ...(isCased !== undefined && { case_sensitive: isCased === 'yes' || isCased === 'true' }),
    ...(variants !== undefined && { source_variants: toWords(variants) }),
    ...(definition !== undefined && { definition }),
    ...(part !== undefined && { part_of_speech: part }),
    ...(Object.keys(translations).length > 0 && { translations }),
  }
}

function readTranslations(
  names: readonly string[],
  read: (name: string) => string | undefined,
): Readonly<Record<string, object>> {
  const translations: Record<string, object> = {}
  for (const name of names) {
    const [tag = '', field = 'translation'] = name.split(' ')
    const value = read(name)
    if (value === undefined || COLUMNS.some(one => one === name)) continue
    const isList = field === 'variants' || field === 'forbidden'
    translations[tag] = { ...translations[tag], [field]: isList ? toWords(value) : value }
  }
  return translations
}

const toWords = (cell: string): readonly string[] =>
  cell
    .split(SEPARATOR)
    .map(word => word.trim())
    .filter(word => word !== '')
