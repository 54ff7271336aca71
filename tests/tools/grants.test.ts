import { describe, expect, it } from 'vitest'
import { revokeGrant, revokeStolenFamily } from '../../src/auth/oauth/grants/lifecycle.ts'
import type { Scope } from '../../src/auth/policy/scopes.ts'
import type { GrantView } from '../../src/tools/grants/view.ts'
import { connect, type Granted } from '../auth/oauth/granted.ts'
import { eachTest } from '../harness/each-test.ts'
import { openTestApp } from '../http/test-app.ts'
import { refused } from './world.ts'

const HOUR = 60 * 60 * 1000
const SELF: readonly Scope[] = ['user:read', 'user:write', 'project:read']
/** One URL for calls over HTTP and in the process, because it is the audience. */
const testApp = eachTest(() => openTestApp({ baseUrl: 'http://localhost:4050' }))

const rest = async (method: string, path: string, token: string) => {
  const answer = await fetch(`${testApp.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> }
}
const call = async <T>(token: string, tool: string, args: object = {}) =>
  (await testApp.world.bearer(token)).call<T>(tool, args)
const works = async (token: string) => (await rest('GET', '/api/context', token)).status === 200

describe('list_grants', () => {
  it('shows the last address of an app, and escapes invisible characters', async () => {
    const hal = await connect(testApp.services, 'hal', { scopes: SELF })
    const headers = { authorization: `Bearer ${hal.token}`, 'user-agent': 'codex/9 \u00ad' }
    await fetch(`${testApp.url}/api/context`, { headers })
    const from = async () => {
      const { grants } = await call<{ grants: { last_used_from?: object }[] }>(hal.token, 'list_grants')
      return grants[0]?.last_used_from
    }
    await expect.poll(from).toEqual({ address: '127.0.0.1', user_agent: 'codex/9 <U+00AD>' })
  })

  it('shows the caller’s active apps with their active sign-ins', async () => {
    const created_at = testApp.services.now().toISOString()
    const all = await connect(testApp.services, 'ada', { scopes: SELF, clientId: 'one', clientName: 'One\u202e' })
    await connect(testApp.services, 'ada', { scopes: SELF, clientId: 'one' })
    testApp.world.pass(1)
    const account = await testApp.services.store.read.accounts.by('handle', 'ada')
    const narrow = await connect(testApp.services, 'ada', { scopes: ['project:read'], accounts: [account?.id ?? ''] })
    await connect(testApp.services, 'grace')
    const { status, body } = await rest('GET', '/api/grants', all.token)
    expect(status).toBe(200)
    expect(body['grants'] as GrantView[]).toEqual([
      {
        id: all.grantId,
        client_name: 'One<U+202E>',
        client_id: 'one',
        scopes: SELF,
        accounts: 'all',
        created_at,
        last_used_at: null,
        sessions: 2,
      },
      expect.objectContaining({ id: narrow.grantId, client_name: 'Claude Code', accounts: ['ada'], sessions: 1 }),
    ])
    testApp.world.pass(30 * 24 * HOUR)
    const person = await testApp.world.user('ada')
    const later = await person.call<{ grants: GrantView[] }>('list_grants')
    expect(later.grants.map(({ sessions }) => sessions)).toEqual([0, 0])
  })

  it('names the newest sign-in of a re-registered app, and omits those without tokens', async () => {
    const signIns = []
    for (const clientId of ['q1', 'q2', 'q3']) {
      signIns.push(await connect(testApp.services, 'quin', { clientId, clientName: 'Qwen' }))
      testApp.world.pass(1)
    }
    const [over, earlier, newest] = signIns
    await testApp.services.store.transaction(async tx => {
      const family = await tx.families.get(over?.familyId ?? '')
      if (family !== undefined) await tx.families.put({ ...family, revoked_at: testApp.services.now().toISOString() })
    })
    const quin = await testApp.world.user('quin')
    const { grants } = await quin.call<{ grants: (GrantView & { replaced_by?: string })[] }>('list_grants')
    expect(grants.map(({ id, replaced_by }) => [id, replaced_by])).toEqual([
      [earlier?.grantId, newest?.grantId],
      [newest?.grantId, undefined],
    ])
    await quin.call('revoke_grant', { id: earlier?.grantId })
    expect([await works(earlier?.token ?? ''), await works(newest?.token ?? '')]).toEqual([false, true])
  })
})

describe('revoke_grant', () => {
  it('ends the app on every machine at once, and can be repeated', async () => {
    const [one, other] = [
      await connect(testApp.services, 'ada', { clientId: 'gone' }),
      await connect(testApp.services, 'ada', { clientId: 'gone' }),
    ]
    const { token } = await connect(testApp.services, 'ada', { scopes: SELF })
    expect(await works(one.token)).toBe(true)
    expect(await rest('DELETE', `/api/grants/${one.grantId}`, token)).toEqual({ status: 204, body: undefined })
    expect([await works(one.token), await works(other.token)]).toEqual([false, false])
    expect((await rest('DELETE', `/api/grants/${one.grantId}`, token)).status).toBe(204)
    const { grants } = await call<{ grants: GrantView[] }>(token, 'list_grants')
    expect(grants.map(({ id }) => id)).not.toContain(one.grantId)
  })

  it('may revoke the calling app, whose next call returns 401', async () => {
    const { token, grantId } = await connect(testApp.services, 'ada', { scopes: SELF })
    expect((await rest('DELETE', `/api/grants/${grantId}`, token)).status).toBe(204)
    expect((await rest('DELETE', `/api/grants/${grantId}`, token)).status).toBe(401)
  })

  it('does not reveal apps of other users', async () => {
    const { token } = await connect(testApp.services, 'ada', { scopes: SELF })
    const foreign = await connect(testApp.services, 'grace')
    const texts = []
    for (const id of [foreign.grantId, 'nothing']) {
      const { status, body } = await rest('DELETE', `/api/grants/${id}`, token)
      expect(status).toBe(404)
      texts.push(String(body['detail']).replace(id, 'ID'))
    }
    expect(texts[0]).toBe(texts[1])
    expect(await works(foreign.token)).toBe(true)
  })

  it('is not for a token of an organization, which sees no app either', async () => {
    await testApp.world.organization('acme', { ada: 'admin' })
    const { grantId, token: app } = await connect(testApp.services, 'ada', { scopes: SELF })
    const ada = await testApp.world.user('ada')
    const made = await ada.call<{ token: string }>('create_token', { name: 'ci', scopes: SELF, account: 'acme' })
    const scopes: readonly Scope[] = [...SELF, 'organization:read']
    const maker = await connect(testApp.services, 'ada', { scopes })
    const ofApp = await call<{ token: string }>(maker.token, 'create_token', { name: 'ci', scopes, account: 'acme' })
    for (const [token, id] of [
      [made.token, grantId],
      [ofApp.token, maker.grantId],
    ] as const) {
      expect(await call(token, 'list_grants')).toEqual({ grants: [] })
      expect(await refused(call(token, 'revoke_grant', { id }))).toMatchObject({ code: 'not_found' })
    }
    expect([await works(app), await works(maker.token)]).toEqual([true, true])
  })
})

describe('a token that an app creates', () => {
  const make = async (granted: Granted, args: object = {}) =>
    call<{ id: string; token: string; expires_at: string | null; account: string }>(granted.token, 'create_token', {
      name: 'ci',
      scopes: ['project:read'],
      ...args,
    })

  it('stays within its scopes', async () => {
    const granted = await connect(testApp.services, 'ada', { scopes: SELF })
    expect(await refused(make(granted, { scopes: ['project:write'] }))).toMatchObject({ code: 'forbidden' })
    const narrowed = await connect(testApp.services, 'ada', { scopes: SELF, narrowed: ['user:write'] })
    expect(await refused(make(narrowed))).toMatchObject({ code: 'forbidden' })
  })

  it('stays within its accounts, also for an organization', async () => {
    await testApp.world.organization('north', { nora: 'admin' })
    await testApp.world.organization('south', { nora: 'admin' })
    const id = async (handle: string) => (await testApp.services.store.read.accounts.by('handle', handle))?.id ?? ''
    const scopes: Scope[] = [...SELF, 'account:read', 'organization:read']
    const granted = await connect(testApp.services, 'nora', { scopes, accounts: [await id('north')] })
    const reached = async (token: string) =>
      (await call<{ accounts: { account: string }[] }>(token, 'list_accounts')).accounts.map(({ account }) => account)
    const personal = await make(granted, { scopes: ['account:read', 'user:write', 'project:read'] })
    expect(await reached(personal.token)).toEqual(['north'])
    const child = await call<{ token: string }>(personal.token, 'create_token', { name: 'x', scopes: ['account:read'] })
    expect(await reached(child.token)).toEqual(['north'])
    const onNorth = await make(granted, { scopes: ['account:read'], account: 'north' })
    expect(onNorth.account).toBe('north')
    expect(await reached(onNorth.token)).toEqual(['north'])
    for (const account of ['south', 'nobody']) {
      expect(await refused(make(granted, { account }))).toMatchObject({ code: 'not_found' })
    }
    const own = await connect(testApp.services, 'nora', { scopes, accounts: [await id('nora')] })
    expect(await refused(make(own, { account: 'north' }))).toMatchObject({ code: 'not_found' })
  })

  it('does not expire by default, and outlives the access token and an expired sign-in', async () => {
    const granted = await connect(testApp.services, 'ada', { scopes: SELF })
    const made = await make(granted)
    expect(made.expires_at).toBeNull()
    testApp.world.pass(31 * 24 * HOUR)
    expect([await works(granted.token), await works(made.token)]).toEqual([false, true])
  })

  it('is revoked with its child tokens when a user revokes the app', async () => {
    const granted = await connect(testApp.services, 'ada', { scopes: SELF })
    const made = await make(granted, { scopes: SELF })
    const child = await call<{ token: string }>(made.token, 'create_token', { name: 'x', scopes: ['project:read'] })
    await testApp.world.organization('acme', { ada: 'admin' })
    const onAcme = await connect(testApp.services, 'ada', { scopes: [...SELF, 'organization:read'] })
    const organizational = await make(onAcme, { account: 'acme' })
    const ada = await testApp.world.user('ada')
    expect(await ada.call('revoke_grant', { id: granted.grantId })).toMatchObject({ revoked_tokens: 2 })
    expect([await works(made.token), await works(child.token), await works(organizational.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await ada.call('revoke_grant', { id: onAcme.grantId })).toMatchObject({ revoked_tokens: 1 })
    expect(await works(organizational.token)).toBe(false)
  })

  it('is revoked when a token of the app was reused, on any machine', async () => {
    const one = await connect(testApp.services, 'ada', { scopes: SELF, clientId: 'twice' })
    const other = await connect(testApp.services, 'ada', { scopes: SELF, clientId: 'twice' })
    const made = await make(other)
    await testApp.services.store.transaction(async tx => {
      const family = await tx.families.get(one.familyId)
      if (family !== undefined) await revokeStolenFamily(tx, family, testApp.services.now())
    })
    expect([await works(one.token), await works(other.token), await works(made.token)]).toEqual([false, true, false])
  })
})

describe('an account token never exceeds the grant that it comes from, whatever its record says:', () => {
  const made = async () => {
    const granted = await connect(testApp.services, 'ada', { scopes: SELF })
    const { token } = await call<{ token: string }>(granted.token, 'create_token', { name: 'ci', scopes: SELF })
    return { ...granted, token, held: await testApp.world.bearer(token) }
  }

  it.each([
    ['was revoked', true],
    ['does not exist anymore', false],
  ])('it ends with a grant that %s, also for a running call', async (_what, isThere) => {
    const { store, now } = testApp.services
    const { grantId, token, held } = await made()
    await store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant === undefined) throw new Error('no grant')
      if (isThere) await tx.grants.put({ ...grant, revoked_at: now().toISOString(), revoked_for: 'user' })
      else await tx.grants.remove(grantId)
    })
    expect(await works(token)).toBe(false)
    expect(await refused(testApp.world.bearer(token))).toMatchObject({ message: 'revoked' })
    expect(await refused(held.call('list_tokens'))).toMatchObject({ code: 'invalid_token' })
  })

  it('a running call stops when accounts are removed from the grant', async () => {
    const { store } = testApp.services
    const { grantId, token, held } = await made()
    await store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await tx.grants.put({ ...grant, accounts: [] })
    })
    for (const late of [() => held.call('list_tokens'), () => held.call('update_user', { name: 'Late' })]) {
      expect(await refused(late())).toMatchObject({
        code: 'forbidden',
        message: 'An account was just removed from this app.',
      })
    }
    expect(await works(token), 'reaching nothing').toBe(true)
  })
})

describe('a running call', () => {
  it('ends with its grant, also when its sign-in is not marked as revoked', async () => {
    const { store, now } = testApp.services
    const { grantId, token } = await connect(testApp.services, 'ada', { scopes: SELF })
    const held = await testApp.world.bearer(token)
    await store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await tx.grants.put({ ...grant, revoked_at: now().toISOString(), revoked_for: 'user' })
    })
    expect(await works(token)).toBe(false)
    expect(await refused(held.call('list_tokens'))).toMatchObject({ code: 'invalid_token' })
  })

  it('writes nothing after its app was revoked, its scope was removed, or its user was deleted', async () => {
    const { store, now } = testApp.services
    const grantOf = async ({ grantId }: Granted) => {
      const grant = await store.read.grants.get(grantId)
      if (grant === undefined) throw new Error('no grant')
      return grant
    }
    const revoked = await connect(testApp.services, 'eve', { scopes: SELF })
    const early = await testApp.world.bearer(revoked.token)
    await store.transaction(async tx => revokeGrant(tx, await grantOf(revoked), 'user', now()))
    expect(await refused(early.call('update_user', { name: 'Late' }))).toMatchObject({ code: 'invalid_token' })

    const narrowed = await connect(testApp.services, 'eve', { scopes: SELF })
    const before = await testApp.world.bearer(narrowed.token)
    const grant = await grantOf(narrowed)
    await store.transaction(tx => tx.grants.put({ ...grant, scopes: ['project:read'] }))
    expect(await refused(before.call('update_user', { name: 'Late' }))).toMatchObject({
      code: 'forbidden',
      message: 'The scope user:read user:write was just removed from this app.',
    })

    const human = await testApp.world.human('eve')
    await store.transaction(tx => tx.users.remove(human.principal.user.id))
    expect(await refused(human.call('get_context'))).toMatchObject({ code: 'invalid_token' })
  })
})
