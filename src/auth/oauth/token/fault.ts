import { SUSPENDED } from '../../users/active-user.ts'
import { type OAuthError, OAuthFailure } from '../failure.ts'

const REAUTHORIZE_FIX = 'Send the user to the authorization endpoint again.'
const UNKNOWN_CODE = `code is unknown for this client. ${REAUTHORIZE_FIX}`
const UNKNOWN_REFRESH_TOKEN = `refresh_token is unknown for this client. ${REAUTHORIZE_FIX}`
const UNKNOWN_DEVICE_CODE = 'device_code is unknown for this client. Request a new one.'
const ENDED = `The authorization was revoked or has expired. ${REAUTHORIZE_FIX}`

/** The error of each fault (RFC 6749 5.2, RFC 8707 2, RFC 8628 3.5). On `invalid_grant`, clients drop their tokens and ask the user again. */
const FAILURES = {
  unknown_code: ['invalid_grant', UNKNOWN_CODE],
  code_of_other_client: ['invalid_grant', UNKNOWN_CODE],
  code_used: ['invalid_grant', `code was already used. ${REAUTHORIZE_FIX}`],
  code_replayed: ['invalid_grant', `code was already used, so its tokens are revoked. ${REAUTHORIZE_FIX}`],
  code_expired: ['invalid_grant', `code has expired. ${REAUTHORIZE_FIX}`],
  other_redirect_uri: [
    'invalid_grant',
    'redirect_uri differs from the one in the authorization request. Send the same one.',
  ],
  other_verifier: [
    'invalid_grant',
    'code_verifier does not match the code_challenge. Send the original verifier (43 to 128 of A-Z a-z 0-9 - . _ ~).',
  ],
  unknown_refresh_token: ['invalid_grant', UNKNOWN_REFRESH_TOKEN],
  token_of_other_client: ['invalid_grant', UNKNOWN_REFRESH_TOKEN],
  token_reused: ['invalid_grant', `refresh_token was already used, so its token family is revoked. ${REAUTHORIZE_FIX}`],
  asked_otherwise: [
    'invalid_grant',
    'refresh_token was just used for another scope or resource. Use the refresh_token of that response.',
  ],
  token_expired: ['invalid_grant', `refresh_token has expired. ${REAUTHORIZE_FIX}`],
  family_ended: ['invalid_grant', ENDED],
  grant_revoked: ['invalid_grant', ENDED],
  user_gone: ['invalid_grant', ENDED],
  user_suspended: ['invalid_grant', SUSPENDED.description],
  client_gone: ['invalid_grant', ENDED],
  accounts_gone: ['invalid_grant', ENDED],
  wider_scope: ['invalid_scope', 'scope exceeds the granted scopes. Request fewer scopes, or authorize again.'],
  other_resource: [
    'invalid_target',
    'resource is not part of the authorization. Omit resource, or authorize again with it.',
  ],
  unknown_device_code: ['invalid_grant', UNKNOWN_DEVICE_CODE],
  device_code_of_other_client: ['invalid_grant', UNKNOWN_DEVICE_CODE],
  device_code_used: ['invalid_grant', 'device_code was already used. Request a new one.'],
  device_code_expired: ['expired_token', 'device_code has expired. Request a new one.'],
  device_pending: ['authorization_pending', 'The user has not answered yet. Poll again after the interval.'],
  device_too_fast: ['slow_down', 'Polled too soon. Add 5 seconds to the interval.'],
  device_denied: ['access_denied', 'The user denied the request.'],
} as const satisfies Readonly<Record<string, readonly [OAuthError, string]>>

/** The reason why the token endpoint rejects a request of a known client. */
export type TokenFault = keyof typeof FAILURES

/** A rejected token request, with its user and client if known. */
export interface TokenRefusal {
  readonly fault: TokenFault
  readonly userId?: string
}

export function tokenFailure(fault: TokenFault): OAuthFailure {
  const [error, description] = FAILURES[fault]
  return new OAuthFailure(error, description)
}
