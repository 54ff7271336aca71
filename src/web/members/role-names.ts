import type { Role } from '../../auth/policy/scopes.ts'
import type { MemberView } from '../../tools/members/view.ts'

/** The names of the roles on pages. */
export const ROLE_NAMES: Readonly<Record<MemberView['role'], string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  member: 'Member',
}

/** Returns the name of the highest of these roles. */
export function roleName(roles: readonly Role[]): string {
  if (roles.includes('account_owner')) return ROLE_NAMES.owner
  return roles.includes('organization_admin') ? ROLE_NAMES.admin : ROLE_NAMES.member
}
