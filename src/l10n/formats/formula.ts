/** Beginnings that spreadsheets read as a formula, also in full width, and control characters that they skip before one (OWASP, "CSV Injection"). */
const START = /^[=+\-@＝＋－＠\t\r\n]/

/** A number with its sign: `-5`, `+3.5 %`. */
const NUMBER = /^[+-]\s?\d[\d.,\s]*%?$/

/** What reaches beyond its cell: a function, or a program of DDE. */
const CALL = /[(|]/

/** For docs/formats.md. */
export const FORMULA_DETAIL =
  'Formulas: spreadsheets run cells that begin with `=`, `+`, `-`, `@`, a tab or a line break. They are written as they are, and `pull_translations` lists them. Numbers, and texts that begin as their source does, are not listed'

/**
 * Whether a spreadsheet would run a text as a formula. A text that begins as its source does, such as a list item, is no surprise to the owner of the source
 * file, unless it calls something that the source does not.
 */
export function isFormula(text: string, source = ''): boolean {
  if (!START.test(text) || NUMBER.test(text)) return false
  return text.slice(0, 1) !== source.slice(0, 1) || (CALL.test(text) && !CALL.test(source))
}
