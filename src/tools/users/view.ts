import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** A user profile; `public` and `has_access` are those of the personal account. */
export const UserView = z.object({
  handle: z.string(),
  name: z.string(),
  account: z.object({ handle: z.string(), has_access: z.boolean(), public: z.boolean() }),
  created_at: z.string(),
})

export async function toUserView(user: Frozen<UserRecord>, read: Reader): Promise<z.infer<typeof UserView>> {
  const account = await read.accounts.get(user.account_id)
  if (account === undefined) throw new Error(`user ${user.id} has no personal account`)
  const { handle, has_access } = account
  return {
    handle: user.handle,
    name: user.name,
    account: { handle, has_access, public: account.public },
    created_at: user.created_at,
  }
}
