import { ALL_SCOPES, type Scope } from '../policy/scopes.ts'
import { OFFLINE_ACCESS } from './capabilities.ts'
import { OAuthFailure } from './failure.ts'

/** What an authorization request asks for. */
interface RequestedScopes {
  readonly scopes: readonly Scope[]
  /** False = it named none, so these are the usual ones. */
  readonly scope_given: boolean
}

/**
 * Reads `scope` (RFC 6749 3.3). Scopes that there are not are dropped, and the token answer says what is left. What a client registered for bounds
 * nothing: clients register with the first challenge and ask for more later, and a person decides each time.
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
