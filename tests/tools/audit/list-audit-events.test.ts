import { describe, expect, it } from 'vitest'
import { recordEvent } from '../../../src/auth/audit/events.ts'
import type { listAuditEvents } from '../../../src/tools/audit/list-audit-events.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { verifies } from '../../requirements.ts'
import type { AnswerOf } from '../answer.ts'
import { readPages } from '../read-pages.ts'
import type { Caller } from '../team.ts'
import { expectRefusal, refused } from '../world.ts'

type Listed = AnswerOf<typeof listAuditEvents>

const HOUR = 60 * 60 * 1000
const testApp = eachTest(() => openTestApp({ baseUrl: 'http://localhost:4050' }))

const mine = (by: Caller, args: object = {}) => by.call<Listed>('list_audit_events', args)
const ofAcme = (by: Caller, args: object = {}) =>
  by.call<Listed>('list_organization_audit_events', { organization: 'acme', ...args })
const said = ({ events }: Listed) => events.map(({ action, target }) => `${action} ${target}`)

/** Ada's own accounts and her writes in them, an hour apart. */
async function busyAda(): Promise<Caller> {
  const ada = await testApp.world.human('ada')
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  for (const project of ['ada/app', 'acme/web']) {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    testApp.world.pass(HOUR)
  }
  await ada.call('update_user', { name: 'Ada L.' })
  return ada
}

/** Adds this many events of a user, in one transaction. */
async function many(count: number, by: Caller, account?: string): Promise<void> {
  await testApp.services.store.transaction(async tx => {
    for (let number = 0; number < count; number += 1) {
      const event = {
        action: 'sign_in',
        user: by.principal.user,
        target: `${number}`,
        ...(account !== undefined && { account: { id: account } }),
      } as const
      const { newId } = testApp.services
      await recordEvent(tx, event, { surface: 'web', requestId: 'req-many', now: testApp.services.now(), newId })
    }
  })
}

