import { AppError, type CommandFormatter, type ErrorBody, errorBody } from '../errors.ts'
import { escapeInvisible } from '../text/escape.ts'
import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from '../text/invisible-characters.ts'
import { EXIT_CODES } from './exit-codes.ts'

/** The streams of a command; answers go to stdout, everything else to stderr. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

const UNSAFE_IN_TERMINAL = new RegExp(`${HIDDEN_CHARACTER.source}|(?!\\n)${CONTROL_CHARACTER.source}`, 'gu')
const escapeAsJson = (text: string): string =>
  text.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Prints an answer as JSON: indented for a person at a terminal, one line for a program. */
export function printJson(io: Io, value: unknown): void {
  const json = JSON.stringify(value, null, io.stdout.isTTY ? 2 : undefined)
  // The same value: JSON may spell any character so. What nobody sees would turn the text around, or move the cursor.
  io.stdout.write(`${io.stdout.isTTY ? json.replace(UNSAFE_IN_TERMINAL, escapeAsJson) : json}\n`)
}

interface ErrorFormat {
  readonly json?: boolean
  /** How commands are written for the reader. */
  readonly command?: CommandFormatter
}

/**
 * Prints an error with its fix, and gives the exit code. `json` is for programs: the same body as every other surface. Of an error that nobody foresaw
 * a person sees the cause: there is no log to look into.
 */
export function printError(io: Io, error: unknown, { json = false, command }: ErrorFormat = {}): number {
  const body = errorBody(error, 'cli', command)
  if (json) io.stderr.write(`${JSON.stringify({ error: body })}\n`)
  else io.stderr.write(`${describeError(withCause(body, error), paint(io.stderr))}\n`)
  return EXIT_CODES[body.code]
}

function withCause(body: ErrorBody, error: unknown): ErrorBody {
  if (error instanceof AppError) return body
  const cause = error instanceof Error ? error.stack : String(error)
  return { ...body, message: `Something went wrong in this command: ${cause}` }
}

/** Colours only where a terminal shows them and nobody has refused them (NO_COLOR). */
export function paint(stream: NodeJS.WriteStream): Paint {
  const colourful = stream.isTTY && stream.hasColors()
  return (style, text) => (colourful ? `\u001B[${STYLES[style]}m${text}\u001B[0m` : text)
}

export type Paint = (style: keyof typeof STYLES, text: string) => string

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

function describeError(body: ErrorBody, colour: Paint): string {
  const head = `${colour('red', 'error')} ${colour('dim', `(${body.code})`)} ${forTerminal(body.message)}`
  return body.fix === undefined ? head : `${head}\n${colour('bold', 'fix')} ${forTerminal(body.fix)}`
}

/** The longest of our own lists ten paths of 400 bytes. */
const MAX_MESSAGE_CHARS = 8000

/** What a server says may move the cursor, or go on for ever. */
const forTerminal = (text: string): string =>
  escapeInvisible(text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)}…` : text)
