import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/**
 * The person of this handle.
 * @throws AppError `not_found`, also for an organization, which no command takes for a person.
 */
export async function findUser(given: string, read: Pick<Reader, 'users' | 'accounts'>): Promise<Frozen<UserRecord>> {
  const handle = given.toLowerCase()
  const user = await read.users.by('handle', handle)
  if (user !== undefined) return user
  if ((await read.accounts.by('handle', handle)) !== undefined) {
    throw new AppError('not_found', `${handle} is an organization, and not a person.`, {
      fix: dragoman =>
        `Give the handle of a member. To make the organization read-only: ${dragoman(`access withdraw ${handle}`)}`,
    })
  }
  throw new AppError('not_found', `There is no user ${JSON.stringify(given.slice(0, 60))}.`, {
    fix: dragoman => `Check the handle. To list all users: ${dragoman('accounts --kind personal')}`,
  })
}
