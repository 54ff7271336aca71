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

/** Why a way through a provider did not end in a session. `detail` is for the log: names of errors, never what was sent. */
export type SignInFault =
  /** RFC 9700 4.7: the answer belongs to no request of this browser. */
  | { readonly why: 'no_state' | 'unknown_state' | 'other_browser' | 'other_provider' | 'expired' }
  /** The person said no at the provider. */
  | { readonly why: 'denied' }
  /** The provider does not know the code: it is old, or was used. */
  | { readonly why: 'code_refused'; readonly detail: string }
  /** What the provider answered does not prove who it is about. */
  | { readonly why: 'untrusted'; readonly detail: string }
  /** The provider failed, or refuses this server. */
  | { readonly why: 'upstream'; readonly detail: string }
  | { readonly why: 'not_allowed' }
  | { readonly why: 'not_invited' }
  /** An operator keeps the person out. */
  | { readonly why: 'suspended' }
  /** The identity that is to be added belongs to another person here. */
  | { readonly why: 'of_someone_else' }
  /** Who began to add an identity is not signed in any more. */
  | { readonly why: 'signed_out' }

/** A request to a provider that brought nothing usable: no connection, no answer in time, too much of it. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
}

/** GitHub answers 200 with an error in the body; RFC 6749 5.2 has 400 with `invalid_grant`. */
const CODE_REFUSED = new Set(['invalid_grant', 'bad_verification_code'])
const UPSTREAM_ERRORS = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR])

/**
 * What an error on the way through a provider means. Its message may be told to the log; its cause may hold tokens, and stays here.
 * @throws whatever it was given that is no such error: a bug.
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

const toTokenErrorFault = (word: string): SignInFault => ({
  why: CODE_REFUSED.has(word) ? 'code_refused' : 'upstream',
  detail: sanitizeErrorCode(word),
})

/** An error word as the protocols have them; a provider does not write into our log as it likes. */
const sanitizeErrorCode = (text: string): string => text.replace(/[^a-zA-Z0-9_.-]/g, '?').slice(0, 60)

function errorInBody(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('body' in cause)) return undefined
  const { body } = cause
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' ? body.error : undefined
}
