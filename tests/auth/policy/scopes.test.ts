import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRefusal, findRoles, type Target } from '../../../src/auth/policy/authorize.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, getScopeRule, type Role, type Scope } from '../../../src/auth/policy/scopes.ts'
import { verifies } from '../../requirements.ts'
import { openWorld, type World } from '../../tools/world.ts'

/** Sections 5.3 and 5.6 of the specification, row by row: scope, meaning, roles, denied without access. */
const TABLE = `
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

const rows = TABLE.trim()
  .split('\n')
  .map(row => row.split('|').map(cell => cell.trim()))
  .map(([, scope = '', summary = '', roles = '', denied]) => ({
    scope: scope as Scope,
    summary,
    roles: roles.split(', ') as Role[],
    needsAccess: denied === 'yes',
  }))

describe('the table of scopes', () => {
  it('has the scopes of the specification in its order, with description, roles and required access', () => {
    verifies('5.3.pattern', '5.3.user:read', '5.3.user:write', '5.3.account:read', '5.3.organization:read')
    verifies('5.3.organization:write', '5.3.organization:delete', '5.3.organization:admin', '5.3.members:read')
    verifies('5.3.members:write', '5.3.project:read', '5.3.project:write', '5.3.project:admin', '5.3.project:delete')
    verifies('5.3.voice:read', '5.3.voice:write', '5.3.voice:admin')
    verifies('5.3.glossary:read', '5.3.glossary:write', '5.3.glossary:admin')
    expect(rows).toHaveLength(19)
    expect(ALL_SCOPES.map(scope => ({ scope, ...getScopeRule(scope) }))).toEqual(rows)
    for (const scope of ALL_SCOPES) expect(scope).toMatch(/^[a-z]+:(read|write|admin|delete)$/)
  })

  it('lists no dangerous scope among the everyday ones', () => {
    expect(EVERYDAY_SCOPES.filter(scope => /:(delete|admin)$|^(members|organization|user):write$/.test(scope))).toEqual(
      [],
    )
    expect(ALL_SCOPES.filter(scope => scope.endsWith(':read') && !EVERYDAY_SCOPES.includes(scope))).toEqual([])
  })
})

/** The caller, the resource, and the resulting roles (`5.5.*`). */
const RELATIONS = [
  { name: 'a user on themselves', actor: 'mia', on: 'user mia', roles: ['self', 'organization_member'] },
  { name: 'a user on a colleague', actor: 'mia', on: 'user ada', roles: ['organization_member'] },
  { name: 'a user on a stranger', actor: 'mia', on: 'user zoe', roles: [] },
  { name: 'a member on the organization', actor: 'mia', on: 'acme', roles: ['organization_member'] },
  { name: 'an administrator', actor: 'bob', on: 'acme', roles: ['organization_member', 'organization_admin'] },
  {
    name: 'the owner of the organization',
    actor: 'ada',
    on: 'acme',
    roles: ['organization_member', 'organization_admin', 'account_owner'],
  },
  { name: 'a stranger on a private organization', actor: 'zoe', on: 'acme', roles: [] },
  { name: 'a stranger on a public organization', actor: 'zoe', on: 'open', roles: ['public_account'] },
  { name: 'a user on their personal account', actor: 'zoe', on: 'zoe', roles: ['account_owner'] },
  { name: "a user on another's personal account", actor: 'mia', on: 'zoe', roles: [] },
] as const satisfies readonly { name: string; actor: string; on: string; roles: readonly Role[] }[]

describe.each(RELATIONS)('$name', ({ actor, on, roles }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await world.organization('acme', { ada: 'admin', bob: 'admin', mia: 'member' })
    await world.organization('open', { bob: 'admin' })
    await world.setAccount('open', { public: true })
    await world.user('zoe')
  })
  afterAll(() => world.close())

  const targetOf = async (): Promise<Target> => {
    const { read } = world.services.store
    const handle = on.replace('user ', '')
    if (on.startsWith('user '))
      return { kind: 'user', user: found(await read.users.by('handle', handle)), name: handle }
    return { kind: 'account', account: found(await read.accounts.by('handle', handle)), name: handle }
  }

  it('holds exactly the roles that the specification describes', async () => {
    verifies('5.5.self', '5.5.organization_member', '5.5.organization_admin', '5.5.account_owner')
    verifies('5.5.public_account')
    const { principal } = await world.user(actor)
    const held = await findRoles(principal, await targetOf(), world.services.store.read)
    expect([...held].toSorted()).toEqual([...roles].toSorted())
  })

  it.each([
    { own: true, owner: true },
    { own: false, owner: true },
    { own: true, owner: false },
    { own: false, owner: false },
  ])('may do what the table allows: own account $own, owning account $owner', async ({ own, owner }) => {
    verifies('5.4.resource-check', '5.4.has-access-denies-write', '5.5.no_access', '2.3.has-access', '7.has-access')
    verifies('5.6.user:read', '5.6.user:write', '5.6.account:read', '5.6.organization:read', '5.6.organization:write')
    verifies('5.6.organization:delete', '5.6.organization:admin', '5.6.members:read', '5.6.members:write')
    verifies('5.6.project:read', '5.6.project:write', '5.6.project:admin', '5.6.project:delete')
    verifies('5.6.voice:read', '5.6.voice:write', '5.6.voice:admin')
    verifies('5.6.glossary:read', '5.6.glossary:write', '5.6.glossary:admin')
    const onAccount = !on.startsWith('user ')
    if (onAccount) await world.setAccount(on, { has_access: owner })
    if (on !== actor) await world.setAccount(actor, { has_access: own })
    const access = (!onAccount || owner) && (on === actor ? owner : own)
    const { principal } = await world.user(actor)
    const target = await targetOf()
    const outcome = async (scope: Scope) => await findRefusal(principal, scope, target, world.services.store.read)

    const allowed = rows.filter(row => row.roles.some(role => (roles as readonly Role[]).includes(role)))
    const expected = rows.map(row => {
      if (!allowed.includes(row)) return [row.scope, canRead(row.scope, allowed) ? 'forbidden' : 'not_found']
      return [row.scope, row.needsAccess && !access ? 'no_access' : undefined]
    })
    expect(await Promise.all(ALL_SCOPES.map(async scope => [scope, await outcome(scope)]))).toEqual(expected)
  })
})

/** Readers of a resource get forbidden for a write, and readers of a project for its glossary. Others get not_found. */
const canRead = (scope: Scope, allowed: readonly { readonly scope: Scope }[]): boolean => {
  const [kind] = scope.split(':')
  return allowed.some(row => row.scope === `${kind === 'glossary' ? 'project' : kind}:read`)
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('the world lacks it')
  return record
}
