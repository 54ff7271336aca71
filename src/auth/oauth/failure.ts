/** Error codes of RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2, RFC 8707 2, RFC 8628 3.5, OpenID Connect Core 3.1.2.6, and for overload. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'login_required'
  | 'consent_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'too_many_requests'

interface FailureOptions {
  /** Default 400. */
  readonly status?: number
  /** Whether the client tried HTTP Basic: a 401 then challenges for it (RFC 6749 5.2). */
  readonly basic?: boolean
  /** Seconds until the client may try again. */
  readonly retryAfter?: number
}

/** An error of /oauth/* with an RFC error code. The description is ASCII, has no secrets, and says what to do. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure'
  readonly error: OAuthError
  readonly status: number
  readonly basic: boolean
  readonly retryAfter: number | undefined

  constructor(
    error: OAuthError,
    description: string,
    { status = 400, basic = false, retryAfter }: FailureOptions = {},
  ) {
    super(description.replace(/[^\x20-\x7e]|["\\]/g, "'"))
    this.error = error
    this.status = status
    this.basic = basic
    this.retryAfter = retryAfter
  }
}

export const invalidRequest = (description: string): OAuthFailure => new OAuthFailure('invalid_request', description)
