import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, GrantRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'

/**
 * Returns the current scopes of an access token: the scopes of its family that the grant still has, limited to those it was narrowed to. Changes of the grant
 * apply at once.
 */
export function grantedScopes(
  grant: Frozen<GrantRecord>,
  family: Frozen<TokenFamilyRecord>,
  token: Pick<Frozen<AccessTokenRecord>, 'scopes'>,
): readonly Scope[] {
  return ALL_SCOPES.filter(
    scope => grant.scopes.includes(scope) && family.scopes.includes(scope) && (token.scopes?.includes(scope) ?? true),
  )
}
