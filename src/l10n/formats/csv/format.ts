import { findGoneKeys } from '../flat/text-file.ts'
import type { Format, Values, WriteRequest } from '../format.ts'
import { FORMULA_DETAIL } from '../formula.ts'
import { toTranslations } from '../repeated-keys.ts'
import { type Edit, splice } from '../splice.ts'
import { getSingleText } from '../texts.ts'
import { type Columns, findColumns, readAbout } from './columns.ts'
import { cutRows, findQuotedColumns, insertMissing, type RowModel, renderRow, replaceCell } from './edit.ts'
import {
  csvFault,
  getCell,
  type KeyedRow,
  listOnce,
  parseTable,
  type Row,
  readEntries,
  type Table,
  toOptions,
} from './table.ts'

type CsvTable = Table<Columns>

/**
 * Tables with a key, a source string and a translation in each row, or with a key and a string. The columns are found by their names. Texts are written as
 * they are: a pull warns of those that a spreadsheet runs as formulas.
 */
export const csv: Format = {
  id: 'csv',
  extensions: '.csv, .tsv',
  escape: /\0/g,
  isSpreadsheet: true,
  about: {
    name: 'CSV with a key column',
    placeholders: 'Detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes:
      'Columns `comment`, `note`, `description`; `context`, `max_length`, and `location` or `references` are read, too',
    details: [FORMULA_DETAIL],
    unsupported:
      'Needs a column `key` (or `id`, `name`), and either `source` and `target` or one of `value`, `text`, `string`, `translation`. Other columns, rows without ' +
      'a key, and empty lines are kept. Delimiters are `,`, `;` and tab. A first line `sep=;` names the delimiter, and is kept. Every row must have as many fields as the header.',
  },
  matches: path => /\.[ct]sv$/i.test(path),
  read(text) {
    const table = parseCsv(text)
    const { columns } = table
    const entries = readEntries(table, columns.source, row => readAbout(row, columns.about))
    return { entries, options: { ...toOptions(table, entries), layout: columns.layout } }
  },
  readTarget(text) {
    const table = parseCsv(text)
    return toTranslations(readEntries(table, table.columns.target))
  },
  write(request) {
    const source = parseCsv(request.source)
    const sibling = request.sibling === undefined ? undefined : parseCsv(request.sibling)
    if (request.base === undefined || request.base.trim() === '') return newFile(source, sibling, request)
    return mergeInto(source, removeDropped(parseCsv(request.base), source, request), request)
  },
}

function parseCsv(file: string): CsvTable {
  const table = parseTable(file, findColumns, (row, found) => {
    const key = getCell(row, found?.key)
    return key.trim() === '' ? undefined : key
  })
  const { columns, text, header } = table
  if (columns !== undefined) return { ...table, columns }
  const fix =
    'Name the columns key, source and target; or key and value; or key and one locale per column, such as key,en,de.'
  throw csvFault(text, header.start, 'the header names no columns for keys and strings', fix)
}

function mergeInto(source: CsvTable, base: CsvTable, { values }: WriteRequest): string {
  const edits = base.keyed.flatMap(({ key, row }) => {
    const value = values.get(key)
    return value === undefined ? [] : replaceCell(base, row, base.columns.target, getSingleText('CSV', key, value))
  })
  const insertions = insertMissing(base, source, values, createRenderer(source, base, values, hasNotes(base)))
  const isLast = ({ start }: Edit): boolean => start === base.text.length
  // A row is inserted before the text that replaces the first field of the next row, but behind an empty field at the end of the file.
  const [last, others] = [insertions.filter(isLast), insertions.filter(edit => !isLast(edit))]
  return base.bom + splice(base.text, [...others, ...edits, ...last])
}

/** Creates a target file: the header of the sibling or of the source, and the translated rows. */
function newFile(source: CsvTable, sibling: CsvTable | undefined, { values }: WriteRequest): string {
  const table = sibling ?? source
  const [first] = table.keyed
  const quoted = findQuotedColumns(table)
  const render = createRenderer(source, table, values, sibling !== undefined && hasNotes(sibling))
  const rows = listOnce(source)
    .filter(({ key }) => values.has(key))
    .map(keyed => render(keyed, { row: sibling === undefined ? keyed.row : (first?.row ?? table.header), quoted }))
  const lines = [table.text.slice(table.header.start, table.header.end), ...rows]
  return table.bom + table.delimiterLine + lines.join(table.eol) + (table.text.endsWith('\n') ? table.eol : '')
}

/** Returns a function that renders rows of the source in the style of a `model`. A file with source strings has their notes, too. */
function createRenderer(source: CsvTable, table: CsvTable, values: Values, withNotes: boolean) {
  const { columns } = table
  const isBilingual = columns.layout === 'bilingual'
  return ({ key, row }: KeyedRow, model: RowModel): string => {
    const fields = new Map([
      [columns.key, key],
      [columns.target, getSingleText('CSV', key, values.get(key) ?? '')],
    ])
    if (isBilingual) fields.set(columns.source, getCell(row, source.columns.source))
    else if (!withNotes) for (const column of columns.about.notes) fields.set(column, '')
    return renderRow(table, source, row, model, fields)
  }
}

const hasNotes = ({ keyed, columns }: CsvTable): boolean =>
  keyed.some(({ row }) => columns.about.notes.some(column => getCell(row, column) !== ''))

/** Removes the rows of removed keys. Withdrawn translations are emptied in a file with source strings, and removed in others. */
function removeDropped(base: CsvTable, source: CsvTable, request: WriteRequest): CsvTable {
  const { removed, withdrawn } = request
  const { bom, text, columns, keyed } = base
  const isRemoved = findGoneKeys({ removed }, () => source.keyed.map(({ key }) => key))
  const dropped = new Set<Row>()
  const edits: Edit[] = []
  for (const { key, row } of keyed) {
    const isWithdrawn = withdrawn?.has(key) === true
    if (isRemoved?.(key) === true || (isWithdrawn && columns.layout === 'monolingual')) dropped.add(row)
    else if (isWithdrawn) edits.push(...replaceCell(base, row, columns.target, ''))
  }
  edits.push(...cutRows(base, dropped))
  return edits.length === 0 ? base : parseCsv(bom + splice(text, edits))
}