describe('list_audit_events', () => {
  it('shows the caller’s events, newest first, with token, target and old values', async () => {
    const ada = await busyAda()
    const { events } = await mine(ada)
    expect(said({ events })).toEqual(['update_user ada', 'create_project acme/web', 'create_project ada/app'])
    const { credential } = ada.principal
    expect(events[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{20}$/),
      at: '2027-03-01T14:00:00.000Z',
      action: 'update_user',
      by: 'ada',
      through: { kind: 'session', id: 'id' in credential ? credential.id : '' },
      surface: 'rest',
      client: 'test/1',
      account: 'ada',
      target: 'ada',
      changes: { name: { from: 'ada', to: 'Ada L.' } },
      request_id: 'req-test',
    })
    expect(events[1]).toMatchObject({ account: 'acme', detail: { name: 'web' } })
  })

  it('names the token or the app that acted, without invisible characters', async () => {
    const ada = await testApp.world.user('ada')
    const { token, prefix, id } = await ada.call<Record<string, string>>('create_token', {
      name: 'ci',
      scopes: ['user:read', 'user:write'],
    })
    await (await testApp.world.bearer(token ?? '')).call('update_user', { public: true })
    const app = await connect(testApp.services, 'ada', {
      scopes: ['user:read', 'user:write'],
      clientName: 'Cur\u202esor',
    })
    await (await testApp.world.bearer(app.token)).call('update_user', { public: false })
    const { events } = await mine(ada)
    expect(events.map(({ through }) => through)).toEqual([
      { kind: 'grant', id: app.grantId, name: 'Cur<U+202E>sor' },
      { kind: 'token', id, name: 'ci', prefix },
      { kind: 'stdio' },
    ])
    expect(events[1]?.changes).toEqual({ public: { from: false, to: true } })
  })

  it('shows what others did to the caller’s account once, and nothing of other accounts', async () => {
    const ada = await busyAda()
    const bob = await testApp.world.user('bob')
    const { user } = ada.principal
    await testApp.services.store.transaction(tx =>
      recordEvent(
        tx,
        { action: 'access withdraw', user: bob.principal.user, account: { id: user.account_id }, target: 'ada' },
        { surface: 'web', requestId: 'req-operator', now: testApp.services.now(), newId: testApp.services.newId },
      ),
    )
    const listed = await mine(ada)
    expect(said(listed).sort()).toEqual([
      'access withdraw ada',
      'create_project acme/web',
      'create_project ada/app',
      'update_user ada',
    ])
    expect(listed.events.find(({ action }) => action === 'access withdraw')).toMatchObject({ by: 'bob' })
    expect(said(await mine(bob))).toEqual(['access withdraw ada'])
    expect(said(await mine(await testApp.world.user('eve')))).toEqual([])
  })

  it('filters by user, action, surface, target and time', async () => {
    const ada = await busyAda()
    const found = async (args: object) => said(await mine(ada, args))
    expect(await found({ action: 'update_user' })).toEqual(['update_user ada'])
    expect(await found({ user: 'ADA' })).toHaveLength(3)
    expect(await found({ user: 'bob' })).toEqual([])
    expect(await found({ user: 'nobody-here' })).toEqual([])
    expect(await found({ surface: 'mcp' })).toEqual([])
    expect(await found({ surface: 'rest' })).toHaveLength(3)
    expect(await found({ target: 'acme/web' })).toEqual(['create_project acme/web'])
    expect(await found({ target: 'acme' })).toEqual([])
    expect(await found({ target: 'a*' })).toHaveLength(3)
    expect(await found({ target: 'acme/*' })).toEqual(['create_project acme/web'])
    expect(await found({ since: '2027-03-01T13:00:00Z', until: '2027-03-01T14:30:00+01:00' })).toEqual([
      'create_project acme/web',
    ])
    expect(await found({ since: '2027-03-01', until: '2027-03-01' })).toHaveLength(3)
    expect(await found({ until: '2027-02-28' })).toEqual([])
  })

  it('rejects an unknown action, and suggests the nearest one', async () => {
    const ada = await testApp.world.user('ada')
    const near = await refused(mine(ada, { action: 'create_projects' }))
    expect(near).toMatchObject({ code: 'invalid_input', fix: 'Did you mean create_project?' })
    expect(near.message).toBe('There is no action "create_projects".')
    const far = await refused(mine(ada, { action: 'list_projects' }))
    expect(far).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('sign_in') })
    for (const action of ['stage_file', 'token create', 'restore'])
      expect(said(await mine(ada, { action }))).toEqual([])
  })

  it('rejects an invalid date, and gives a valid example', async () => {
    const ada = await testApp.world.user('ada')
    const wrong = { since: 'yesterday', until: '2027-02-30' }
    const late = { since: '9999-12-31T23:59:59-23:59', until: '9999-12-31T23:59:59.000-00:01' }
    for (const [name, value] of [...Object.entries(wrong), ...Object.entries(late)]) {
      const error = await refused(mine(ada, { [name]: value }))
      expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('2027-01-31') })
      expect(error.message).toContain(`${name} is ${JSON.stringify(value)}`)
    }
  })

  it('continues at its cursor, however much happens meanwhile', async () => {
    const ada = await busyAda()
    const all = said(await mine(ada))
    let isPublic = false
    const pages = await readPages(async at => {
      const page = await mine(ada, { limit: 1, ...at })
      isPublic = !isPublic
      await ada.call('update_user', { public: isPublic })
      return page
    })
    expect(pages.flatMap(said)).toEqual(all)
    const first = await mine(ada, { limit: 1 })
    await expectRefusal(
      mine(ada, { limit: 1, action: 'sign_in', cursor: first.next_cursor }),
      'invalid_input',
      'cursor',
    )
    expect(await refused(mine(ada, { cursor: 'x' }))).toMatchObject({ code: 'invalid_input' })
  })

  it('searches 2,000 events for one answer, and returns a cursor', async () => {
    const ada = await testApp.world.user('ada')
    await ada.call('update_user', { public: true })
    await many(2500, ada)
    const first = await mine(ada, { action: 'update_user' })
    expect(first.events).toEqual([])
    const second = await mine(ada, { action: 'update_user', cursor: first.next_cursor })
    expect(said(second)).toEqual(['update_user ada'])
    expect(second).not.toHaveProperty('next_cursor')
    const pages = [200, 200, 200].reduce<Promise<Listed>>(
      async before => mine(ada, { limit: 200, cursor: (await before).next_cursor }),
      mine(ada, { limit: 200 }),
    )
    expect((await pages).events[0]?.target).toBe('1899')
    expect(await refused(mine(ada, { limit: 201 }))).toMatchObject({ code: 'invalid_input' })
  })

  it('hides no event after the clock was set back', async () => {
    const ada = await testApp.world.user('ada')
    await ada.call('update_user', { name: 'before' })
    testApp.world.pass(-400 * 24 * HOUR)
    await many(600, ada)
    testApp.world.pass(400 * 24 * HOUR)
    await ada.call('update_user', { name: 'after' })
    expect(said(await mine(ada, { since: '2027-01-01' }))).toEqual(['update_user ada', 'update_user ada'])
    expect(said(await mine(ada, { until: '2026-12-31', limit: 200 }))).toHaveLength(200)
  })

  it('finds old events without reading all newer ones', async () => {
    const ada = await testApp.world.user('ada')
    await ada.call('update_user', { public: true })
    testApp.world.pass(24 * HOUR)
    await many(5000, ada)
    const found = await mine(ada, { until: '2027-03-01' })
    expect(said(found)).toEqual(['update_user ada'])
    expect(found).not.toHaveProperty('next_cursor')
  })

  it('shows a limited credential the events of its accounts and its own', async () => {
    await busyAda()
    const acme = await testApp.services.store.read.accounts.by('handle', 'acme')
    const app = await connect(testApp.services, 'ada', {
      scopes: ['user:read', 'user:write'],
      accounts: [acme?.id ?? ''],
    })
    const narrow = await testApp.world.bearer(app.token)
    await many(1, await testApp.world.user('bob'), (await testApp.world.user('ada')).principal.user.account_id)
    expect(said(await mine(narrow)), 'nor what others did to an account beyond them').toEqual([
      'create_project acme/web',
    ])
    const { id } = await narrow.call<{ id: string }>('create_token', { name: 'made by it', scopes: ['user:read'] })
    expect(said(await mine(narrow))).toEqual([`create_token ${id}`, 'create_project acme/web'])
  })

  it('shows no event beyond the retention', async () => {
    const short = await openTestApp({ baseUrl: 'http://localhost:4050', auth: { auditRetention: HOUR } })
    const ada = await short.token('ada', ['user:read', 'user:write'])
    const list = async (query = '') => {
      const headers = { authorization: `Bearer ${ada.token}` }
      return (await (await fetch(`${short.url}/api/user/audit-events${query}`, { headers })).json()) as Listed
    }
    expect(said(await list())).toEqual([`create_token ${ada.id}`])
    short.world.pass(HOUR + 1)
    expect(await list()).toEqual({ events: [] })
    expect(await list('?since=2027-01-01')).toEqual({ events: [] })
    await short.close()
  })
})

