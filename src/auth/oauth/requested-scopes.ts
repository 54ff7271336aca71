import { ALL_SCOPES, type Scope } from '../policy/scopes.ts'
import { OFFLINE_ACCESS } from './capabilities.ts'
import { OAuthFailure } from './failure.ts'

/** The scopes of an authorization request. */
interface RequestedScopes {
  readonly scopes: readonly Scope[]
  /** False if `scope` was omitted, so that these are the defaults. */
  readonly scope_given: boolean
}

/**
 * Reads `scope` (RFC 6749 3.3). Drops unknown scopes; the token response lists the rest. Registered scopes are no limit: clients register with the
 * first challenge and request more later, and the user decides each time.
 * @throws OAuthFailure `invalid_scope`
 */
export function readScopes(text: string, usual: readonly Scope[]): RequestedScopes {
  if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) {
    throw new OAuthFailure('invalid_scope', 'scope has a character that is not allowed. Separate scopes by spaces.')
  }
  const given = text.split(' ').filter(one => one !== '' && one !== OFFLINE_ACCESS)
  if (given.length === 0) return { scopes: usual, scope_given: false }
  const scopes = ALL_SCOPES.filter(scope => given.includes(scope))
  if (scopes.length > 0) return { scopes, scope_given: true }
  throw new OAuthFailure('invalid_scope', `scope has no known scope. Use some of ${ALL_SCOPES.join(' ')}.`)
}
