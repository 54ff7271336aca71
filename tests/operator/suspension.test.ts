import { describe, expect, it } from 'vitest'
import type { Principal } from '../../src/auth/policy/principal.ts'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import { resume, suspend } from '../../src/operator/users/suspension.ts'
import { eachTest } from '../harness/each-test.ts'
import { openWorld, refused } from '../tools/world.ts'
import { resumeUser, suspendUser } from './at-machine.ts'

const world = eachTest(() => openWorld())

const make = (handle: string) => world.user(handle).then(({ principal }) => principal.user)
const userOf = (handle: string) => world.services.store.read.users.by('handle', handle)
const eventsOf = async (handle: string) => {
  const account = await world.services.store.read.accounts.by('handle', handle)
  return (await world.services.store.read.audit.page('account', account?.id ?? '', { limit: 20 })).items
}
async function operator(handle: string): Promise<Principal> {
  const { principal } = await world.human(handle)
  await world.services.store.transaction(tx => tx.users.put({ ...principal.user, operator: true }))
  return principal
}
const inBrowser = (by: Principal) => ({ services: world.services, requestId: 'req-page', by, client: 'Firefox' })

describe('suspending a user', () => {
  it('works once, and repeats its answer', async () => {
    await make('pat')
    await world.human('pat')
    expect(await suspendUser(world.services, 'Pat')).toEqual({
      user: 'pat',
      suspended: true,
      changed: true,
      sessions: 1,
    })
    const at = (await userOf('pat'))?.suspended_at
    expect(at).toBe(world.services.now().toISOString())
    world.pass(1000)
    expect(await suspendUser(world.services, 'pat')).toEqual({ user: 'pat', suspended: true, changed: false })
    expect((await userOf('pat'))?.suspended_at).toBe(at)
    expect(await resumeUser(world.services, 'pat')).toEqual({ user: 'pat', suspended: false, changed: true })
    expect(await resumeUser(world.services, 'pat')).toEqual({ user: 'pat', suspended: false, changed: false })
    expect(await userOf('pat')).not.toHaveProperty('suspended_at')
    expect(await eventsOf('pat')).toMatchObject([
      { action: 'user resume', target: 'pat', changes: { suspended_at: { from: at, to: null } } },
      { action: 'user suspend', target: 'pat', surface: 'control', changes: { suspended_at: { from: null, to: at } } },
    ])
  })

  it('is in the user’s log, with the operator who did it in a browser', async () => {
    await make('pat')
    const ada = await operator('ada')
    await suspend.run({ user: 'pat' }, inBrowser(ada))
    expect(await eventsOf('pat')).toMatchObject([
      {
        action: 'user suspend',
        user_id: ada.user.id,
        surface: 'web',
        client: 'Firefox',
        credential: { kind: 'session' },
      },
    ])
  })

  it('keeps at least one active operator', async () => {
    await operator('ada')
    await operator('bob')
    await suspendUser(world.services, 'bob')
    const error = await refused(suspendUser(world.services, 'ada'))
    expect(error).toMatchObject({ code: 'conflict', message: 'ada is the last active operator.' })
    expect(error.fix).toMatch(/^Add another operator first: list them in DRAGOMAN_OPERATORS/)
    expect(error.fix).toContain('Or make local an operator: dragoman login-link --operator')
    await operator('local')
    await suspendUser(world.services, 'ada')
    const machine = await refused(suspendUser(world.services, 'local'))
    expect(machine.fix).toContain('DRAGOMAN_OPERATORS')
    expect(machine.fix).not.toContain('login-link')
    await resumeUser(world.services, 'ada')
    await suspendUser(world.services, 'local')
    await resumeUser(world.services, 'bob')
    expect(await suspendUser(world.services, 'ada')).toMatchObject({ changed: true })
  })

  it('is not possible for oneself in a browser', async () => {
    const ada = await operator('ada')
    await operator('bob')
    expect(await refused(suspend.run({ user: 'ada' }, inBrowser(ada)))).toMatchObject({ code: 'forbidden' })
    expect(await userOf('ada')).not.toHaveProperty('suspended_at')
  })

  it('rejects organizations and unknown users with different errors', async () => {
    await world.organization('acme', { ada: 'admin' })
    const organization = await refused(suspendUser(world.services, 'acme'))
    expect(organization).toMatchObject({ code: 'not_found', message: 'acme is an organization, not a user.' })
    expect(organization.fix).toContain('access withdraw acme')
    expect(await refused(suspendUser(world.services, 'nobody'))).toMatchObject({
      code: 'not_found',
      message: 'User "nobody" not found.',
    })
  })

  it.each([
    ['a user who is no operator', async () => (await world.human('eve')).principal],
    ['an operator’s token', tokenOfOperator],
    ['a suspended operator', suspendedOperator],
    ['a former operator', formerOperator],
    ['a signed-out operator', signedOutOperator],
  ])('is rejected for %s', async (_who, comer) => {
    await make('pat')
    await operator('grace')
    const by = await comer()
    for (const deed of [suspend, resume]) {
      expect(['forbidden', 'invalid_token']).toContain((await refused(deed.run({ user: 'pat' }, inBrowser(by)))).code)
    }
    expect(await userOf('pat')).not.toHaveProperty('suspended_at')
    expect(await eventsOf('pat')).toEqual([])
  })

  async function tokenOfOperator(): Promise<Principal> {
    const { user } = await operator('ada')
    const caller = await world.user('ada')
    const { token } = await caller.call<{ token: string }>('create_token', { name: 'x', scopes: ['user:write'] })
    const { principal } = await world.bearer(token)
    expect(principal.user.id).toBe(user.id)
    return principal
  }
  async function suspendedOperator(): Promise<Principal> {
    const ada = await operator('ada')
    await suspendUser(world.services, 'ada')
    return ada
  }
  async function formerOperator(): Promise<Principal> {
    const ada = await operator('ada')
    await world.services.store.transaction(tx => tx.users.put({ ...ada.user, operator: false }))
    return ada
  }
  async function signedOutOperator(): Promise<Principal> {
    const ada = await operator('ada')
    const { credential } = ada
    await world.services.store.transaction(tx => tx.sessions.remove('id' in credential ? credential.id : ''))
    return ada
  }
})

describe('a suspended user', () => {
  const holder = { kind: 'command', pid: 1, startedAt: new Date(0) } as const
  const command = (name: string, input: object) =>
    runOperatorCommand(name, input, { services: world.services, holder, requestId: 'req-test' })

  it.each([
    ['a token', 'token create', { user: 'pat', name: 'x', scopes: 'all' }],
    ['a sign-in link', 'login-link', { user: 'pat', own: false, operator: false }],
    ['a sign-in link', 'login-link', { user: 'pat', own: true, operator: true }],
  ])('gets no %s from the command line', async (_what, name, input) => {
    await make('pat')
    await suspendUser(world.services, 'pat')
    const error = await refused(command(name, input))
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('pat was suspended at') })
    expect(error.fix).toContain('dragoman user resume pat')
    await resumeUser(world.services, 'pat')
    expect(await command(name, input)).toMatchObject({})
  })

  it('is listed with their tokens, which can still be revoked', async () => {
    const pat = await world.user('pat')
    const { id } = await pat.call<{ id: string }>('create_token', { name: 'x', scopes: ['user:read'] })
    await suspendUser(world.services, 'pat')
    expect(await command('token list', { user: 'pat' })).toMatchObject({ tokens: [{ id }] })
    expect(await command('token revoke', { id })).toEqual({ id, revoked: 1 })
  })
})
