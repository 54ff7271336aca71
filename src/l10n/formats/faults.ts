import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../message/message.ts'
import { positionAt } from './position.ts'

/**
 * Creates the error for a fault at an offset of a file: `Invalid YAML file at 3:5: …`.
 * @param what is wrong, with the value; without a full stop
 * @param fix in the imperative, with a full stop
 */
export function fileFault(name: string, text: string, offset: number, what: string, fix: string): AppError {
  const position = positionAt(text, offset)
  return new AppError('invalid_input', `Invalid ${name} file at ${position.line}:${position.column}: ${what}.`, {
    fix,
    position,
  })
}

/** Returns the function that creates the errors of a format, as `fileFault`. */
export const faultsOf =
  (name: string) =>
  (text: string, offset: number, what: string, fix: string): AppError =>
    fileFault(name, text, offset, what, fix)

/** Returns what a function reads; undefined if it rejects the file. */
export function readIfValid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

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

/** Maximum entries of a file, which are read, compared and written together. */
export const MAX_ENTRIES = 50_000

/** Maximum UTF-16 code units of a key. A gettext key can be as long as a source string. */
export const MAX_KEY_UNITS = 2_000

/** Maximum UTF-16 code units of a stored note. */
const MAX_NOTE_UNITS = 4_000

/** Shortens a note to its first 4,000 code units. */
export const truncateNote = (text: string): string => text.slice(0, MAX_NOTE_UNITS).replace(/[\uD800-\uDBFF]$/, '')

/** Maximum columns of a table: each can be a locale, and each is looked at in every row. */
export const MAX_COLUMNS = 500

/** Fix for a file with too many entries. */
export const SPLIT_FILE_FIX = 'Split it into several files.'

/** Creates the error for a fault at a place of a file. */
type FaultMaker = (what: string, fix: string) => Error

/** Rejects one entry too many. `count` is the number of those before it. */
export function assertCount(count: number, fault: FaultMaker): void {
  if (count >= MAX_ENTRIES) throw fault(`the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
}

/** Rejects a key that is too long, or one entry too many: see `assertCount`. */
export function assertKey(key: string, count: number, fault: FaultMaker): void {
  assertCount(count, fault)
  assertKeyLength(key, fault)
}

export function assertKeyLength(key: string, fault: FaultMaker): void {
  if (key.length <= MAX_KEY_UNITS) return
  throw fault(
    `the key ${showKey(key)} has ${key.length} characters; the limit is ${MAX_KEY_UNITS}`,
    'Use a shorter key.',
  )
}

/** Rejects a text that is too long. `name` is that of the text, such as `a string`. */
export function assertLength(name: string, { length }: string, fault: FaultMaker): void {
  if (length <= MAX_TEXT_UNITS) return
  throw fault(
    `${name} has ${length} characters; the limit is ${MAX_TEXT_UNITS}`,
    'Split the string into several entries.',
  )
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** Rejects half a character, which only an escape can write. */
export function assertWhole(name: string, text: string, fault: FaultMaker): void {
  if (!LONE_SURROGATE.test(text)) return
  throw fault(`${name} contains a lone surrogate`, 'Write the character itself, or both halves of its surrogate pair.')
}

/** A key for a message: at most its first 60 characters. */
export const showKey = (key: string): string => echo(JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key))
