import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import { findOrCreateUser } from './users.ts'

/**
 * Finds the local user of a handle on this machine, or creates it if the handle is free.
 * @throws AppError `forbidden` as `assertLocalUser`, and the errors of `findOrCreateUser`.
 */
export async function findOrCreateLocalUser(
  tx: Transaction,
  handle: string,
  clock: Clock,
): Promise<{ user: Frozen<UserRecord>; created: boolean }> {
  const found = await findOrCreateUser(tx, handle, clock)
  await assertLocalUser(found.user, tx)
  return found
}

/**
 * Rejects a user with the name of the local user who signed up by themselves, because anyone can choose that name at a provider or for an invitation. Users
 * in `DRAGOMAN_OPERATORS` are allowed: they are identified by their ID.
 * @throws AppError `forbidden`
 */
export async function assertLocalUser(
  { id, handle, came_by: provider, operator }: Frozen<UserRecord>,
  read: Pick<Reader, 'identities'>,
): Promise<void> {
  if (provider === undefined || operator) return
  const [identity] = await read.identities.list('user', id)
  const another = `choose another handle, such as ${handle}-2`
  if (provider === 'invitation' && identity === undefined) {
    throw new AppError('forbidden', `${handle} signed up with an invitation, so this command can't act as ${handle}.`, {
      fix: dragoman => `For yourself, ${another}: ${dragoman(`login-link --user ${handle}-2 --create`)}`,
    })
  }
  const name = identity === undefined ? `${provider}:<id>` : `${identity.provider}:${identity.subject}`
  throw new AppError(
    'forbidden',
    `${handle} signs in through a provider (${name}), so this command can't act as ${handle}.`,
    {
      fix: dragoman =>
        `If it is you, start the server with DRAGOMAN_OPERATORS=${name} and sign in. If not, ${another}: ${dragoman(`login-link --user ${handle}-2 --create`)}`,
    },
  )
}
