import { echo } from '../../../text/escape.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import { detectEol } from '../eol.ts'
import { assertKey, assertLength, assertWhole, faultsOf, MAX_COLUMNS, readIfValid, showKey } from '../faults.ts'
import { splitFile, type TextFile } from '../flat/text-file.ts'
import type { SourceEntry } from '../format.ts'
import { findLines, RepeatedKeys } from '../repeated-keys.ts'

/** A field. `start` and `end` include its quotes. */
interface Cell {
  readonly start: number
  readonly end: number
  readonly value: string
  readonly isQuoted: boolean
}

/** A record, which can have several lines. */
export interface Row {
  readonly start: number
  /** Without the line break. */
  readonly end: number
  /** The start of the next line. */
  readonly next: number
  readonly cells: readonly Cell[]
}

type Delimiter = ',' | ';' | '\t'

/** Maximum fields of a file. */
const MAX_CELLS = 2_000_000

/**
 * Yields the records of a file (RFC 4180) from an offset, without empty lines. A quote inside a field without quotes is ordinary text.
 * @throws AppError `invalid_input` with line and column for a quote that is not closed.
 */
export function* scanRows(text: string, delimiter: Delimiter, from: number): Generator<Row> {
  let start = from
  let count = 0
  while (start < text.length) {
    const row = scanRow(text, start, delimiter)
    start = row.next
    const [only] = row.cells
    if (row.cells.length === 1 && only?.value.trim() === '') continue
    count += row.cells.length
    if (count > MAX_CELLS)
      throw csvFault(text, row.start, `the file has more than ${MAX_CELLS} fields`, 'Split it into several files.')
    yield row
  }
}

/** Creates the error for a fault at an offset of a file. */
export const csvFault = faultsOf('CSV')

/** Scans the record that starts at an offset. */
function scanRow(text: string, start: number, delimiter: Delimiter): Row {
  const cells: Cell[] = []
  let at = start
  for (;;) {
    const cell = text[at] === '"' ? scanQuoted(text, at, delimiter) : scanPlain(text, at, delimiter)
    cells.push(cell)
    at = cell.end
    if (text[at] !== delimiter) break
    at += 1
  }
  return { start, end: at, next: at + getLineBreak(text, at), cells }
}

/** Returns the length of the line break at an offset; 0 if there is none. */
function getLineBreak(text: string, at: number): number {
  if (text[at] === '\n') return 1
  return text[at] === '\r' && text[at + 1] === '\n' ? 2 : 0
}

function scanPlain(text: string, start: number, delimiter: Delimiter): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && getLineBreak(text, end) === 0) end += 1
  return { start, end, value: text.slice(start, end), isQuoted: false }
}

function scanQuoted(text: string, start: number, delimiter: Delimiter): Cell {
  let quote = text.indexOf('"', start + 1)
  let hasQuotes = false
  while (quote !== -1 && text[quote + 1] === '"') {
    hasQuotes = true
    quote = text.indexOf('"', quote + 2)
  }
  if (quote === -1)
    throw csvFault(text, start, 'a quote is not closed', 'Close the field with ", and write " in it as "".')
  const end = quote + 1
  if (end < text.length && text[end] !== delimiter && getLineBreak(text, end) === 0) {
    const found = JSON.stringify(text.slice(end, end + 12))
    throw csvFault(text, end, `a quoted field is followed by ${found}`, 'Write " inside a quoted field as "".')
  }
  const raw = text.slice(start + 1, quote)
  return { start, end, value: hasQuotes ? raw.replaceAll('""', '"') : raw, isQuoted: true }
}

/** Writes a field, in quotes if it needs them or `isQuoted` is set. */
export function encodeCell(value: string, delimiter: Delimiter, isQuoted: boolean): string {
  return isQuoted || needsQuotes(value, delimiter) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Returns whether a value can only be written in quotes. */
export const needsQuotes = (value: string, delimiter: Delimiter): boolean =>
  value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value)

export interface KeyedRow {
  readonly key: string
  readonly row: Row
}

export interface Table<Columns = unknown> extends TextFile {
  readonly delimiter: Delimiter
  readonly eol: '\n' | '\r\n'
  /** The line `sep=;` above the header, with which spreadsheets name the delimiter; empty if there is none. */
  readonly delimiterLine: string
  readonly header: Row
  /** The names in the header, without white space around them. */
  readonly names: readonly string[]
  /** The first column of each name, in lower case. */
  readonly byName: ReadonlyMap<string, number>
  /** What the columns mean. */
  readonly columns: Columns
  /** All rows below the header. */
  readonly rows: readonly Row[]
  /** The rows that are entries. */
  readonly keyed: readonly KeyedRow[]
  readonly repeated: RepeatedKeys
}

/** Maximum UTF-16 code units of a header that is recognized. */
const MAX_HEADER = 20_000
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** Returns the names in the header of a file; undefined if it has none that can be read. Cheap. */
export function findHeaderNames(file: string): readonly string[] | undefined {
  const { text } = splitFile(file.slice(0, MAX_HEADER + 1))
  return readIfValid(() => toNames(scanHeader(text.slice(0, MAX_HEADER)).header))
}

/**
 * Parses a table. Rejects rows with more or fewer fields than the header, and keys that occur twice with different rows.
 * @param findColumns returns what the columns with the names of the header mean
 * @param getKey returns the key of a row; undefined if it is no entry
 * @throws AppError `invalid_input` with line and column.
 */
