/** A line of a CSV file: its cells, and its number in the file. */
export interface CsvLine {
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