describe('list_organization_audit_events', () => {
  it('shows administrators all events of the organization and its projects', async () => {
    verifies('5.6.organization:admin')
    const ada = await busyAda()
    const bob = await testApp.world.user('bob')
    await bob.call('create_token', { name: 'of bob', account: 'acme', scopes: ['project:read'] })
    await bob.call('update_user', { name: 'Bob' })
    const { events } = await ofAcme(ada)
    expect(events.map(({ action, by, account }) => `${action} by ${by} on ${account}`)).toEqual([
      'create_token by bob on acme',
      'create_project by ada on acme',
    ])
    expect(said(await ofAcme(ada, { user: 'bob' }))).toHaveLength(1)
    expect(said(await ofAcme(ada, { user: 'eve' }))).toEqual([])
  })

  it('accepts a cursor of the same organization only', async () => {
    const ada = await busyAda()
    await ada.call('create_project', { project: 'acme/more', source_locale: 'en', target_locales: ['de'] })
    await testApp.world.organization('other', { ada: 'admin' })
    const first = await ofAcme(ada, { limit: 1 })
    expect(said(await ofAcme(ada, { limit: 1, cursor: first.next_cursor }))).toEqual(['create_project acme/web'])
    const elsewhere = ada.call('list_organization_audit_events', { organization: 'other', cursor: first.next_cursor })
    expect(await refused(elsewhere)).toMatchObject({ code: 'invalid_input' })
  })
})
