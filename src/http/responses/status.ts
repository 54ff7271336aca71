import { AppError, type ErrorCode } from '../../errors.ts'
import { RequestFault } from '../requests/fault.ts'

/**
 * The HTTP status of every error. Invalid input is 400; 422 means that the input is valid but takes more time than a
 * call may.
 */
export const httpStatus = {
  invalid_input: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden: 403,
  no_access: 403,
  not_found: 404,
  gone: 410,
  unknown_tool: 404,
  ambiguous_key: 400,
  already_exists: 409,
  conflict: 409,
  idempotency_mismatch: 409,
  quota_exceeded: 403,
  too_large: 413,
  too_complex: 422,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  bad_host: 403,
  bad_origin: 403,
  rate_limited: 429,
  store_unavailable: 503,
  unavailable: 503,
  folder_held: 503,
  bad_config: 500,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>

/** The HTTP status of any thrown value. */
export function toHttpStatus(error: unknown): number {
  if (error instanceof RequestFault) return error.status
  return httpStatus[error instanceof AppError ? error.code : 'internal_error']
}
