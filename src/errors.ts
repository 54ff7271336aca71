import { escapeInvisible } from './text/escape.ts'

/** All error codes, for programs. Each surface maps all of them. */
export const ERROR_CODES = [
  'invalid_input',
  'invalid_token',
  'insufficient_scope',
  'forbidden',
  'no_access',
  'not_found',
  'gone',
  'unknown_tool',
  'ambiguous_key',
  'already_exists',
  'conflict',
  'idempotency_mismatch',
  'quota_exceeded',
  'too_large',
  'too_complex',
  'unsupported_media_type',
  'method_not_allowed',
  'bad_host',
  'bad_origin',
  'rate_limited',
  'store_unavailable',
  'unavailable',
  'folder_held',
  'bad_config',
  'internal_error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** What to do next. A function gets the formatter of commands for its reader. */
export type Fix = string | ((dragoman: CommandFormatter) => string)

const formatGenericCommand: CommandFormatter = args => `dragoman ${args}`

export interface ErrorOptions {
  /** The next step for the caller, as one sentence. */
  readonly fix?: Fix | undefined
  /** The fix on pages, where users do not call tools; default: `fix`. */
  readonly pageFix?: string | undefined
  /** The argument with the wrong value, such as `cursor`; forms show the error beside it. */
  readonly field?: string | undefined
  /** The scopes that the operation needs; only with `insufficient_scope`. */
  readonly scopes?: readonly string[] | undefined
  /** Seconds after which the same call may work. */
  readonly retryAfter?: number | undefined
  /** Which limit refused the call, for metrics: a value of a closed list. */
  readonly limit?: string
  /** Where a file is wrong, from 1. */
  readonly position?: { readonly line: number; readonly column: number }
  readonly cause?: unknown
}

/** The one error that callers see: a closed code, a message and a fix, with invisible characters escaped. Any other error is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** The fix for readers who may be at another machine. */
  readonly fix: string | undefined
  readonly pageFix: string | undefined
  readonly field: string | undefined
  readonly scopes: readonly string[] | undefined
  readonly retryAfter: number | undefined
  readonly limit: string | undefined
  readonly position: ErrorOptions['position']
  readonly #fix: Fix | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(escapeInvisible(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.#fix = options.fix
    this.fix = this.fixWith(formatGenericCommand)
    this.pageFix = options.pageFix
    this.field = options.field
    this.scopes = options.scopes
    this.retryAfter = options.retryAfter
    this.limit = options.limit
    this.position = options.position
  }

  fixWith(dragoman: CommandFormatter): string | undefined {
    const fix = typeof this.#fix === 'function' ? this.#fix(dragoman) : this.#fix
    return fix === undefined ? undefined : escapeInvisible(fix)
  }
}

/** Handles a rejection: returns a value for an AppError, or for those with the named codes, and throws others. */
export const recover =
  <T>(value: T, ...codes: readonly ErrorCode[]) =>
  (error: unknown): T => {
    if (error instanceof AppError && (codes.length === 0 || codes.includes(error.code))) return value
    throw error
  }

/** The result of work, or a value when it throws an AppError. */
export function resultOr<T, V>(work: () => T, value: V): T | V {
  try {
    return work()
  } catch (error) {
    return recover(value)(error)
  }
}

/** The shape of an error in JSON on every surface (`_meta["dragoman/error"]`, RFC 9457 members, control socket). */
export interface ErrorBody {
  readonly code: ErrorCode
  readonly message: string
  readonly fix?: string
  readonly scopes?: readonly string[]
  readonly retry_after?: number
  readonly request_id?: string
  /** False if the same call may work later. */
  readonly permanent: boolean
}

const TRANSIENT_CODES: ReadonlySet<ErrorCode> = new Set([
  'quota_exceeded',
  'rate_limited',
  'store_unavailable',
  'unavailable',
  'internal_error',
])

/**
 * Converts an exception to an error for callers. The message of an unknown exception never leaves the process. `dragoman` formats the commands of
 * the fix for its reader.
 */
export function errorBody(error: unknown, requestId: string, dragoman = formatGenericCommand): ErrorBody {
  if (!(error instanceof AppError)) {
    return {
      code: 'internal_error',
      message: `Something went wrong on the server. The server log has the cause under request ${requestId}.`,
      request_id: requestId,
      permanent: false,
    }
  }
  const fix = error.fixWith(dragoman)
  return {
    code: error.code,
    message: error.message,
    ...(fix !== undefined && { fix }),
    ...(error.scopes !== undefined && { scopes: error.scopes }),
    ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
    permanent: error.retryAfter === undefined && !TRANSIENT_CODES.has(error.code),
  }
}

/** Formats a command to paste: `login-link` becomes `DRAGOMAN_DATA_DIR=/srv/l10n dragoman login-link`. */
export type CommandFormatter = (args: string) => string
