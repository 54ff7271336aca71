/** Section 5.6 of the specification, word by word. Nothing here comes from the code that it judges. */
export const TABLE_5_6 = `
| Scope | Roles allowed | Denied without access |
|---|---|---|
| user:read | self, organization_member | no |
| user:write | self | no |
| account:read | organization_member, organization_admin, account_owner, public_account | no |
| organization:read | organization_member, organization_admin | no |
| organization:write | organization_admin | yes |
| organization:delete | organization_admin | yes |
| organization:admin | organization_admin | yes |
| members:read | organization_member, organization_admin | no |
| members:write | organization_admin | yes |
| project:read | organization_member, organization_admin, account_owner, public_account | no |
| project:write | organization_member, organization_admin, account_owner | yes |
| project:admin | organization_admin, account_owner | yes |
| project:delete | organization_admin, account_owner | yes |
| voice:read | organization_member, organization_admin, account_owner, public_account | no |
| voice:write | organization_member, organization_admin, account_owner | yes |
| voice:admin | organization_admin, account_owner | yes |
| glossary:read | organization_member, organization_admin, account_owner | no |
| glossary:write | organization_admin, account_owner | yes |
| glossary:admin | account_owner | yes |`

/** The roles (`5.5.*`) that a caller can hold; `no_access` only denies. */
export type SpecRole = 'self' | 'organization_member' | 'organization_admin' | 'account_owner' | 'public_account'

interface Row {
  readonly roles: readonly SpecRole[]
  readonly deniedWithoutAccess: boolean
}

const ROWS: ReadonlyMap<string, Row> = new Map(
  TABLE_5_6.trim()
    .split('\n')
    .slice(2)
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, scope = '', roles = '', denied]) => [
      scope,
      { roles: roles.split(', ') as SpecRole[], deniedWithoutAccess: denied === 'yes' },
    ]),
)

export const SPEC_SCOPES: readonly string[] = [...ROWS.keys()]

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
  return rowOf(scope).deniedWithoutAccess && !access ? 'no_access' : 'ok'
}

const holdsOne = (scope: string, held: ReadonlySet<SpecRole>): boolean =>
  rowOf(scope).roles.some(role => held.has(role))

function rowOf(scope: string): Row {
  const row = ROWS.get(scope)
  if (row === undefined) throw new Error(`no rule 5.6 has ${scope}`)
  return row
}
