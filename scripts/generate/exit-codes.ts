import { EXIT_MEANINGS } from '../../src/cli/exit-codes.ts'
import { markdownTable } from './markdown.ts'

/** The exit codes, as `dragoman help exit-codes` prints them. */
export const exitCodesTable = (): string =>
  markdownTable(
    ['Code', 'Meaning'],
    EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
  )
