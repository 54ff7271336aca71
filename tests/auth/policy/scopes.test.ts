import { beforeAll, describe, expect, it } from 'vitest'
import { findRefusal, findRoles, type Target } from '../../../src/auth/policy/authorize.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, getScopeRule } from '../../../src/auth/policy/scopes.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { openWorld } from '../../tools/world.ts'
import {
  ACCESSES,
  ACCOUNT_RELATIONS,
  isPossible,
  MEMBERS,
  ORGANIZATIONS,
  OTHERS,
  PUBLIC_ACCOUNTS,
  USER_RELATIONS,
} from './cells.ts'
import { SPEC, verdict } from './table.ts'

describe('the table of scopes', () => {
  it('has the scopes of the specification in its order, with description, roles and required access', () => {
    verifies('5.3.pattern', '5.3.user:read', '5.3.user:write', '5.3.account:read', '5.3.organization:read')
    verifies('5.3.organization:write', '5.3.organization:delete', '5.3.organization:admin', '5.3.members:read')
    verifies('5.3.members:write', '5.3.project:read', '5.3.project:write', '5.3.project:admin', '5.3.project:delete')
    verifies('5.3.voice:read', '5.3.voice:write', '5.3.voice:admin')
    verifies('5.3.glossary:read', '5.3.glossary:write', '5.3.glossary:admin')
    expect(SPEC).toHaveLength(19)
    expect(ALL_SCOPES.map(scope => ({ scope, ...getScopeRule(scope) }))).toEqual(SPEC)
    for (const scope of ALL_SCOPES) expect(scope).toMatch(/^[a-z]+:(read|write|admin|delete)$/)
  })

  it('lists no dangerous scope among the everyday ones', () => {
    expect(EVERYDAY_SCOPES.filter(scope => /:(delete|admin)$|^(members|organization|user):write$/.test(scope))).toEqual(
      [],
    )
    expect(ALL_SCOPES.filter(scope => scope.endsWith(':read') && !EVERYDAY_SCOPES.includes(scope))).toEqual([])
  })
})

describe.each([
  ...ACCOUNT_RELATIONS.map(relation => ({ ...relation, kind: 'account' as const })),
  ...USER_RELATIONS.map(relation => ({ ...relation, kind: 'user' as const })),
])('$name ($kind)', ({ kind, ...relation }) => {
  const { caller, account, roles } = relation
  const world = allTests(() => openWorld())
  beforeAll(async () => {
    for (const handle of ORGANIZATIONS) await world.organization(handle, MEMBERS)
    for (const handle of OTHERS) await world.user(handle)
    for (const handle of PUBLIC_ACCOUNTS) await world.setAccount(handle, { public: true })
  })

  const targetOf = async (): Promise<Target> => {
    const { read } = world.services.store
    return kind === 'user'
      ? { kind, user: found(await read.users.by('handle', account)), name: account }
      : { kind, account: found(await read.accounts.by('handle', account)), name: account }
  }

  it('holds exactly the roles that the specification describes', async () => {
    verifies('5.5.self', '5.5.organization_member', '5.5.organization_admin', '5.5.account_owner')
    verifies('5.5.public_account')
    const { principal } = await world.user(caller)
    const held = await findRoles(principal, await targetOf(), world.services.store.read)
    expect([...held].toSorted()).toEqual([...roles].toSorted())
  })

  it.each(ACCESSES.filter(access => isPossible(relation, access)))(
    'may do what the table allows: own account $own, owning account $owning',
    async ({ own, owning }) => {
      await world.setAccount(account, { has_access: owning })
      await world.setAccount(caller, { has_access: own })
      const { principal } = await world.user(caller)
      const target = await targetOf()
      // The account of another user matters for what it owns only.
      const standing = { roles: new Set(roles), access: own && (kind === 'user' || owning), hasScope: true }
      for (const scope of ALL_SCOPES) {
        const refusal = await findRefusal(principal, scope, target, world.services.store.read)
        expect(refusal ?? 'ok', scope).toBe(verdict(scope, standing))
      }
    },
  )
})

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('the world lacks it')
  return record
}
