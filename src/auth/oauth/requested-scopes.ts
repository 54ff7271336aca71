import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Frozen } from '../../store/store.ts'
import { ALL_SCOPES, isScope, type Scope } from '../scopes.ts'
import { OFFLINE_ACCESS } from './capabilities.ts'
import { OAuthFailure } from './failure.ts'

type Client = Frozen<ClientRecord>

/** What an authorization request asks for. */
interface RequestedScopes {
  readonly scopes: readonly Scope[]
  /** False = it named none, so these are the usual ones. */
  readonly scope_given: boolean
}

/**
 * Reads `scope` (RFC 6749 3.3). Scopes that there are not are dropped, and the token answer says what is left.
 * @throws OAuthFailure `invalid_scope`
 */
export function readScopes(text: string, client: Client, usual: readonly Scope[]): RequestedScopes {
  if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) {
    throw new OAuthFailure('invalid_scope', 'scope has a character that no scope can have. Separate scopes by spaces.')
  }
  const given = text.split(' ').filter(one => one !== '' && one !== OFFLINE_ACCESS)
  if (given.length === 0) return { scopes: usualOf(client, usual), scope_given: false }
  const scopes = ALL_SCOPES.filter(scope => given.includes(scope) && isInBounds(client, scope))
  if (scopes.length > 0) return { scopes, scope_given: true }
  throw new OAuthFailure(
    'invalid_scope',
    given.some(isScope)
      ? 'This client did not register for any scope that it asks for.'
      : `scope names none that there is. The scopes are ${ALL_SCOPES.join(' ')}.`,
  )
}

/** A client that registered for other scopes than the usual ones alone means those. */
function usualOf(client: Client, usual: readonly Scope[]): readonly Scope[] {
  const scopes = usual.filter(scope => isInBounds(client, scope))
  return scopes.length > 0 ? scopes : ALL_SCOPES.filter(scope => isInBounds(client, scope))
}

const isInBounds = ({ scopes }: Client, scope: Scope): boolean => scopes?.includes(scope) ?? true
