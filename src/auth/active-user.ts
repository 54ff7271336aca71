import type { UserRecord } from '../store/records/identity.ts'
import type { Frozen, Reader } from '../store/store.ts'

/** The user of this id who may act now: undefined for one who is not there, and for one whom an operator suspended. */
export async function activeUser(id: string, read: Pick<Reader, 'users'>): Promise<Frozen<UserRecord> | undefined> {
  const user = await read.users.get(id)
  return user?.suspended_at === undefined ? user : undefined
}
