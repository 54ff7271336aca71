import { formatCount } from './progress.ts'

/** A number with its noun: `1 string`, `1,393 strings`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** A duration behind a sentence, if it is above one second: ` (2.3 s)`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? '' : ` (${(milliseconds / 1000).toFixed(1)} s)`

/** Pads each cell of a column to the longest. */
export function alignColumn(cells: readonly string[]): readonly string[] {
  const width = Math.max(0, ...cells.map(({ length }) => length))
  return cells.map(cell => cell.padEnd(width))
}
