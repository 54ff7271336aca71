import { beforeEach, describe, expect, it } from 'vitest'
import { recordEvent } from '../../src/auth/audit/events.ts'
import { auditLog } from '../../src/operator/audit.ts'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import { eachTest } from '../harness/each-test.ts'
import { openWorld, refused } from '../tools/world.ts'

const world = eachTest(() => openWorld())

const read = (input: object = {}) => auditLog.run(input, { services: world.services, requestId: 'req-view' })
const found = async (input: object) => (await read(input)).events.map(({ action, target }) => `${action} ${target}`)

describe('the server’s audit log', () => {
  beforeEach(async () => {
    const ada = await world.user('ada')
    await world.organization('acme', { ada: 'admin' })
    await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
    world.pass(1000)
    await (await world.user('bob')).call('update_user', { public: true })
    const { services } = world
    await services.store.transaction(tx =>
      recordEvent(
        tx,
        { action: 'client_registered', target: 'client' },
        { surface: 'oauth', requestId: 'req-client', now: services.now(), newId: services.newId },
      ),
    )
  })

  it('has the events of all users, and those without a user', async () => {
    expect(await found({})).toEqual(['client_registered client', 'update_user bob', 'create_project acme/app'])
    expect(await read({ limit: 2 })).toMatchObject({ looked: 2, kept: 3, next_cursor: expect.any(String) })
  })

  it('can be filtered by account and user, with all other filters', async () => {
    expect(await found({ account: 'ACME' })).toEqual(['create_project acme/app'])
    expect(await found({ user: 'ada' })).toEqual(['create_project acme/app'])
    expect(await found({ user: 'bob', account: 'acme' })).toEqual([])
    for (const [field, handle] of [
      ['account', 'nowhere'],
      ['user', 'nobody'],
      ['user', 'acme'],
    ] as const) {
      const error = await refused(read({ account: 'acme', [field]: handle }))
      expect(error).toMatchObject({
        code: 'not_found',
        message: `${field === 'user' ? 'User' : 'Account'} ${JSON.stringify(handle)} not found.`,
      })
    }
    expect(await refused(read({ user: '' }))).toMatchObject({ code: 'invalid_input' })
    expect(await refused(read({ action: 'sing_in' }))).toMatchObject({ fix: 'Did you mean sign_in?' })
    expect(await found({ surface: 'oauth' })).toEqual(['client_registered client'])
    expect(await found({ target: 'acme/*' })).toEqual(['create_project acme/app'])
  })

  it('accepts only its own cursor', async () => {
    const { next_cursor: cursor } = await read({ limit: 1 })
    expect(await found({ cursor })).toEqual(['update_user bob', 'create_project acme/app'])
    expect(await refused(read({ cursor, user: 'ada' }))).toMatchObject({ code: 'invalid_input' })
  })

  it('is for operators in a browser, and for the local command line', async () => {
    const ada = await world.human('ada')
    const { services } = world
    const asAda = { services, requestId: 'req-view', by: ada.principal }
    expect(await refused(auditLog.run({}, asAda))).toMatchObject({ code: 'forbidden' })
    await services.store.transaction(tx => tx.users.put({ ...ada.principal.user, operator: true }))
    expect((await auditLog.run({}, asAda)).events).toHaveLength(3)
    const program = await world.user('ada')
    expect(await refused(auditLog.run({}, { ...asAda, by: program.principal }))).toMatchObject({ code: 'forbidden' })
    const holder = { kind: 'command', pid: 1, startedAt: services.now() } as const
    const answer = await runOperatorCommand('audit', { limit: 1 }, { services, holder, requestId: 'req-command' })
    expect(answer).toMatchObject({ events: [{ action: 'client_registered' }] })
  })
})
