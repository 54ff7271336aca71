import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { PolicyReader } from './principal.ts'
import type { Role } from './scopes.ts'

/** Members that are read to find administrators, and administrators that are named. */
const MAX_MEMBERS = 200
const MAX_NAMED = 5

/** Names the users of an account with one of the roles: `ada (owner), grace (administrator)`. Only for members of the account. */
export async function nameRoleHolders(
  account: Frozen<AccountRecord>,
  roles: readonly Role[],
  read: PolicyReader,
): Promise<string> {
  const found: string[] = []
  const owner = await read.users.get(account.owner_id)
  if (owner !== undefined) found.push(`${owner.handle} (owner)`)
  if (account.kind === 'organization' && roles.includes('organization_admin')) {
    const { items } = await read.memberships.page('account', account.id, { limit: MAX_MEMBERS })
    for (const { role, user_id } of items) {
      if (role !== 'admin' || user_id === account.owner_id || found.length >= MAX_NAMED) continue
      const user = await read.users.get(user_id)
      if (user !== undefined) found.push(`${user.handle} (administrator)`)
    }
  }
  return found.join(', ')
}
