import { AppError, type CommandFormatter, type ErrorBody, errorBody } from '../errors.ts'
import { escapeInvisible } from '../text/escape.ts'
import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from '../text/invisible-characters.ts'
import { EXIT_CODES, TRY_AGAIN } from './exit-codes.ts'

/** The streams of a command: results go to stdout, everything else to stderr. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

const UNSAFE_IN_TERMINAL = new RegExp(`${HIDDEN_CHARACTER.source}|(?!\\n)${CONTROL_CHARACTER.source}`, 'gu')
const escapeAsJson = (text: string): string =>
  text.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Prints a value as JSON: indented on a terminal, on one line in a pipe. */
export function printJson(io: Io, value: unknown): void {
  const json = JSON.stringify(value, null, io.stdout.isTTY ? 2 : undefined)
  // Invisible characters could reorder text or move the cursor. As JSON escapes, the value stays the same.
  io.stdout.write(`${io.stdout.isTTY ? json.replace(UNSAFE_IN_TERMINAL, escapeAsJson) : json}\n`)
}

/** Prints the answer of a command as JSON, or as text; returns the exit code. */
export function printAnswer(io: Io, json: boolean, value: unknown, describe: () => string): number {
  if (json) printJson(io, value)
  else io.stdout.write(`${describe()}\n`)
  return 0
}

interface ErrorFormat {
  readonly json?: boolean
  /** Formats the commands in the fix. */
  readonly command?: CommandFormatter
}

/**
 * Prints an error with its fix on stderr; returns the exit code. `json` prints the error body of the other surfaces.
 * Of an unexpected error, text shows the stack, because a command has no log.
 */
export function printError(io: Io, error: unknown, { json = false, command }: ErrorFormat = {}): number {
  const body = errorBody(error, 'cli', command)
  if (json) io.stderr.write(`${JSON.stringify({ error: body })}\n`)
  else io.stderr.write(`${describeError(withCause(body, error), paint(io.stderr))}\n`)
  return body.retry_after === undefined ? EXIT_CODES[body.code] : TRY_AGAIN
}

function withCause(body: ErrorBody, error: unknown): ErrorBody {
  if (error instanceof AppError) return body
  const cause = error instanceof Error ? error.stack : String(error)
  return { ...body, message: `Internal error: ${cause}` }
}

/** Returns a function that styles text with ANSI codes where colour is wanted (see `setColours`), and leaves it as it is elsewhere. */
export function paint(stream: NodeJS.WriteStream): Paint {
  const isColourful = stream.hasColors?.() ?? false
  return (style, text) => (isColourful ? `\u001B[${STYLES[style]}m${text}\u001B[0m` : text)
}

export type Paint = (style: keyof typeof STYLES, text: string) => string

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

const describeError = (body: ErrorBody, colour: Paint): string =>
  formatError(
    [forTerminal(body.message), ...(body.fix === undefined ? [] : [forTerminal(body.fix)])].join('\n'),
    colour,
  )

/** Formats an error for a reader: further lines are indented below the first. */
export const formatError = (message: string, colour: Paint): string =>
  `${colour('red', 'error')}  ${message.replaceAll('\n', `\n${' '.repeat(7)}`)}`

/** Our longest message lists ten paths of 400 bytes. */
const MAX_MESSAGE_CHARS = 8000

/** A remote server could send control characters, or endless text. */
const forTerminal = (text: string): string =>
  escapeInvisible(text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)}…` : text)
