import type { FamilyRecord } from '../../store/records/authorization.ts'
import type { Frozen, Reader, Transaction } from '../../store/store.ts'
import { type Occasion, recordEvent } from '../audit.ts'
import { hashSecret, kindOf } from '../secrets.ts'
import type { Caller } from './client-authentication.ts'
import { endFamily } from './grants.ts'

/** What there is to end. */
type Something =
  | { readonly kind: 'access'; readonly id: string; readonly family: Frozen<FamilyRecord> }
  | { readonly kind: 'family'; readonly family: Frozen<FamilyRecord> }

/** What a client gives up (RFC 7009 2.1). An account token is not the client's to revoke, and nothing happens to it. */
type Revocation =
  | Something
  | { readonly kind: 'nothing' }
  | { readonly kind: 'of_other_client'; readonly token: 'access' | 'refresh'; readonly owner: string }

export const isSomething = (revocation: Revocation): revocation is Something => 'family' in revocation

export type RevocationTables = Pick<Reader, 'access_tokens' | 'refresh_tokens' | 'families'>

/**
 * Finds what revoking a token would end: an access token itself, a refresh token (used ones as well) the whole family. A token that is unknown or
 * ended is nothing (RFC 7009 2.2), and another client's stays (RFC 7009 2.1).
 */
export async function findRevocation(value: string, { client }: Caller, read: RevocationTables): Promise<Revocation> {
  const kind = kindOf(value)
  const hash = hashSecret(value)
  const [access, refresh] = await Promise.all([
    kind === 'svco' ? read.access_tokens.by('hash', hash) : undefined,
    kind === 'svcr' ? read.refresh_tokens.by('hash', hash) : undefined,
  ])
  const token = access ?? refresh
  if (token === undefined) return { kind: 'nothing' }
  if (token.client_id !== client.id) {
    return { kind: 'of_other_client', token: access === undefined ? 'refresh' : 'access', owner: token.client_id }
  }
  const family = await read.families.get(token.family_id)
  if (family === undefined || family.revoked_at !== null) return { kind: 'nothing' }
  return access === undefined ? { kind: 'family', family } : { kind: 'access', id: access.id, family }
}

/** Ends what was found, at once. */
export async function revoke(
  tx: Transaction,
  revocation: Something,
  occasion: Omit<Occasion, 'surface' | 'client'>,
): Promise<void> {
  const { kind, family } = revocation
  if (kind === 'access') await tx.access_tokens.remove(revocation.id)
  else await endFamily(tx, family, occasion.now)
  const [user, grant] = await Promise.all([tx.users.get(family.user_id), tx.grants.get(family.grant_id)])
  await recordEvent(
    tx,
    { action: 'token_revoked', user, target: family.grant_id, detail: { family: family.id, kind } },
    { surface: 'oauth', client: grant?.client_name, ...occasion },
  )
}
