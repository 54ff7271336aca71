import type { Role } from '../../auth/policy/scopes.ts'
import type { MemberView } from '../../tools/members/list-members.ts'
import { t } from '../i18n/t.ts'

export const roleName = (role: MemberView['role']): string => t(`members.roles.${role}.name`)

/** What a role may do, as in `ORGANIZATION_ROLES`. */
export const describeRole = (role: MemberView['role']): string => t(`members.roles.${role}.rights`)

export function highestRoleName(roles: readonly Role[]): string {
  if (roles.includes('account_owner')) return roleName('owner')
  return roleName(roles.includes('organization_admin') ? 'admin' : 'member')
}
