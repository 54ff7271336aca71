import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** The user of this id who may act now: undefined for one who is not there, and for one whom an operator suspended. */
export async function findActiveUser(id: string, read: Pick<Reader, 'users'>): Promise<Frozen<UserRecord> | undefined> {
  const user = await read.users.get(id)
  return user?.suspended_at === undefined ? user : undefined
}

/** What is said to whoever acts for a suspended person, whichever credential they hold. */
export const SUSPENDED = {
  description: 'The operator of this server suspended the person behind this credential.',
  fix: 'Ask the operator: a new one would be refused as well, and what was not revoked works again when they resume the person.',
} as const

/**
 * Refuses to make or use a way in for a person whom an operator suspended.
 * @throws AppError `forbidden`
 */
export function assertActive({ handle, suspended_at }: Pick<Frozen<UserRecord>, 'handle' | 'suspended_at'>): void {
  if (suspended_at === undefined) return
  throw new AppError('forbidden', `${handle} is suspended since ${suspended_at}.`, {
    fix: dragoman => `An operator can resume them on /operator, or by: ${dragoman(`user resume ${handle}`)}`,
  })
}