export function parseTable<Columns>(
  file: string,
  findColumns: (names: readonly string[]) => Columns,
  getKey: (row: Row, columns: Columns) => string | undefined,
): Table<Columns> {
  const { bom, text } = splitFile(file)
  const { header, delimiter, delimiterLine } = scanHeader(text)
  const surplus = header.cells[MAX_COLUMNS]
  if (surplus !== undefined) {
    const what = `the header has ${header.cells.length} columns; the limit is ${MAX_COLUMNS}`
    throw csvFault(text, surplus.start, what, 'Split it into several files.')
  }
  const names = toNames(header)
  const columns = findColumns(names)
  const rows: Row[] = []
  const seen = new Map<string, Row>()
  const keyed: KeyedRow[] = []
  const repeated = new RepeatedKeys()
  for (const row of scanRows(text, delimiter, header.next)) {
    if (row.cells.length !== names.length) throw raggedError(text, row, names.length)
    rows.push(row)
    const key = getKey(row, columns)
    if (key === undefined) continue
    assertLimits(text, key, row, keyed.length)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row)
    else repeated.add(key, isSameRow(first, row), () => findLines(text, first.start, row.start))
    keyed.push({ key, row })
  }
  const byName = new Map(names.map((name, index) => [name.toLowerCase(), index] as const).toReversed())
  const eol = detectEol(text)
  return { bom, text, delimiter, eol, delimiterLine, header, names, byName, columns, rows, keyed, repeated }
}

/** Returns the value of a field of a row; empty if the file has no such column. */
export const getCell = ({ cells }: Row, column: number | undefined): string =>
  (column === undefined ? undefined : cells[column]?.value) ?? ''

/** Reads the entries with their strings in a column, each key once. */
export const readEntries = (table: Table, column: number, describe?: (row: Row) => Partial<SourceEntry>) =>
  listOnce(table).map(({ key, row }) => ({
    ...describe?.(row),
    key,
    value: getCell(row, column),
    ...table.repeated.get(key),
  }))

/** The options of a file with a table. */
export const toOptions = ({ text, delimiter, eol }: Table, entries: readonly { readonly value: string }[]) => ({
  syntax: detectSyntax(entries.map(({ value }) => value)),
  delimiter,
  eol,
  final_newline: text.endsWith('\n'),
})

/** Lists the rows that are entries, each key once. */
export function listOnce({ keyed, repeated }: Table): readonly KeyedRow[] {
  if (repeated.isEmpty) return keyed
  const seen = new Set<string>()
  return keyed.filter(({ key }) => {
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

interface Header {
  readonly header: Row
  readonly delimiter: Delimiter
  readonly delimiterLine: string
}

/** Excel's own line above the header. Its other line breaks are those of the file. */
const DELIMITER_LINE = /sep=([^\r\n])?[^\r\n]{0,100}(?:\r?\n|$)/iy

/** Scans the first row that is not empty, with the delimiter that a line above it names, or that splits it into most fields. */
function scanHeader(text: string): Header {
  const start = /[^\s\uFEFF]/.exec(text)?.index ?? 0
  const lineStart = text.lastIndexOf('\n', start) + 1
  DELIMITER_LINE.lastIndex = start
  const [delimiterLine, named] = DELIMITER_LINE.exec(text) ?? []
  if (delimiterLine !== undefined) {
    const delimiter = DELIMITERS.find(one => one === named)
    if (delimiter === undefined) {
      const what = `the delimiter of ${echo(JSON.stringify(delimiterLine.trim()))} is not known`
      throw csvFault(text, start, what, 'Use a comma, a semicolon or a tab.')
    }
    return { header: scanRow(text, start + delimiterLine.length, delimiter), delimiter, delimiterLine }
  }
  const options = DELIMITERS.map(delimiter => ({ delimiter, header: scanFirst(text, lineStart, delimiter) }))
  const [best] = options.toSorted((a, b) => (b.header?.cells.length ?? 0) - (a.header?.cells.length ?? 0))
  if (best?.header !== undefined) return { ...best, header: best.header, delimiterLine: '' }
  return { header: scanRow(text, lineStart, ','), delimiter: ',', delimiterLine: '' }
}

/** Scans a header; undefined if a quoted field does not end at the delimiter. */
const scanFirst = (text: string, start: number, delimiter: Delimiter): Row | undefined =>
  readIfValid(() => scanRow(text, start, delimiter))

const toNames = ({ cells }: Row): readonly string[] => cells.map(({ value }) => value.trim())

const isSameRow = (first: Row, again: Row): boolean =>
  first.cells.every(({ value }, index) => value === again.cells[index]?.value)

function assertLimits(text: string, key: string, { start, cells }: Row, count: number): void {
  assertKey(key, count, (what, fix) => csvFault(text, start, what, fix))
  const name = `a field of ${showKey(key)}`
  for (const cell of cells) {
    const fault = (what: string, fix: string) => csvFault(text, cell.start, what, fix)
    assertLength(name, cell.value, fault)
    assertWhole(name, cell.value, fault)
  }
}

function raggedError(text: string, row: Row, expected: number) {
  const { length } = row.cells
  const what = `the row has ${length} ${length === 1 ? 'field' : 'fields'}, but the header has ${expected}`
  return csvFault(text, row.start, what, 'Add or remove delimiters, and quote fields that contain one.')
}
