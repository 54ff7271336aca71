import { isPastRestoration } from '../../auth/deletion.ts'
import { findRefusal, type Target } from '../../auth/policy.ts'
import type { Principal } from '../../auth/principal.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { listOwnAccountsWithDeleted } from '../resources.ts'

/** The deleted organizations that the caller can still restore, by handle. */
export async function listRestorableOrganizations(
  principal: Principal,
  read: Reader,
  now: Date,
): Promise<readonly Frozen<AccountRecord>[]> {
  const restorable: Frozen<AccountRecord>[] = []
  for (const account of await listOwnAccountsWithDeleted(principal.user.id, read)) {
    if (account.deleted_at === undefined || isPastRestoration(account, now)) continue
    const target: Target = { kind: 'account', account, name: account.handle, evenDeleted: true }
    if ((await findRefusal(principal, 'organization:delete', target, read)) === undefined) restorable.push(account)
  }
  return restorable
}
