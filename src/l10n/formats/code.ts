/** A piece of a file that is run, with the offset of its first character. */
export interface CodePiece {
  /** See `toPiece`. */
  readonly code: string
  readonly start: number
}

/**
 * Creates a piece of code. Indentation, blank lines and the width of other white space are no part of it. Line breaks are: without them, the end of a line
 * comment could become code.
 */
export const toPiece = (text: string, start: number, end: number): CodePiece => ({
  code: text
    .slice(start, end)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replace(/[ \t]+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n'),
  start,
})
