import type { Role } from '../../auth/policy/scopes.ts'
import type { MemberView } from '../../tools/members/view.ts'

/** The roles in an organization, as people call them. */
export const ROLE_NAMES: Readonly<Record<MemberView['role'], string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  member: 'Member',
}

/** The strongest of somebody's roles in an organization. */
export function roleName(roles: readonly Role[]): string {
  if (roles.includes('account_owner')) return ROLE_NAMES.owner
  return roles.includes('organization_admin') ? ROLE_NAMES.admin : ROLE_NAMES.member
}
