import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashSecret, parseSecretKind } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import { revokeFamily } from '../grants/lifecycle.ts'
import { type FamilyContext, recordFamilyEvent } from './family-events.ts'
import { findRefreshToken } from './refresh-token.ts'

/** The token or family to revoke. */
type RevocableToken =
  | { readonly kind: 'access'; readonly token: Frozen<AccessTokenRecord>; readonly family: Frozen<TokenFamilyRecord> }
  | { readonly kind: 'family'; readonly family: Frozen<TokenFamilyRecord> }

/** The result of looking up a token to revoke (RFC 7009 2.1). Clients can't revoke account tokens; these stay unchanged. */
type Revocation =
  | RevocableToken
  | { readonly kind: 'nothing' }
  | { readonly kind: 'of_other_client'; readonly token: 'access' | 'refresh'; readonly owner: string }

export const isRevocable = (revocation: Revocation): revocation is RevocableToken => 'family' in revocation

export type RevocationTables = Pick<Reader, 'access_tokens' | 'families'>

/**
 * Finds the token or family to revoke: an access token alone, or the whole family of a refresh token, even a used one. Unknown and ended tokens are ignored
 * (RFC 7009 2.2). Tokens of another client are kept (RFC 7009 2.1).
 */
export async function findRevocation(
  value: string,
  { client }: Caller,
  read: RevocationTables,
  now: Date,
): Promise<Revocation> {
  const kind = parseSecretKind(value)
  const hash = hashSecret(value)
  const token = kind === 'svco' ? await read.access_tokens.by('hash', hash) : undefined
  const refresh = kind === 'svcr' ? await findRefreshToken(hash, read) : undefined
  const family = refresh?.family ?? (token && (await read.families.get(token.family_id)))
  if (family === undefined) return { kind: 'nothing' }
  if (family.client_id !== client.id) {
    return { kind: 'of_other_client', token: token === undefined ? 'refresh' : 'access', owner: family.client_id }
  }
  if (family.revoked_at !== null) return { kind: 'nothing' }
  if (token === undefined) return { kind: 'family', family }
  return isExpired(token.expires_at, now) ? { kind: 'nothing' } : { kind: 'access', token, family }
}

/** Revokes the token or family at once. */
export async function revoke(tx: Transaction, revocation: RevocableToken, context: FamilyContext): Promise<void> {
  const { kind, family } = revocation
  const at = context.now.toISOString()
  // Kept, because it records the refresh token it was issued for.
  if (kind === 'access') await tx.access_tokens.put({ ...revocation.token, expires_at: at })
  else await revokeFamily(tx, family, context.now)
  await recordFamilyEvent(tx, family, { action: 'token_revoked', detail: { kind } }, context)
}
