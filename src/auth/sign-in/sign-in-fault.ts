import {
  AuthorizationResponseError,
  OperationProcessingError,
  PARSE_ERROR,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/** The reason why a sign-in through a provider failed. `detail` is for the log: error names, never request data. */
export type SignInFault =
  /** RFC 9700 4.7: the response matches no request of this browser. */
  | { readonly why: 'no_state' | 'unknown_state' | 'other_browser' | 'other_provider' | 'expired' }
  /** The user denied the request at the provider. */
  | { readonly why: 'denied' }
  /** The provider rejected the code: expired or already used. */
  | { readonly why: 'code_refused'; readonly detail: string }
  /** The response of the provider does not prove the identity. */
  | { readonly why: 'untrusted'; readonly detail: string }
  /** The provider failed, or rejected this server. */
  | { readonly why: 'upstream'; readonly detail: string }
  | { readonly why: 'not_allowed' }
  | { readonly why: 'not_invited' }
  /** An operator suspended the user. */
  | { readonly why: 'suspended' }
  /** The identity to add belongs to another user. */
  | { readonly why: 'of_someone_else' }
  /** The user signed out while adding an identity. */
  | { readonly why: 'signed_out' }

/** A request to a provider without a usable response: no connection, a timeout, or too many bytes. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
}

/** GitHub returns 200 with an error in the body; RFC 6749 5.2 requires 400 with `invalid_grant`. */
const CODE_REFUSED = new Set(['invalid_grant', 'bad_verification_code'])
const UPSTREAM_ERRORS = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR])

/**
 * Converts an error of a provider request to a fault. Its message may be logged; its cause may contain tokens and is dropped.
 * @throws the given error if it is a bug.
 */
export function toSignInFault(error: unknown): SignInFault {
  if (error instanceof UpstreamFailure) return { why: 'upstream', detail: error.message }
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? { why: 'denied' }
      : { why: 'upstream', detail: sanitizeErrorCode(error.error) }
  }
  if (error instanceof ResponseBodyError) return toTokenErrorFault(error.error)
  if (error instanceof WWWAuthenticateChallengeError) return { why: 'upstream', detail: `status ${error.status}` }
  if (error instanceof OperationProcessingError) {
    const word = errorInBody(error.cause)
    if (word !== undefined) return toTokenErrorFault(word)
    const why = UPSTREAM_ERRORS.has(error.code ?? '') ? 'upstream' : 'untrusted'
    return { why, detail: error.message }
  }
  if (error instanceof UnsupportedOperationError) return { why: 'untrusted', detail: error.message }
  throw error
}

/** The result of a request to a provider, or its fault. @throws as `toSignInFault`. */
export const orSignInFault = <T>(request: () => Promise<T>): Promise<T | { readonly fault: SignInFault }> =>
  request().catch((error: unknown) => ({ fault: toSignInFault(error) }))

const toTokenErrorFault = (word: string): SignInFault => ({
  why: CODE_REFUSED.has(word) ? 'code_refused' : 'upstream',
  detail: sanitizeErrorCode(word),
})

/** Limits an error code to safe characters, because a provider must not write arbitrary text to the log. */
const sanitizeErrorCode = (text: string): string => text.replace(/[^a-zA-Z0-9_.-]/g, '?').slice(0, 60)

function errorInBody(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('body' in cause)) return undefined
  const { body } = cause
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' ? body.error : undefined
}
