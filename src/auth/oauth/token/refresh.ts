import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { drawRandom, hashSecret, parseSecretKind } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import { findActiveGrant, recordTokenUse } from './active-grant.ts'
import { revokeAsStolen } from './family-events.ts'
import type { TokenFault, TokenRefusal } from './fault.ts'
import type { TokenContext } from './first-tokens.ts'
import { familyEnd, type IssuedTokenPair, issueAccessToken } from './issue.ts'
import { narrow, type RequestedAccess } from './narrow.ts'
import { findRefreshToken, makeSuccessors } from './refresh-token.ts'
import { hashAccess, isWithinReuseWindow, reissue } from './reuse-window.ts'

/** `grant_type=refresh_token` (RFC 6749 6). */
interface RefreshRequest extends RequestedAccess {
  readonly caller: Caller
  readonly token: string
}

/**
 * Rotates a refresh token. Reuse within the window returns the same response. Later reuse means theft and revokes the family (RFC 9700 4.14.2).
 */
export async function refreshTokens(
  tx: Transaction,
  request: RefreshRequest,
  context: TokenContext,
): Promise<IssuedTokenPair | TokenRefusal> {
  const { token } = request
  const { client } = request.caller
  const { now, lifetimes } = context
  const hash = hashSecret(token)
  const found = parseSecretKind(token) === 'svcr' ? await findRefreshToken(hash, tx) : undefined
  if (found === undefined) return { fault: 'unknown_refresh_token' }
  const { family, issuedToken: exchanged } = found
  if (family.client_id !== client.id) return { fault: 'token_of_other_client' }
  const refuse = (fault: TokenFault): TokenRefusal => ({ fault, userId: family.user_id })
  if (family.revoked_at !== null) return refuse('family_ended')
  const active = await findActiveGrant(tx, family, client)
  if ('fault' in active) return refuse(active.fault)
  if (exchanged !== undefined) {
    if (isWithinReuseWindow(exchanged, now, lifetimes.refreshWindow)) {
      const again = await reissue(tx, { issuedToken: exchanged, family, token, requested: request, now })
      return 'fault' in again ? refuse(again.fault) : again
    }
    await revokeAsStolen(tx, family, 'refresh_reuse', context)
    return refuse('token_reused')
  }
  if (isExpired(family.expires_at, now)) return refuse('token_expired')
  const narrowed = narrow(request, family)
  if ('fault' in narrowed) return refuse(narrowed.fault)
  const seed = drawRandom().toString('hex')
  const { access, refresh } = makeSuccessors(token, seed)
  const prolonged: Frozen<TokenFamilyRecord> = {
    ...family,
    refresh: refresh.hash,
    // A narrowed response describes one access token, not the access of the client.
    told: narrowed.scopes === null ? family.scopes : family.told,
    last_used_at: now.toISOString(),
    expires_at: familyEnd(family.created_at, now, lifetimes),
  }
  await tx.families.put(prolonged)
  const accessHash = hashAccess(client.id, narrowed.scopes ?? family.told, narrowed.resources)
  const order = { family: prolonged, ...narrowed, access, used: { hash, seed, asked: accessHash } }
  const issued = await issueAccessToken(tx, order, context)
  await recordTokenUse(tx, active, client, now)
  return { ...issued, refreshToken: refresh.value }
}
