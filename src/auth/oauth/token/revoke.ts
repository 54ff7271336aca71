import type { Frozen } from '../../../store/frozen.ts'
import type { AccessTokenRecord, TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { type AuditContext, recordEvent } from '../../audit/events.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { hashSecret, parseSecretKind } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import { revokeFamily } from '../grants/lifecycle.ts'
import { findRefreshToken } from './find-refresh-token.ts'

/** What there is to end. */
type RevocableToken =
  | { readonly kind: 'access'; readonly token: Frozen<AccessTokenRecord>; readonly family: Frozen<TokenFamilyRecord> }
  | { readonly kind: 'family'; readonly family: Frozen<TokenFamilyRecord> }

/** What a client gives up (RFC 7009 2.1). An account token is not the client's to revoke, and nothing happens to it. */
type Revocation =
  | RevocableToken
  | { readonly kind: 'nothing' }
  | { readonly kind: 'of_other_client'; readonly token: 'access' | 'refresh'; readonly owner: string }

export const isRevocable = (revocation: Revocation): revocation is RevocableToken => 'family' in revocation

export type RevocationTables = Pick<Reader, 'access_tokens' | 'families'>

/**
 * Finds what revoking a token would end: an access token itself, a refresh token (used ones as well) the whole family. A token that is unknown or
 * ended is nothing (RFC 7009 2.2), and another client's stays (RFC 7009 2.1).
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

/** Ends what was found, at once. */
export async function revoke(
  tx: Transaction,
  revocation: RevocableToken,
  auditContext: Omit<AuditContext, 'surface' | 'client'>,
): Promise<void> {
  const { kind, family } = revocation
  const at = auditContext.now.toISOString()
  // The refresh token that it was given for is known on.
  if (kind === 'access') await tx.access_tokens.put({ ...revocation.token, expires_at: at })
  else await revokeFamily(tx, family, auditContext.now)
  const [user, grant] = await Promise.all([tx.users.get(family.user_id), tx.grants.get(family.grant_id)])
  await recordEvent(
    tx,
    { action: 'token_revoked', user, target: family.grant_id, detail: { family: family.id, kind } },
    { surface: 'oauth', client: grant?.client_name, ...auditContext },
  )
}
