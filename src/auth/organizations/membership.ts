import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** Returns whether a user owns an account or is a member of it. */
export const isOwnerOrMember = async (
  { id, owner_id }: Pick<Frozen<AccountRecord>, 'id' | 'owner_id'>,
  user: Pick<Frozen<UserRecord>, 'id'>,
  read: Pick<Reader, 'memberships'>,
): Promise<boolean> =>
  owner_id === user.id || (await read.memberships.by('pair', compoundKey(id, user.id))) !== undefined
