import { formatCount } from './progress.ts'

/** A number with its noun: `1 string`, `1,393 strings`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** The texts that apply: the others are undefined or false. */
export const keepTrue = (texts: readonly (string | undefined | false)[]): readonly string[] =>
  texts.filter(text => text !== undefined && text !== false)

/** `2 errors, 8 warnings`; empty without any. */
export const countFindings = ({ errors, warnings }: { readonly errors: number; readonly warnings: number }): string =>
  keepTrue([errors > 0 && countOf(errors, 'error'), warnings > 0 && countOf(warnings, 'warning')]).join(', ')

/** A duration behind a sentence, if it is above one second: ` (2.3 s)`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? '' : ` (${(milliseconds / 1000).toFixed(1)} s)`

/** Pads each cell of a column to the longest. */
export function alignColumn(cells: readonly string[]): readonly string[] {
  const width = Math.max(0, ...cells.map(({ length }) => length))
  return cells.map(cell => cell.padEnd(width))
}
