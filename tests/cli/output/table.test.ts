import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Io } from '../../../src/cli/io.ts'
import { type Column, printTable } from '../../../src/cli/output/table.ts'

interface Row {
  readonly locale: string
  readonly words: number
}
const ROWS: readonly Row[] = [
  { locale: 'de', words: 1044 },
  { locale: 'pt-BR', words: 0 },
]
const COLUMNS: readonly Column<Row>[] = [
  { name: 'locale' },
  { name: 'words', align: 'right', format: ({ words }) => words.toLocaleString('en') },
]

function print(
  isTTY: boolean,
  rows: readonly Row[],
  options: { json?: boolean | readonly ('locale' | 'words')[]; quiet?: 'locale' } = {},
): string {
  const stdout = Object.assign(new PassThrough(), { isTTY, hasColors: () => false })
  printTable({ stdout } as unknown as Io, rows, COLUMNS, { none: 'No locales.', ...options })
  return String(stdout.read() ?? '')
}

describe('a table', () => {
  it('has headers and aligned columns on a terminal', () => {
    expect(print(true, ROWS)).toBe('LOCALE  WORDS\nde      1,044\npt-BR       0\n')
  })

  it('says on a terminal that it is empty, and prints nothing in a pipe', () => {
    expect(print(true, [])).toBe('No locales.\n')
    expect(print(false, [])).toBe('')
  })

  it('separates raw values by tabs in a pipe', () => {
    expect(print(false, ROWS)).toBe('de\t1044\npt-BR\t0\n')
  })

  it('prints JSON, whole or some fields of it', () => {
    expect(JSON.parse(print(false, ROWS, { json: true }))).toEqual(ROWS)
    expect(JSON.parse(print(false, ROWS, { json: ['words'] }))).toEqual([{ words: 1044 }, { words: 0 }])
  })

  it('prints one field with --quiet', () => {
    expect(print(true, ROWS, { quiet: 'locale' })).toBe('de\npt-BR\n')
  })
})
