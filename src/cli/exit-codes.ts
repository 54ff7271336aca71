import type { ErrorCode } from '../errors.ts'

/** The exit code of each error code, after sysexits.h. */
export const EXIT_CODES = {
  invalid_input: 65,
  ambiguous_key: 65,
  too_large: 65,
  too_complex: 65,
  unsupported_media_type: 65,
  method_not_allowed: 70,
  unknown_tool: 64,
  not_found: 66,
  gone: 66,
  already_exists: 73,
  conflict: 73,
  idempotency_mismatch: 73,
  invalid_token: 77,
  insufficient_scope: 77,
  forbidden: 77,
  no_access: 77,
  quota_exceeded: 77,
  bad_host: 78,
  bad_origin: 78,
  bad_config: 78,
  unavailable: 69,
  rate_limited: 75,
  store_unavailable: 75,
  folder_held: 75,
  internal_error: 70,
} as const satisfies Record<ErrorCode, number>

/** Exit code of an error that names a time after which the same command may work. */
export const TRY_AGAIN = 75

/** Exit code of an invalid command line. */
export const USAGE = 64

/** Exit code of a process that a signal ended, as shells report it. Node ignores SIGPIPE; a failed write stands for it. */
export const SIGNAL_EXITS = { SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const

/** The meaning of each exit code, for the help and docs/command-line.md. */
export const EXIT_MEANINGS = [
  [0, 'done; nothing found'],
  [1, 'check, doctor, --frozen: something was found; submit: one was refused; translate, connect: not done'],
  [USAGE, 'wrong usage, or unknown tool'],
  [65, 'invalid input'],
  [66, 'not found'],
  [69, 'unavailable: server not reachable, port in use, or output failed'],
  [70, 'internal error: the message or the log has the cause'],
  [73, 'conflict: already exists, or changed meanwhile'],
  [TRY_AGAIN, 'try again: server busy, data folder in use, store read-only or not reachable, or rate limit exceeded'],
  [77, 'permission denied: token, scope, role, access or quota'],
  [78, 'invalid configuration (variable, host, origin), or damaged store'],
  [SIGNAL_EXITS.SIGINT, 'interrupted by SIGINT (Ctrl+C); serve and mcp: by a second signal'],
  [SIGNAL_EXITS.SIGPIPE, 'the reader of the output has left, such as head'],
  [SIGNAL_EXITS.SIGTERM, 'ended by SIGTERM; serve and mcp: by a second signal'],
] as const satisfies readonly (readonly [number, string])[]

/** The codes of errors, in short: `64–78, 130`. */
export const ERROR_EXITS = [`${USAGE}–${Math.max(...Object.values(EXIT_CODES))}`, ...Object.values(SIGNAL_EXITS)].join(
  ', ',
)
