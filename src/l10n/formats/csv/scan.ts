import type { AppError } from '../../../errors.ts'
import { fileFault } from '../file-fault.ts'

/** A field. `start` and `end` include its quotes. */
export interface Cell {
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

export type Delimiter = ',' | ';' | '\t'

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
export const csvFault = (text: string, offset: number, what: string, fix: string): AppError =>
  fileFault('CSV', text, offset, what, fix)

/** Scans the record that starts at an offset. */
export function scanRow(text: string, start: number, delimiter: Delimiter): Row {
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
