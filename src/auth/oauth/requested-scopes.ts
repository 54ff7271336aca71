import { ALL_SCOPES, type Scope } from '../policy/scopes.ts'
import { OAuthFailure } from './failure.ts'

/** The scopes of an authorization request. */
interface RequestedScopes {
  readonly scopes: readonly Scope[]
  /** False if `scope` names no scope of this server, so that these are the defaults. */
  readonly scope_given: boolean
}

/**
 * Splits `scope` (RFC 6749 3.3).
 * @throws OAuthFailure `invalid_scope` for characters that no scope can have.
 */
export function splitScopes(text: string): readonly string[] {
  if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) {
    throw new OAuthFailure('invalid_scope', 'scope has a character that is not allowed. Separate scopes by spaces.')
  }
  return text.split(' ').filter(one => one !== '')
}

/**
 * Reads the scopes of an authorization request. Drops unknown scopes, which some clients request from every server; the token response lists the rest.
 * Registered scopes are no limit: clients register with the first challenge and request more later, and the user decides each time.
 * @throws OAuthFailure `invalid_scope`
 */
export function readScopes(text: string, usual: readonly Scope[]): RequestedScopes {
  const given = splitScopes(text)
  const scopes = ALL_SCOPES.filter(scope => given.includes(scope))
  return scopes.length > 0 ? { scopes, scope_given: true } : { scopes: usual, scope_given: false }
}
