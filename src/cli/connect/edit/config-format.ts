import { AppError } from '../../../errors.ts'
import { quote } from '../../../text/quote.ts'

/** A server in the configuration of a client: `{ "type": "http", "url": "…" }`. */
export type Entry = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Where a server is in the configuration of a client: `mcpServers`, `dragoman`. */
export interface EntryPlace {
  /** Name of the object with all servers. */
  readonly section: string
  readonly name: string
  /** The file as messages name it. */
  readonly file: string
}

/**
 * Edits one server in the text of a file. All other bytes stay as they are. `remove` undoes `add`.
 * All functions throw AppError `invalid_input` with the line when the text is not valid.
 */
export interface ConfigFormat {
  /** The server, or undefined. */
  read(text: string, place: EntryPlace): unknown
  /** Adds a server that is not there yet. An empty text becomes a complete file. */
  add(text: string, place: EntryPlace, entry: Entry): string
  /** Replaces the server. */
  replace(text: string, place: EntryPlace, entry: Entry): string
  /** Removes the server, and the section that `add` created. Returns an empty text when nothing is left. */
  remove(text: string, place: EntryPlace): string
}

/** The error for a file that its client could not read. */
export function invalidFile(file: string, text: string, offset: number, what: string): AppError {
  const line = text.slice(0, offset).split('\n').length
  return new AppError('invalid_input', `${quote(file)} is not valid in line ${line}: ${what}. Nothing was changed.`, {
    fix: 'Correct the line, then run the command again.',
  })
}

/** The error for valid content that cannot be edited. */
export function unexpectedContent(file: string, what: string): AppError {
  return new AppError('invalid_input', `${quote(file)}: ${what} Nothing was changed.`, {
    fix: 'Edit the file yourself. --print shows the lines to add.',
  })
}

/** The line break of a text. */
export const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
