import type { ErrorCode } from '../errors.ts'

/** The exit code of every error, after sysexits.h: 64 usage, 65 data, 66 not found, 69 unavailable, 70 a bug, 73 cannot be made, 75 try again, 77 permission, 78 configuration. */
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

/** A command line that cannot be understood. */
export const USAGE = 64

/** The meaning of each exit code, for `dragoman --help` and the documents. */
export const EXIT_MEANINGS = [
  [0, 'done'],
  [1, 'doctor found what has to be fixed'],
  [USAGE, 'the command line is wrong, or there is no such tool'],
  [65, 'an argument is wrong'],
  [66, 'not found'],
  [69, 'unavailable: a port in use, a server that does not answer, or not part of this version'],
  [70, 'a fault of this program; the log has the cause'],
  [73, 'it exists already, or changed meanwhile'],
  [75, 'not now: the data folder is held, the store cannot write, or too many calls; try again'],
  [77, 'refused: token, scope, role, access or quota'],
  [78, 'wrong configuration: an environment variable, a host or an origin; or a damaged store'],
  [130, 'stopped by SIGINT; a service at once by a second one (143: SIGTERM)'],
] as const satisfies readonly (readonly [number, string])[]
