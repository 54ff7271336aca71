import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../../src/auth/policy/scopes.ts'
import { connect, type Granted } from '../auth/oauth/granted.ts'
import { allTests } from '../harness/each-test.ts'
import { legacyRequest, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

// One URL for calls over HTTP and in the process, because it is the audience.
const testApp = allTests(() => openTestApp({ baseUrl: 'http://localhost:4050' }))
let south: string
/** What the app of the test was allowed on all accounts. */
let wide: Granted
let clientId = ''

beforeAll(async () => {
  await testApp.world.organization('north', { ada: 'admin', bob: 'member' })
  south = await testApp.world.organization('south', { ada: 'admin', eve: 'member' })
  const ada = await testApp.world.user('ada')
  for (const project of ['north/app', 'south/app']) {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  }
})
beforeEach(async () => {
  clientId = testApp.services.newId()
  wide = await allow('all')
})

/** Ada allows the app; the last selection applies to all its tokens. */
const allow = (accounts: 'all' | readonly string[]) =>
  connect(testApp.services, 'ada', { clientId, scopes: ALL_SCOPES, accounts })

const rest = async (token: string, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${testApp.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

const mcp = async (token: string, name: string, args: object = {}) =>
  (await readAnswer(await fetch(`${testApp.url}/mcp`, legacyRequest('tools/call', { name, arguments: args }, token))))
    .body.result

const makeToken = async (maker: string, scopes: readonly Scope[] = ALL_SCOPES, account?: string) => {
  const { status, body } = await rest(maker, 'POST', '/api/tokens', { name: 'ci', scopes, account })
  expect(status).toBe(201)
  return { id: String(body['id']), token: String(body['token']) }
}

const projectsOf = async (token: string) => {
  const names = (answer: unknown) =>
    (answer as { projects: { project: string }[] }).projects.map(({ project }) => project)
  const overRest = names((await rest(token, 'GET', '/api/projects')).body)
  expect(names((await mcp(token, 'list_projects'))?.structuredContent)).toEqual(overRest)
  return overRest
}

const project = (name: string) => ({ project: name, source_locale: 'en', target_locales: ['de'] })

describe('accounts that a user removes from an app', () => {
  it('are inaccessible at once to its account tokens and to their child tokens', async () => {
    const made = await makeToken(wide.token)
    const child = await makeToken(made.token, ['project:read', 'project:write'])
    for (const { token } of [made, child]) expect(await projectsOf(token)).toEqual(['north/app', 'south/app'])
    await allow([south])
    for (const { token } of [made, child, wide]) {
      expect(await projectsOf(token)).toEqual(['south/app'])
      expect((await rest(token, 'POST', '/api/projects', project('north/evil'))).status).toBe(404)
      expect(await mcp(token, 'create_project', project('north/evil'))).toMatchObject({ isError: true })
    }
    expect((await rest(child.token, 'GET', '/api/projects/south/app')).status).toBe(200)
    expect((await rest(child.token, 'GET', '/api/projects/north/app')).status).toBe(404)
  })

  it('become accessible again when they are added back, but not to a token created without them', async () => {
    const early = await makeToken(wide.token)
    await allow([south])
    const late = await makeToken(wide.token)
    await allow('all')
    expect(await projectsOf(early.token)).toEqual(['north/app', 'south/app'])
    expect(await projectsOf(late.token)).toEqual(['south/app'])
  })

  it('cannot be written through an earlier transfer link', async () => {
    const bytes = '{"a":"hello"}'
    for (const maker of [wide.token, (await makeToken(wide.token)).token]) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await allow('all')
      const asked = await mcp(maker, 'push_source', {
        project: 'north/app',
        files: [{ path: 'en.json', sha256, bytes: bytes.length }],
      })
      const link = /\/transfer\/[\w-]+/.exec(JSON.stringify(asked))?.[0] ?? ''
      expect(link).not.toBe('')
      await allow([south])
      const put = await fetch(`${testApp.url}${link}`, { method: 'PUT', body: bytes })
      expect(put.status).toBe(403)
      expect(await put.text()).toContain('An account was just removed from this app')
      await allow('all')
      expect((await fetch(`${testApp.url}${link}`, { method: 'PUT', body: bytes })).status).toBeLessThan(300)
    }
  })
})

describe('an app that is limited to some accounts', () => {
  it('sees members of the organizations that it can access, and of no other', async () => {
    const seen = async (token: string) =>
      Promise.all(['bob', 'eve'].map(async name => (await rest(token, 'GET', `/api/users/${name}`)).status))
    expect(await seen(wide.token)).toEqual([200, 200])
    await allow([south])
    expect(await seen(wide.token)).toEqual([404, 200])
    expect((await mcp(wide.token, 'get_user', { handle: 'bob' }))?.isError).toBe(true)
  })

  it('cannot change the user’s personal account, not even its name, without access to it', async () => {
    const personal = (await testApp.services.store.read.accounts.by('handle', 'ada'))?.id ?? ''
    const change = async (token: string, to: object) => (await rest(token, 'PATCH', '/api/user', to)).status
    await allow([south])
    const made = await makeToken(wide.token)
    for (const { token } of [wide, made]) {
      for (const to of [{ public: true }, { name: 'Mallory' }]) {
        expect(await change(token, to)).toBe(403)
        expect(await mcp(token, 'update_user', to)).toMatchObject({ isError: true })
      }
    }
    expect(await testApp.services.store.read.accounts.get(personal)).toMatchObject({ name: 'ada', public: false })
    await allow([south, personal])
    expect(await change(wide.token, { name: 'Ada', public: false })).toBe(200)
  })

  it('sees and revokes only the account tokens that it created', async () => {
    const foreign = await testApp.token('ada', ['project:read'])
    const own = await makeToken(wide.token)
    const child = await makeToken(own.token)
    await allow([south])
    for (const token of [wide.token, own.token]) {
      const { body } = await rest(token, 'GET', '/api/tokens')
      expect(new Set((body['tokens'] as { id: string }[]).map(({ id }) => id))).toEqual(new Set([own.id, child.id]))
      expect((await rest(token, 'DELETE', `/api/tokens/${foreign.id}`)).status).toBe(404)
      expect((await rest(token, 'PATCH', `/api/tokens/${foreign.id}`, { name: 'mine' })).status).toBe(404)
      expect((await mcp(token, 'revoke_token', { id: foreign.id }))?.isError).toBe(true)
    }
    expect((await rest(wide.token, 'DELETE', `/api/tokens/${own.id}`)).status).toBe(204)
    expect((await rest(foreign.token, 'GET', '/api/context')).status).toBe(200)
    await allow('all')
    expect((await rest(wide.token, 'DELETE', `/api/tokens/${foreign.id}`)).status).toBe(204)
  })

  it('sees and revokes only itself among the connected apps', async () => {
    const other = await connect(testApp.services, 'ada', { scopes: ['project:read'] })
    await allow([south])
    const own = await makeToken(wide.token)
    for (const token of [wide.token, own.token]) {
      const { body } = await rest(token, 'GET', '/api/grants')
      expect((body['grants'] as { id: string }[]).map(({ id }) => id)).toEqual([wide.grantId])
      expect((await rest(token, 'DELETE', `/api/grants/${other.grantId}`)).status).toBe(404)
      expect((await mcp(token, 'revoke_grant', { id: other.grantId }))?.isError).toBe(true)
    }
    expect((await rest(other.token, 'GET', '/api/context')).status).toBe(200)
    expect((await rest(own.token, 'DELETE', `/api/grants/${wide.grantId}`)).status).toBe(204)
    expect((await rest(wide.token, 'GET', '/api/context')).status).toBe(401)
  })
})
