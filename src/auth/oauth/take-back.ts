import { z } from 'zod'
import type { CodeRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import type { EndedTokens } from '../ended-tokens.ts'
import { hashSecret, type SecretValue } from '../secrets.ts'
import { revokeGrant } from './grants.ts'
import { redirectPlace } from './redirect-uris.ts'
import { narrowGrant } from './widen-grant.ts'

type Grant = Frozen<GrantRecord>

/** What a yes added to a grant. */
export const Gain = z.object({
  scopes: z.array(z.string()),
  /** Which accounts the grant reached before it; absent when there was none. */
  reached: z.union([z.literal('all'), z.array(z.string())]).optional(),
})

type Gain = z.infer<typeof Gain>

export const gainOf = (before: Grant | undefined, { scopes }: Grant): Gain => ({
  scopes: scopes.filter(scope => before?.scopes.includes(scope) !== true),
  ...(before !== undefined && { reached: before.accounts === 'all' ? 'all' : [...before.accounts] }),
})

interface Given {
  readonly code: SecretValue
  /** Absent where nobody was asked. */
  readonly gain?: Gain | undefined
}

type TakenBack =
  /** With the account tokens that stopped. */
  | { readonly kind: 'taken_back'; readonly ended: EndedTokens }
  /** The client was quicker. */
  | { readonly kind: 'connected'; readonly grantId: string }

/**
 * Takes back a yes as long as the client has not used its code: the code, and what the yes added to the grant. What the client came for meanwhile because
 * the yes was remembered goes with it: the last word was no.
 */
export async function takeBack(tx: Transaction, { code, gain }: Given, now: Date): Promise<TakenBack> {
  const kept = await tx.codes.by('hash', hashSecret(code))
  // A grant that is revoked takes its codes along.
  if (kept === undefined) return { kind: 'taken_back', ended: [] }
  if (kept.used_at !== null) return { kind: 'connected', grantId: kept.grant_id }
  await tx.codes.remove(kept.id)
  const grant = await tx.grants.get(kept.grant_id)
  const isUndone = gain !== undefined && grant !== undefined
  return { kind: 'taken_back', ended: isUndone ? await undo(tx, grant, gain, kept, now) : [] }
}

async function undo(
  tx: Transaction,
  grant: Grant,
  { scopes, reached }: Gain,
  { redirect_uri }: Frozen<CodeRecord>,
  now: Date,
): Promise<EndedTokens> {
  if (grant.scopes.every(scope => scopes.includes(scope))) return revokeGrant(tx, grant, 'user', now)
  const place = redirectPlace(redirect_uri)
  const consents = grant.consents.filter(({ redirect }) => redirect !== place)
  return narrowGrant(tx, { ...grant, accounts: reached ?? grant.accounts, consents }, scopes, now)
}
