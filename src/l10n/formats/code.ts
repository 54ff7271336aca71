/** A piece of a file that is run, with the offset of its first character. */
export interface CodePiece {
  /** See `toPiece`. */
  readonly code: string
  readonly start: number
  /** The parts by which it is known if it has no effect, such as the calls of a function. */
  readonly parts?: readonly string[]
}

/**
 * Creates a piece of code. Indentation, blank lines and the width of other white space are no part of it. Line breaks are: without them, the end of a line
 * comment could become code. Nor is how far up an import goes, because target files lie in other folders.
 */
export function toPiece(text: string, start: number, end: number): CodePiece {
  const code = text
    .slice(start, end)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replace(/[ \t]+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n')
  const isImport = /^(?:import|export) /.test(code)
  return { code: isImport ? code.replace(/(["'])(?:\.\.?\/){1,50}/g, '$1./') : code, start }
}
