import { SUSPENDED } from '../../users/active-user.ts'
import { OAuthFailure } from '../failure.ts'

/** A rejected token request, with its user and client if known. */
export interface TokenRefusal {
  readonly fault: TokenFault
  readonly userId?: string
}

/** The reason why the token endpoint rejects a request of a known client. */
export type TokenFault =
  | 'unknown_code'
  | 'code_of_other_client'
  | 'code_used'
  | 'code_replayed'
  | 'code_expired'
  | 'other_redirect_uri'
  | 'other_verifier'
  | 'unknown_refresh_token'
  | 'token_of_other_client'
  | 'token_reused'
  | 'asked_otherwise'
  | 'token_expired'
  | 'family_ended'
  | 'grant_revoked'
  | 'user_gone'
  | 'user_suspended'
  | 'client_gone'
  | 'accounts_gone'
  | 'wider_scope'
  | 'other_resource'
  | 'unknown_device_code'
  | 'device_code_of_other_client'
  | 'device_code_used'
  | 'device_code_expired'
  | 'device_pending'
  | 'device_too_fast'
  | 'device_denied'

/** Converts a fault to an error (RFC 6749 5.2, RFC 8707 2, RFC 8628 3.5). On `invalid_grant`, clients drop their tokens and ask the user again. */
export function tokenFailure(fault: TokenFault): OAuthFailure {
  switch (fault) {
    case 'unknown_code':
    case 'code_of_other_client':
      return new OAuthFailure('invalid_grant', `code is unknown for this client. ${REAUTHORIZE_FIX}`)
    case 'code_used':
      return new OAuthFailure('invalid_grant', `code was already used. ${REAUTHORIZE_FIX}`)
    case 'code_replayed':
      return new OAuthFailure('invalid_grant', `code was already used, so its tokens are revoked. ${REAUTHORIZE_FIX}`)
    case 'code_expired':
      return new OAuthFailure('invalid_grant', `code has expired. ${REAUTHORIZE_FIX}`)
    case 'other_redirect_uri':
      return new OAuthFailure(
        'invalid_grant',
        'redirect_uri differs from the one in the authorization request. Send the same one.',
      )
    case 'other_verifier':
      return new OAuthFailure(
        'invalid_grant',
        'code_verifier does not match the code_challenge. Send the original verifier (43 to 128 of A-Z a-z 0-9 - . _ ~).',
      )
    case 'unknown_refresh_token':
    case 'token_of_other_client':
      return new OAuthFailure('invalid_grant', `refresh_token is unknown for this client. ${REAUTHORIZE_FIX}`)
    case 'token_reused':
      return new OAuthFailure(
        'invalid_grant',
        `refresh_token was already used, so its token family is revoked. ${REAUTHORIZE_FIX}`,
      )
    case 'asked_otherwise':
      return new OAuthFailure(
        'invalid_grant',
        'refresh_token was just used for another scope or resource. Use the refresh_token of that response.',
      )
    case 'token_expired':
      return new OAuthFailure('invalid_grant', `refresh_token has expired. ${REAUTHORIZE_FIX}`)
    case 'family_ended':
    case 'grant_revoked':
    case 'user_gone':
    case 'client_gone':
    case 'accounts_gone':
      return new OAuthFailure('invalid_grant', `The authorization was revoked or has expired. ${REAUTHORIZE_FIX}`)
    case 'user_suspended':
      return new OAuthFailure('invalid_grant', SUSPENDED.description)
    case 'wider_scope':
      return new OAuthFailure(
        'invalid_scope',
        'scope exceeds the granted scopes. Request fewer scopes, or authorize again.',
      )
    case 'other_resource':
      return new OAuthFailure(
        'invalid_target',
        'resource is not part of the authorization. Omit resource, or authorize again with it.',
      )
    case 'unknown_device_code':
    case 'device_code_of_other_client':
      return new OAuthFailure('invalid_grant', 'device_code is unknown for this client. Request a new one.')
    case 'device_code_used':
      return new OAuthFailure('invalid_grant', 'device_code was already used. Request a new one.')
    case 'device_code_expired':
      return new OAuthFailure('expired_token', 'device_code has expired. Request a new one.')
    case 'device_pending':
      return new OAuthFailure('authorization_pending', 'The user has not answered yet. Poll again after the interval.')
    case 'device_too_fast':
      return new OAuthFailure('slow_down', 'Polled too soon. Add 5 seconds to the interval.')
    case 'device_denied':
      return new OAuthFailure('access_denied', 'The user denied the request.')
  }
}

const REAUTHORIZE_FIX = 'Send the user to the authorization endpoint again.'
