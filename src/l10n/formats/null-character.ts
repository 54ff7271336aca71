import { AppError } from '../../errors.ts'
import { positionAt } from './position.ts'

/**
 * Rejects a pushed file with a null character, written as `escape` or itself: databases and programs in C cut a string there. `escape` matches every escape of
 * the format, and the null character in its first group.
 * @throws AppError `invalid_input` with line and column
 */
export function assertNoNull(text: string, escape: RegExp): void {
  for (const { 0: all, 1: found, index } of text.matchAll(escape)) {
    if (found === undefined && all !== '\0') continue
    const position = positionAt(text, index)
    throw new AppError(
      'invalid_input',
      `Invalid file at ${position.line}:${position.column}: a string contains the null character U+0000.`,
      { fix: `Remove ${found === undefined ? 'it' : `\\${found}`}.`, position },
    )
  }
}

/** Escapes in JSON. */
export const JSON_ESCAPE = /\0|\\(?:(u0000)|[^])/g
