import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { PolicyReader } from '../policy/principal.ts'

/** Returns whether a user owns an account or is a member of it. */
export const isOwnerOrMember = async (
  { id, owner_id }: Pick<Frozen<AccountRecord>, 'id' | 'owner_id'>,
  user: Pick<Frozen<UserRecord>, 'id'>,
  read: Pick<Reader, 'memberships'>,
): Promise<boolean> =>
  owner_id === user.id || (await read.memberships.by('pair', compoundKey(id, user.id))) !== undefined

export type OrganizationFault = 'organization_left' | 'organization_deleted'

/**
 * Returns why a token of an organization does not work: its user is no longer a member, or the organization was deleted. Undefined if it works, and for
 * personal accounts.
 */
export async function organizationFault(
  account: Frozen<AccountRecord>,
  user: Pick<Frozen<UserRecord>, 'id' | 'account_id'>,
  read: Pick<PolicyReader, 'memberships'>,
): Promise<OrganizationFault | undefined> {
  if (account.id === user.account_id) return undefined
  if (!(await isOwnerOrMember(account, user, read))) return 'organization_left'
  return account.deleted_at === undefined ? undefined : 'organization_deleted'
}
