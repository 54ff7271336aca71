import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, GrantRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts'

/**
 * What an access token may do at this moment: the scopes of its family that the grant still has, and of those the ones it was narrowed to. What the
 * owner adds or takes away counts at once.
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
