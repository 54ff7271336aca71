import { AppError } from '../../errors.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { isGone } from '../projects/deletion.ts'

const MOST_OWNED = 50

/** Refuses one organization more than a person can own. @throws AppError `conflict`. */
export async function assertMayOwnMore(
  { id, handle }: Frozen<UserRecord>,
  { read, now }: { readonly read: Pick<Reader, 'accounts'>; readonly now: Date },
): Promise<void> {
  const accounts = await read.accounts.list('owner', id)
  const owned = accounts.filter(account => account.kind === 'organization' && !isGone(account, now))
  if (owned.length < MOST_OWNED) return
  throw new AppError('conflict', `${handle} owns ${MOST_OWNED} organizations, and nobody can own more.`, {
    fix: 'One of them goes to somebody else first, with hand_over_organization; a deleted one counts for as long as it can be restored.',
  })
}
