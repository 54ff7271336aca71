import type { Syntax } from '../message/message.ts'
import type { Format } from './format.ts'

const ERRORS = /^(?:active(?:record|model)\.)?errors\.(?:messages|attributes|models)\./

/** Whether a string is an error message of a model, to which Rails always gives `%{attribute}`, `%{model}` and `%{value}`. */
export const isErrorMessage = (syntax: Syntax | undefined, key: string | undefined): boolean =>
  syntax === 'ruby' && key !== undefined && ERRORS.test(key)

/** What checks have to know about the format of a file. Plain data: checks run in threads. */
export const getFormatRules = (format: Format | undefined) => ({
  hasExactZero: format?.hasExactZero === true,
  needsPositions: format?.needsPositions === true,
  numbersSubstitutions: format?.numbersSubstitutions === true,
})
