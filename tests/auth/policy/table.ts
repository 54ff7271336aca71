/** Sections 5.3 and 5.6 of the specification, word by word. Nothing here comes from the code that it judges. */
const TABLE = `
| Scope | Meaning | Roles allowed | Denied without access |
|---|---|---|---|
| user:read | Read user profile | self, organization_member | no |
| user:write | Update user profile | self | no |
| account:read | List accessible accounts (personal and organization) | organization_member, organization_admin, account_owner, public_account | no |
| organization:read | Read organization details and list own organizations | organization_member, organization_admin | no |
| organization:write | Create or update organizations | organization_admin | yes |
| organization:delete | Delete organizations | organization_admin | yes |
| organization:admin | Administrative organization actions | organization_admin | yes |
| members:read | Read organization members and invitations | organization_member, organization_admin | no |
| members:write | Manage organization members and invitations | organization_admin | yes |
| project:read | Read projects | organization_member, organization_admin, account_owner, public_account | no |
| project:write | Create or update projects | organization_member, organization_admin, account_owner | yes |
| project:admin | Administrative project actions | organization_admin, account_owner | yes |
| project:delete | Delete projects | organization_admin, account_owner | yes |
| voice:read | Read voice configuration | organization_member, organization_admin, account_owner, public_account | no |
| voice:write | Create or update voice configuration | organization_member, organization_admin, account_owner | yes |
| voice:admin | Administrative voice actions | organization_admin, account_owner | yes |
| glossary:read | Read glossary entries | organization_member, organization_admin, account_owner | no |
| glossary:write | Create or update glossary entries | organization_admin, account_owner | yes |
| glossary:admin | Manage glossary settings | account_owner | yes |`

/** The roles (`5.5.*`) that a caller can hold; `no_access` only denies. */
export type SpecRole = 'self' | 'organization_member' | 'organization_admin' | 'account_owner' | 'public_account'

interface Row {
  readonly scope: string
  readonly summary: string
  readonly roles: readonly SpecRole[]
  readonly needsAccess: boolean
}

export const SPEC: readonly Row[] = TABLE.trim()
  .split('\n')
  .slice(2)
  .map(line => line.split('|').map(cell => cell.trim()))
  .map(([, scope = '', summary = '', roles = '', denied]) => ({
    scope,
    summary,
    roles: roles.split(', ') as SpecRole[],
    needsAccess: denied === 'yes',
  }))

export const SPEC_SCOPES: readonly string[] = SPEC.map(({ scope }) => scope)

/** The relation of a caller to a resource, and the roles that count. */
export interface Reading {
  readonly roles: ReadonlySet<SpecRole>
  /** Whether all accounts involved have access: the caller's own, and the one that owns the resource. */
  readonly access: boolean
  readonly hasScope: boolean
}

export type Verdict = 'ok' | 'insufficient_scope' | 'not_found' | 'forbidden' | 'no_access'

/**
 * The answer of sections 5.4 to 5.6 to a call that needs `scope`. An error reveals no more than the caller may read: not_found without read
 * access. A project reveals that it has a glossary, so its readers get forbidden for that.
 */
export function verdict(scope: string, { roles, access, hasScope }: Reading): Verdict {
  if (!hasScope) return 'insufficient_scope'
  if (!holdsOne(scope, roles)) {
    const [object = ''] = scope.split(':')
    return holdsOne(`${object === 'glossary' ? 'project' : object}:read`, roles) ? 'forbidden' : 'not_found'
  }
  return rowOf(scope).needsAccess && !access ? 'no_access' : 'ok'
}

const holdsOne = (scope: string, held: ReadonlySet<SpecRole>): boolean =>
  rowOf(scope).roles.some(role => held.has(role))

function rowOf(scope: string): Row {
  const row = SPEC.find(one => one.scope === scope)
  if (row === undefined) throw new Error(`no rule 5.6 has ${scope}`)
  return row
}
