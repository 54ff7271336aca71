import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { PolicyReader } from '../policy/principal.ts'
import { isOwnerOrMember } from './membership.ts'

export type OrganizationFault = 'organization_left' | 'organization_deleted'

/**
 * Why a token that a user made on an account does not work there: a token made on an organization works while its user belongs to it and it is not
 * deleted. Undefined for one's personal account.
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
