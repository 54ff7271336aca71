import { escapeInvisible } from '../../text/escape.ts'
import { type Io, type Paint, paint, printJson } from '../io.ts'

export interface Column<Row> {
  /** The field in JSON, such as `words`; its upper case is the header. */
  readonly name: string
  readonly align?: 'right'
  /** The cell as text on a terminal; default: the field. */
  readonly format?: (row: Row) => string
  /** The style of a cell that shows a state. */
  readonly style?: (row: Row) => Parameters<Paint>[0] | undefined
}

interface TableOptions<Row> {
  /** `--json`: true, or only these fields. */
  readonly json?: boolean | readonly (keyof Row & string)[] | undefined
  /** `--quiet`: prints only this field, one row per line. */
  readonly quiet?: (keyof Row & string) | undefined
  /** What to print on a terminal instead of an empty table. */
  readonly none: string
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Prints rows for their reader: a table with headers on a terminal, lines of fields separated by tabs in a pipe, an array with `--json`.
 * Tabs separate raw values: numbers without separators, and no styles.
 */
export function printTable<Row extends object>(
  io: Io,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json = false, quiet, none }: TableOptions<Row>,
): void {
  if (json !== false) printJson(io, json === true ? rows : rows.map(row => pickFields(row, json)))
  else if (quiet !== undefined)
    printLines(
      io,
      rows.map(row => toCell((row as Fields)[quiet])),
    )
  else if (!io.stdout.isTTY)
    printLines(
      io,
      rows.map(row => columns.map(({ name }) => toCell((row as Fields)[name])).join('\t')),
    )
  else printLines(io, rows.length === 0 ? [none] : formatTable(rows, columns, paint(io.stdout)))
}

/** The named fields of a row, in that order. */
export const pickFields = (row: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, (row as Fields)[name]]))

const toCell = (value: unknown): string => escapeInvisible(Array.isArray(value) ? value.join(' ') : toText(value))

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function printLines(io: Io, lines: readonly string[]): void {
  if (lines.length > 0) io.stdout.write(`${lines.join('\n')}\n`)
}

/** Pads cells to columns as wide as their longest cell. */
export function alignRows(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number): string =>
    isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map(row => row.map(pad).join('  ').trimEnd())
}

/** Formats rows below quiet headers, in columns as wide as their longest cell. */
export function formatTable<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  colour: Paint,
): readonly string[] {
  const cells = rows.map(row => columns.map(({ name, format }) => format?.(row) ?? toCell((row as Fields)[name])))
  const headers = columns.map(({ name }) => name.replaceAll('_', ' ').toUpperCase())
  const widths = headers.map((header, at) => Math.max(header.length, ...cells.map(line => line[at]?.length ?? 0)))
  const layOut = (line: readonly string[], styled: (cell: string, at: number) => string): string =>
    line
      .map((cell, at) => {
        const pad = ' '.repeat((widths[at] ?? 0) - cell.length)
        if (columns[at]?.align === 'right') return pad + styled(cell, at)
        return styled(cell, at) + (at === line.length - 1 ? '' : pad)
      })
      .join('  ')
  return [
    layOut(headers, header => colour('dim', header)),
    ...rows.map((row, index) =>
      layOut(cells[index] ?? [], (cell, at) => {
        const style = columns[at]?.style?.(row)
        return style === undefined ? cell : colour(style, cell)
      }),
    ),
  ]
}
