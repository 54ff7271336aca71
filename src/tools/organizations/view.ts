import { z } from 'zod'
import { findRoles } from '../../auth/policy/authorize.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import { ROLES } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** An organization as its members see it, with the caller's roles (`2.4.organization`, `5.5.*`). */
export const OrganizationView = z.object({
  organization: z.string(),
  name: z.string(),
  owner: z.string(),
  has_access: z.boolean(),
  /** Whether every signed-in user can read its projects. */
  public: z.boolean(),
  roles: z.array(z.enum(ROLES)),
  members: z.number().int(),
  projects: z.number().int(),
  created_at: z.string(),
})

export type OrganizationView = z.infer<typeof OrganizationView>

export async function toOrganizationView(
  account: Frozen<AccountRecord>,
  principal: Principal,
  read: Reader,
): Promise<OrganizationView> {
  const [roles, owner, members, projects] = await Promise.all([
    // Deleted ones, too: the roles tell whether the caller can restore it.
    findRoles(principal, { kind: 'account', account, name: account.handle, evenDeleted: true }, read),
    read.users.get(account.owner_id),
    read.memberships.count('account', account.id),
    read.projects.count('account', account.id),
  ])
  const { handle, name, has_access, created_at } = account
  return {
    organization: handle,
    name,
    owner: owner?.handle ?? account.owner_id,
    has_access,
    public: account.public,
    roles: ROLES.filter(role => roles.has(role)),
    members,
    projects,
    created_at,
  }
}
