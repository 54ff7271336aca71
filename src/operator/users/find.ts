import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/**
 * Finds a user by handle, in any case.
 * @throws AppError `not_found`, also for the handle of an organization.
 */
export async function findUser(given: string, read: Pick<Reader, 'users' | 'accounts'>): Promise<Frozen<UserRecord>> {
  const handle = given.toLowerCase()
  const user = await read.users.by('handle', handle)
  if (user !== undefined) return user
  if ((await read.accounts.by('handle', handle)) !== undefined) {
    throw new AppError('not_found', `${handle} is an organization, not a user.`, {
      fix: dragoman =>
        `Use the handle of a member. To make the organization read-only: ${dragoman(`access withdraw ${handle}`)}`,
    })
  }
  throw new AppError('not_found', `User ${JSON.stringify(given.slice(0, 60))} not found.`, {
    fix: dragoman => `Check the handle. To list all users: ${dragoman('accounts --kind personal')}`,
  })
}
