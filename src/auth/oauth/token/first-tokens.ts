import type { Transaction } from '../../../store/store.ts'
import { recordEvent } from '../../audit/events.ts'
import { mintSecret } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import { findActiveGrant, recordTokenUse } from './active-grant.ts'
import { makeRoomForFamily } from './family-limit.ts'
import type { TokenFault } from './fault.ts'
import { type IssuedTokens, issueAccessToken, openFamily, type TokenClock } from './issue.ts'
import { narrow, type RequestedAccess } from './narrow.ts'

export interface TokenContext extends TokenClock {
  readonly requestId: string
}

/** The approved access, as an authorization code or device code stores it. */
interface AllowedAccess {
  readonly grant_id: string
  readonly user_id: string
  readonly scopes: readonly string[]
  readonly resources: readonly string[]
}

/** Opens a token family for approved access and issues its first tokens. */
export async function issueFirstTokens(
  tx: Transaction,
  { caller: { client }, ...wish }: RequestedAccess & { readonly caller: Caller },
  allowed: AllowedAccess,
  context: TokenContext,
): Promise<(IssuedTokens & { readonly familyId: string }) | { readonly fault: TokenFault }> {
  const active = await findActiveGrant(tx, allowed, client)
  if ('fault' in active) return active
  const { user, grant } = active
  const isGranted = (scope: string): boolean => grant.scopes.includes(scope)
  // Reuses the list if nothing was removed, so that the store keeps one copy.
  const scopes = allowed.scopes.every(isGranted) ? allowed.scopes : allowed.scopes.filter(isGranted)
  const narrowed = narrow(wish, { scopes, told: scopes, resources: allowed.resources })
  if ('fault' in narrowed) return narrowed
  await makeRoomForFamily(tx, active, context)
  const refresh = client.grant_types.includes('refresh_token') ? mintSecret('svcr') : undefined
  const beginning = { active, clientId: client.id, scopes, resources: allowed.resources, refresh }
  const family = await openFamily(tx, beginning, context)
  const issued = await issueAccessToken(tx, { family, ...narrowed }, context)
  await recordTokenUse(tx, active, client, context.now)
  await recordEvent(
    tx,
    { action: 'token_issued', user, target: grant.id, detail: { family: family.id, scope: issued.scope } },
    { surface: 'oauth', client: client.name, ...context },
  )
  return { ...issued, ...(refresh !== undefined && { refreshToken: refresh.value }), familyId: family.id }
}
