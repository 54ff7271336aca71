import { AppError } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CodePiece } from './code.ts'
import { readIfValid } from './faults.ts'
import type { Format } from './format.ts'
import { positionAt } from './position.ts'

/** Code of a target file that is in none of the files that it may come from. */
export interface NewCode {
  /** At most 80 characters of its first line, with names for invisible ones. */
  readonly code: string
  readonly line: number
  readonly column: number
}

const MAX_SHOWN = 80

/**
 * Finds the first piece of code of a target file that is not known, see `listKnownCode`. Undefined without such a piece, and for formats of data alone.
 * @throws AppError `invalid_input` with line and column
 */
export function findNewCode(format: Format, text: string, known: Iterable<string>): NewCode | undefined {
  const pieces = format.listCode?.(text) ?? []
  if (pieces.length === 0) return undefined
  const codes = new Set(known)
  const isKnown = ({ code, parts }: CodePiece): boolean =>
    codes.has(code) || parts?.every(part => codes.has(part)) === true
  const found = pieces.find(piece => !isKnown(piece))
  if (found === undefined) return undefined
  return { code: show(found.code), ...positionAt(text, found.start) }
}

/** Lists the code of a file that may be in another format or broken: then it has none. */
export const listKnownCode = (format: Format, text: string): readonly string[] =>
  readIfValid(() => format.listCode?.(text))?.flatMap(({ code, parts = [] }) => [code, ...parts]) ?? []

function show(code: string): string {
  const shown = escapeInvisible(code.slice(0, MAX_SHOWN)).replaceAll('\n', ' ')
  return shown.length < MAX_SHOWN && code.length <= MAX_SHOWN
    ? shown
    : `${shown.slice(0, MAX_SHOWN - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * Rejects a pushed target file with code of its own.
 * @throws AppError `invalid_input` with line and column
 */
export function assertNoNewCode(format: Format, text: string, known: readonly string[]): void {
  const codes = known.flatMap(file => listKnownCode(format, file))
  const found = findNewCode(format, text, codes)
  if (found === undefined) return
  const { code, line, column } = found
  const message = `Invalid file at ${line}:${column}: its source file does not have the code ${JSON.stringify(code)}.`
  const fix = 'Remove the code from the translation, or write it as in the source file.'
  throw new AppError('invalid_input', message, { fix, position: { line, column } })
}
