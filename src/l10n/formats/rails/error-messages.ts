import type { Syntax } from '../../message/message.ts'

const ERRORS = /^(?:active(?:record|model)\.)?errors\.(?:messages|attributes|models)\./

/** Whether a string is an error message of a model, to which Rails always gives `%{attribute}`, `%{model}` and `%{value}`. */
export const isErrorMessage = (syntax: Syntax | undefined, key: string | undefined): boolean =>
  syntax === 'ruby' && key !== undefined && ERRORS.test(key)
