import { beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/auth/policy/scopes.ts'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { eachTest } from '../../harness/each-test.ts'
import { halfway } from '../../http/half-sent.ts'
import { openTestApp } from '../../http/test-app.ts'
import type { World } from '../world.ts'

const organization = 'acme'
const project = 'acme/app'
const PATH = 'locales/en.json'
const SOURCE = '{\n  "hello": "Hello"\n}\n'

const testApp = eachTest(openTestApp)
let world: World

beforeEach(async () => {
  world = testApp.world
  await world.organization('acme', { ada: 'admin', bob: 'admin', cy: 'admin', dee: 'member' })
  await call('ada', 'create_project', { project, source_locale: 'en', target_locales: ['de'] })
})

const call = async <T = Record<string, unknown>>(handle: string, tool: string, args: object = {}) =>
  (await world.user(handle)).call<T>(tool, args)

const bearer = async (handle: string, scopes: readonly Scope[] = ALL_SCOPES) => ({
  authorization: `Bearer ${(await testApp.token(handle, scopes)).token}`,
  'content-type': 'application/json',
})

const rolesLeft = async () => {
  const { members } = await call<{ members: { user: string; role: string }[] }>('ada', 'list_members', { organization })
  return Object.fromEntries(members.map(({ user, role }) => [user, role]))
}

describe('two concurrent administrators', () => {
  it.each([
    ['demote', 'update_member', { role: 'member' }, 'forbidden', 'member'],
    ['remove', 'remove_member', {}, 'not_found', undefined],
  ])('who %s each other: one succeeds, and the other is rejected', async (_, tool, more, code, left) => {
    const [bob, cy] = [await world.user('bob'), await world.user('cy')]
    const [first, second] = await Promise.allSettled([
      bob.call(tool, { organization, user: 'cy', ...more }),
      cy.call(tool, { organization, user: 'bob', ...more }),
    ])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { code } })
    const roles = await rolesLeft()
    expect([roles['bob'], roles['cy'], roles['ada']]).toEqual(['admin', left, 'owner'])
  })

  it('who leave at once leave the owner, who cannot leave', async () => {
    const outcomes = await Promise.allSettled(
      ['ada', 'bob', 'cy'].map(handle => call(handle, 'leave_organization', { organization })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await rolesLeft()).toEqual({ ada: 'owner', dee: 'member' })
  })
})

describe('a running call', () => {
  it('uses the role that its user has when it writes', async () => {
    const { finish: send } = await halfway(
      'PATCH',
      `${testApp.url}/api/organizations/acme/members/dee`,
      JSON.stringify({ role: 'admin' }),
      await bearer('bob'),
    )
    await call('ada', 'update_member', { organization, user: 'bob', role: 'member' })
    expect(await send()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await rolesLeft()).toMatchObject({ bob: 'member', dee: 'member' })
  })

  it('writes nothing for a removed member, nor with a token revoked by the removal', async () => {
    const personal = await bearer('dee')
    const made = await call<{ token: string }>('dee', 'create_token', {
      name: 'ci',
      scopes: ['project:write'],
      account: 'acme',
    })
    const onAcme = { ...personal, authorization: `Bearer ${made.token}` }
    const body = JSON.stringify({ name: 'Taken over' })
    const sent = [personal, onAcme].map(headers =>
      halfway('PATCH', `${testApp.url}/api/projects/acme/app`, body, headers),
    )
    const [own, org] = await Promise.all(sent)
    await call('bob', 'remove_member', { organization, user: 'dee' })
    expect(await own?.finish()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await org?.finish()).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(await call('ada', 'get_project', { project })).toMatchObject({ name: 'app' })
  })
})

describe('deleting an organization during work', () => {
  const remove = () => call('ada', 'delete_organization', { organization, confirm: 'acme' })
  const restore = () => call('ada', 'restore_organization', { organization })
  const records = async () => {
    const { read } = testApp.services.store
    const account = await read.accounts.by('handle', 'acme')
    const [found] = await read.projects.list('account', account?.id ?? '')
    return {
      files: await read.files.count('project', found?.id ?? ''),
      staged: await read.staged_files.count('project', found?.id ?? ''),
      project: found,
    }
  }

  it('rejects a push whose bytes are still arriving, and writes nothing of it', async () => {
    const body = JSON.stringify({ files: [{ path: PATH, content: SOURCE }] })
    const before = await records()
    const push = await halfway('PUT', `${testApp.url}/api/projects/acme/app/files`, body, await bearer('dee'))
    await remove()
    expect(await push.finish()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await restore()
    expect(await records()).toEqual(before)
    expect(before.files).toBe(0)
  })

  it.each(['before', 'after'])('runs a concurrent push %s it completely or not at all', async order => {
    const [ada, dee] = [await world.user('ada'), await world.user('dee')]
    const push = () => dee.call('push_source', { project, files: [{ path: PATH, content: SOURCE }] })
    const erase = () => ada.call('delete_organization', { organization, confirm: 'acme' })
    const [pushed] = await (order === 'before'
      ? Promise.allSettled([push(), erase()])
      : Promise.allSettled([erase(), push()]).then(both => both.toReversed()))
    // A push that started before it, and would complete after it, is rejected.
    if (order === 'after') expect(pushed?.status).toBe('rejected')
    await restore()
    const { entries } = await call<{ entries?: object[] }>('dee', 'get_entries', { project, locale: 'de' })
    expect(entries ?? []).toMatchObject(pushed?.status === 'fulfilled' ? [{ key: 'hello', source: 'Hello' }] : [])
  })

  it('rejects an upload and a download through an earlier transfer link', async () => {
    await call('dee', 'push_source', { project, files: [{ path: PATH, content: SOURCE }] })
    const { principal } = await world.bearer((await testApp.token('dee', ALL_SCOPES)).token)
    const { links } = testApp.services
    const base = { branch: 'main', purpose: 'source', path: PATH, bytes: undefined, sha256: undefined }
    const put = { kind: 'put', project, ...base, principal } as const
    const get = { kind: 'get', args: { project, locale: 'de' }, principal } as const
    const [first = '', waiting = '', download = ''] = (await links.issue([put, put, get])).map(
      path => `${testApp.url}${path}`,
    )
    const started = await halfway('PUT', first, SOURCE)
    const before = await records()
    await remove()
    expect(await started.finish()).toMatchObject({ status: 404 })
    expect((await fetch(waiting, { method: 'PUT', body: SOURCE })).status).toBe(404)
    expect((await fetch(download)).status).toBe(404)
    await restore()
    expect(await records()).toEqual(before)
  })
})

it('a token of an organization is rejected by MCP and REST while its organization is deleted, with the reason', async () => {
  const { token } = await call<{ token: string }>('dee', 'create_token', {
    name: 'ci',
    scopes: ['project:read'],
    account: 'acme',
  })
  const ask = () => fetch(`${testApp.url}/api/projects/acme/app`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  await call('ada', 'delete_organization', { organization, confirm: 'acme' })
  const answer = await ask()
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect(await answer.json()).toMatchObject({
    code: 'invalid_token',
    detail: 'The organization of the token was deleted.',
    fix: expect.stringContaining('restore_organization') as string,
  })
  await call('ada', 'restore_organization', { organization })
  expect((await ask()).status).toBe(200)
})
