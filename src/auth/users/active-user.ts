import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** Returns the user with this ID; undefined if the user does not exist or is suspended. */
export async function findActiveUser(id: string, read: Pick<Reader, 'users'>): Promise<Frozen<UserRecord> | undefined> {
  const user = await read.users.get(id)
  return user?.suspended_at === undefined ? user : undefined
}

/** The error for all credentials of a suspended user. */
export const SUSPENDED = {
  description: 'An operator suspended the user of this credential.',
  fix: 'Ask an operator to resume the user. Then this credential works again, unless it was revoked.',
} as const

/**
 * Checks that a user is not suspended, before a credential is created or used.
 * @throws AppError `forbidden`
 */
export function assertActive({ handle, suspended_at }: Pick<Frozen<UserRecord>, 'handle' | 'suspended_at'>): void {
  if (suspended_at === undefined) return
  throw new AppError('forbidden', `${handle} was suspended at ${suspended_at}.`, {
    fix: dragoman => `Ask an operator to resume ${handle} on /operator, or with: ${dragoman(`user resume ${handle}`)}`,
  })
}
