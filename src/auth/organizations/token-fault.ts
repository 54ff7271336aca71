import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { PolicyReader } from '../policy/principal.ts'
import { isOwnerOrMember } from './membership.ts'

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
