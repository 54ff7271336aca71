import type { Span } from './splice.ts'

/** A piece of a file that is run, with the offset of its first character. */
export interface CodePiece {
  /** See `normalizeCode`. */
  readonly code: string
  readonly start: number
  /** The parts by which it is known if it has no effect, such as the calls of a function. */
  readonly parts?: readonly string[]
}

type CodeSpan = Span & Pick<CodePiece, 'parts'>

/** Creates pieces of code in the order of the file. Their offsets are those behind its byte order mark. */
export const toPieces = (bom: string, text: string, spans: readonly CodeSpan[]): readonly CodePiece[] =>
  spans
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, parts }) => ({
      code: normalizeCode(text.slice(start, end)),
      start: start + bom.length,
      ...(parts !== undefined && { parts }),
    }))

/**
 * Indentation, blank lines and the width of other white space are no part of code. Line breaks are: without them, the end of a line comment could become
 * code. Nor is how far up an import goes, because target files lie in other folders.
 */
export function normalizeCode(raw: string): string {
  const code = raw
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replace(/[ \t]+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n')
  return /^(?:import|export) /.test(code) ? code.replace(/(["'])(?:\.\.?\/){1,50}/g, '$1./') : code
}
