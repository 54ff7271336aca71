import { refusal, type Target } from '../../auth/policy.ts'
import type { Principal } from '../../auth/principal.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { isGone } from '../projects/deletion.ts'

/** The deleted organizations that the caller can still restore, by handle. */
export async function deletedOrganizations(
  principal: Principal,
  read: Reader,
  now: Date,
): Promise<readonly Frozen<AccountRecord>[]> {
  const { id } = principal.user
  const memberships = await read.memberships.list('user', id)
  const joined = await Promise.all(memberships.map(({ account_id }) => read.accounts.get(account_id)))
  const owned = await read.accounts.list('owner', id)
  const waiting = [...owned, ...joined.filter(account => account !== undefined)].filter(
    account => account.kind === 'organization' && account.deleted_at !== undefined && !isGone(account, now),
  )
  const restorable: Frozen<AccountRecord>[] = []
  for (const account of new Map(waiting.map(one => [one.id, one])).values()) {
    const target: Target = { kind: 'account', account, name: account.handle, evenDeleted: true }
    if ((await refusal(principal, 'organization:delete', target, read)) === undefined) restorable.push(account)
  }
  return restorable.sort((a, b) => (a.handle < b.handle ? -1 : 1))
}
