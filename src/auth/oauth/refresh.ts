import type { FamilyRecord } from '../../store/records/authorization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import { isExpired } from '../alive.ts'
import { recordEvent } from '../audit.ts'
import { recordEnded } from '../ended-tokens.ts'
import { drawRandom, hashSecret, kindOf } from '../secrets.ts'
import type { TokenContext } from './begin-tokens.ts'
import type { Caller } from './client-authentication.ts'
import { revokeStolenFamily } from './grants.ts'
import { familyEnd, type IssuedPair, issueTokens } from './issue.ts'
import { type Narrowing, narrow } from './narrow.ts'
import { digestOfAsked, isRepeat, replay } from './replay.ts'
import { findStanding, noteTokens, type Standing } from './standing.ts'
import { makeSuccessors } from './successors.ts'
import { forgetUsed } from './token-cap.ts'
import type { TokenFault } from './token-fault.ts'

/** `grant_type=refresh_token` (RFC 6749 6). */
interface RefreshRequest extends Narrowing {
  readonly caller: Caller
  readonly token: string
}

/**
 * Gives new tokens for a refresh token and uses it up. A repeat within the window gets the same answer; after it, somebody else has the token, so
 * everything that the family has ends (RFC 9700 4.14.2).
 */
export async function refreshTokens(
  tx: Transaction,
  request: RefreshRequest,
  context: TokenContext,
): Promise<IssuedPair | { readonly fault: TokenFault }> {
  const { token } = request
  const { client } = request.caller
  const { now, lifetimes } = context
  const used = kindOf(token) === 'svcr' ? await tx.refresh_tokens.by('hash', hashSecret(token)) : undefined
  if (used === undefined) return { fault: 'unknown_refresh_token' }
  if (used.client_id !== client.id) return { fault: 'token_of_other_client' }
  const family = await tx.families.get(used.family_id)
  if (family === undefined || family.revoked_at !== null) return { fault: 'family_ended' }
  const standing = await findStanding(tx, family, client)
  if ('fault' in standing) return standing
  const asked = digestOfAsked(client.id, request)
  if (used.used_at !== null) {
    if (isRepeat(used, now, lifetimes.refreshWindow)) {
      return replay(tx, { used, family, token, asked, now })
    }
    await endReused(tx, family, standing, context)
    return { fault: 'token_reused' }
  }
  if (isExpired(used.expires_at, now)) return { fault: 'token_expired' }
  const narrowed = narrow(request, family)
  if ('fault' in narrowed) return narrowed
  const prolonged: Frozen<FamilyRecord> = {
    ...family,
    // A narrowed answer tells of one access token, not of what the client has.
    told: narrowed.scopes === null ? family.scopes : family.told,
    last_used_at: now.toISOString(),
    expires_at: familyEnd(family.created_at, now, lifetimes),
  }
  await tx.families.put(prolonged)
  const seed = drawRandom().toString('hex')
  const issued = await issueTokens(tx, { family: prolonged, ...narrowed }, context, makeSuccessors(token, seed))
  await tx.refresh_tokens.put({ ...used, used_at: now.toISOString(), seed, asked })
  await forgetUsed(tx, family.id)
  await noteTokens(tx, standing, client, now)
  return issued
}

async function endReused(
  tx: Transaction,
  family: Frozen<FamilyRecord>,
  { user, grant }: Standing,
  context: TokenContext,
): Promise<void> {
  const ended = await revokeStolenFamily(tx, family, context.now)
  const occasion = { surface: 'oauth', client: grant.client_name, ...context } as const
  await recordEnded(tx, { ended, why: 'something_was_stolen', user }, occasion)
  await recordEvent(
    tx,
    { action: 'refresh_reuse', user, target: grant.id, detail: { family: family.id, account_tokens: ended.length } },
    occasion,
  )
}
