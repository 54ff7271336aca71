import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../../store/records/authorization.ts'
import type { UserRecord } from '../../../store/records/identity.ts'
import type { Transaction } from '../../../store/store.ts'
import { isOwnerOrMember } from '../../organizations/membership.ts'
import { shouldRecordUse } from '../../tokens/last-used.ts'
import type { TokenFault } from './fault.ts'

/** The records that tokens depend on: user, grant and client. */
export interface ActiveGrant {
  readonly user: Frozen<UserRecord>
  readonly grant: Frozen<GrantRecord>
}

/** Loads user, grant and client, and checks that all of them are still active. */
export async function findActiveGrant(
  tx: Transaction,
  { grant_id, user_id }: { readonly grant_id: string; readonly user_id: string },
  client: Frozen<ClientRecord>,
): Promise<ActiveGrant | { readonly fault: TokenFault }> {
  const [grant, user] = await Promise.all([tx.grants.get(grant_id), tx.users.get(user_id)])
  if (user === undefined) return { fault: 'user_gone' }
  if (user.suspended_at !== undefined) return { fault: 'user_suspended' }
  if (grant === undefined || grant.revoked_at !== null) return { fault: 'grant_revoked' }
  if (client.kind === 'registered' && (await tx.clients.get(client.id)) === undefined) return { fault: 'client_gone' }
  if (!(await hasReachableAccount(tx, grant))) return { fault: 'accounts_gone' }
  return { user, grant }
}

/** Returns whether the grant reaches any account. It does not if the user left all its organizations, or they were deleted. */
async function hasReachableAccount(tx: Transaction, { accounts, user_id }: Frozen<GrantRecord>): Promise<boolean> {
  if (accounts === 'all') return true
  for (const id of accounts) {
    const account = await tx.accounts.get(id)
    if (account === undefined || account.deleted_at !== undefined) continue
    if (await isOwnerOrMember(account, { id: user_id }, tx)) return true
  }
  return false
}

/** Records the last use of grant and client, at most once a minute, so that most refreshes do not write them. */
export async function recordTokenUse(
  tx: Transaction,
  { grant }: ActiveGrant,
  client: Frozen<ClientRecord>,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  if (shouldRecordUse(grant, now)) await tx.grants.put({ ...grant, last_used_at: at })
  const stored = await tx.clients.get(client.id)
  if (stored !== undefined && shouldRecordUse(stored, now)) await tx.clients.put({ ...stored, last_used_at: at })
}
