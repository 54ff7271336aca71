import { z } from 'zod'
import type { Frozen } from '../../../store/frozen.ts'
import type { AuthorizationCodeRecord, GrantRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { RevokedTokens } from '../../audit/token-revocations.ts'
import { hashSecret, type SecretValue } from '../../secrets.ts'
import { toRedirectOrigin } from '../clients/redirect-uris.ts'
import { narrowGrant } from '../grants/change-scopes.ts'
import { revokeGrant } from '../grants/lifecycle.ts'

type Grant = Frozen<GrantRecord>

/** The scopes and accounts that an approval added to a grant. */
export const GrantAdditions = z.object({
  scopes: z.array(z.string()),
  /** IDs of the added accounts. */
  accounts: z.array(z.string()),
  /** The accounts of the grant before an approval of all accounts. */
  reached: z.array(z.string()).optional(),
})

type GrantAdditions = z.infer<typeof GrantAdditions>

export function diffGrant(before: Grant | undefined, { scopes, accounts }: Grant): GrantAdditions {
  const reached = before?.accounts ?? []
  return {
    scopes: scopes.filter(scope => before?.scopes.includes(scope) !== true),
    accounts: accounts === 'all' || reached === 'all' ? [] : accounts.filter(id => !reached.includes(id)),
    ...(accounts === 'all' && reached !== 'all' && { reached: [...reached] }),
  }
}

interface GivenConsent {
  readonly code: SecretValue
  /** Absent for a remembered consent. */
  readonly gain?: GrantAdditions | undefined
  /** The time of the approval. */
  readonly at: string
}

type UndoResult =
  /** `ended`: the revoked account tokens. */
  | { readonly kind: 'taken_back'; readonly ended: RevokedTokens }
  /** The client has already used the code. */
  | { readonly kind: 'connected'; readonly grantId: string }

/**
 * Undoes an approval while the client has not used its code: removes the code, and the additions to the grant. If the client has got other tokens since, the
 * grant stays unchanged, because another approval may have allowed them.
 */
export async function undoConsent(tx: Transaction, { code, gain, at }: GivenConsent, now: Date): Promise<UndoResult> {
  const kept = await tx.codes.by('hash', hashSecret(code))
  // Revoking a grant removes its codes.
  if (kept === undefined) return { kind: 'taken_back', ended: [] }
  if (kept.used_at !== null) return { kind: 'connected', grantId: kept.grant_id }
  const grant = await tx.grants.get(kept.grant_id)
  if (gain !== undefined && (await hasClientReturned(tx, kept, at))) {
    // Kept as used, so that a repeated denial gets the same result.
    await tx.codes.put({ ...kept, used_at: now.toISOString() })
    return { kind: 'connected', grantId: kept.grant_id }
  }
  await tx.codes.remove(kept.id)
  const isUndone = gain !== undefined && grant !== undefined
  return { kind: 'taken_back', ended: isUndone ? await removeAdditions(tx, grant, gain, kept, now) : [] }
}

/** Returns whether the client got another code or tokens since the approval. */
async function hasClientReturned(
  tx: Transaction,
  { id, grant_id, expires_at }: Frozen<AuthorizationCodeRecord>,
  at: string,
): Promise<boolean> {
  const codes = await tx.codes.list('grant', grant_id)
  if (codes.some(code => code.id !== id && code.expires_at >= expires_at)) return true
  return (await tx.families.list('active', grant_id)).some(({ created_at }) => created_at >= at)
}

async function removeAdditions(
  tx: Transaction,
  grant: Grant,
  gain: GrantAdditions,
  { redirect_uri }: Frozen<AuthorizationCodeRecord>,
  now: Date,
): Promise<RevokedTokens> {
  if (grant.scopes.every(scope => gain.scopes.includes(scope))) return revokeGrant(tx, grant, 'user', now)
  const place = toRedirectOrigin(redirect_uri)
  const consents = grant.consents.filter(({ redirect }) => redirect !== place)
  return narrowGrant(tx, { ...grant, accounts: withoutAddedAccounts(grant.accounts, gain), consents }, gain.scopes, now)
}

/** A denial never adds accounts, even if the approval had removed some. */
function withoutAddedAccounts(now: Grant['accounts'], { accounts, reached }: GrantAdditions): Grant['accounts'] {
  return now === 'all' ? (reached ?? now) : now.filter(id => !accounts.includes(id))
}
