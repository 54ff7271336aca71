import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../../store/records/authorization.ts'
import type { UserRecord } from '../../../store/records/identity.ts'
import type { Transaction } from '../../../store/store.ts'
import { isOwnerOrMember } from '../../organizations/membership.ts'
import { shouldRecordUse } from '../../tokens/last-used.ts'
import type { TokenFault } from './fault.ts'

/** On what tokens are made: a person, what they allowed, and the client. */
export interface ActiveGrant {
  readonly user: Frozen<UserRecord>
  readonly grant: Frozen<GrantRecord>
}

/** Whether an authorization still stands: nothing that it rests on has gone since. */
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

/** A grant for organizations that its person has left, or that are deleted, reaches nothing, and the client should say so to the person. */
async function hasReachableAccount(tx: Transaction, { accounts, user_id }: Frozen<GrantRecord>): Promise<boolean> {
  if (accounts === 'all') return true
  for (const id of accounts) {
    const account = await tx.accounts.get(id)
    if (account === undefined || account.deleted_at !== undefined) continue
    if (await isOwnerOrMember(account, { id: user_id }, tx)) return true
  }
  return false
}

/** Notes on grant and client that they were used; at most once a minute, so that most refreshes do not write them. */
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
