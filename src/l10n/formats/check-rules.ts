import type { Format } from './format.ts'

/** What checks have to know about the format of a file. Plain data: checks run in threads. */
export const getFormatRules = (format: Format | undefined) => ({
  hasExactZero: format?.hasExactZero === true,
  needsPositions: format?.needsPositions === true,
  numbersSubstitutions: format?.numbersSubstitutions === true,
})
