import { beforeEach, describe, expect, it } from 'vitest'
import { revokeGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { mintSecret } from '../../src/auth/secrets.ts'
import { makeClient, makeCode } from '../auth/oauth/authorized.ts'
import { connect } from '../auth/oauth/granted.ts'
import { allTests } from '../harness/each-test.ts'
import { openTrap } from '../log-trap.ts'
import { openJar, signIn } from '../web/jar.ts'
import { legacyRequest, modernRequest } from './rpc.ts'
import { openTestApp } from './test-app.ts'

let seen = 0

const trap = allTests(() => openTrap('debug'))
const testApp = allTests(() => openTestApp({ log: trap.log }))
const own = allTests(() => testApp.token('ada', ['user:read', 'project:read']))
beforeEach(() => {
  seen = trap.lines().length
})

/** The one line of a request that ended since the test began. */
async function lineOf(request: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await request
  await response.arrayBuffer()
  const lines = () =>
    trap
      .lines()
      .slice(seen)
      .filter(line => line['request_id'] === response.headers.get('x-request-id'))
  await expect.poll(() => lines().filter(({ msg }) => msg === 'request').length).toBe(1)
  const { time: _, ms: __, request_id: ___, ...line } = lines().find(({ msg }) => msg === 'request') ?? {}
  return line
}

const held = () => ({ authorization: `Bearer ${own.token}` })
const ada = async () => {
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  return { user_id: user?.id, handle: 'ada' }
}

describe('the log line of a rejected request', () => {
  it('of REST has the code and the user', async () => {
    expect(await lineOf(fetch(`${testApp.url}/api/projects/ada/nothing`, { headers: held() }))).toEqual({
      level: 'info',
      method: 'GET',
      path: '/api/projects/ada/nothing',
      status: 404,
      error_code: 'not_found',
      ...(await ada()),
      msg: 'request',
    })
  })

  it('of REST has the user also for an unknown path or method', async () => {
    const nothing = await lineOf(fetch(`${testApp.url}/api/nothing`, { headers: held() }))
    expect(nothing).toMatchObject({ status: 404, error_code: 'not_found', ...(await ada()) })
    const app = await connect(testApp.services, 'ada', { clientId: 'app' })
    const headers = { authorization: `Bearer ${app.token}` }
    const other = await lineOf(fetch(`${testApp.url}/api/tokens`, { method: 'PUT', headers }))
    expect(other).toMatchObject({ status: 405, error_code: 'method_not_allowed', ...(await ada()), client_id: 'app' })
  })

  it('of an unauthenticated caller has the code only', async () => {
    for (const path of ['/mcp', '/api/tokens']) {
      const line = await lineOf(fetch(`${testApp.url}${path}`, { headers: { authorization: 'Bearer svca_x' } }))
      expect(line).toMatchObject({ level: 'info', status: 401, error_code: 'invalid_token' })
      expect(line).not.toHaveProperty('user_id')
    }
  })

  it('of a revoked token has its user and its client', async () => {
    const who = { status: 401, error_code: 'invalid_token', ...(await ada()) }
    const ask = (path: string, value: string) =>
      lineOf(fetch(`${testApp.url}${path}`, { headers: { authorization: `Bearer ${value}` } }))
    const resources = [`${testApp.services.baseUrl}/api`]
    const { token: access, grantId } = await connect(testApp.services, 'ada', { clientId: 'app', resources })
    expect(await ask('/mcp', access)).toMatchObject({ ...who, client_id: 'app' })
    await testApp.services.store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await revokeGrant(tx, grant, 'user', testApp.services.now())
    })
    expect(await ask('/api/tokens', access)).toMatchObject({ ...who, client_id: 'app' })
    const { id, token: revoked } = await testApp.token('ada', ['user:read', 'user:write'])
    await (await testApp.world.user('ada')).call('revoke_token', { id })
    const line = await ask('/api/tokens', revoked)
    expect(line).toMatchObject(who)
    expect(line).not.toHaveProperty('client_id')
  })

  it('of a form has the code and the request ID that its page shows', async () => {
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    const shown = async (path: string, form?: Record<string, string>) => {
      await jar.get(path)
      const { text } = form === undefined ? jar.last() : await jar.post(path, form)
      const [, code, id] = /Code: <code>([a-z_]+)<\/code> · Request ID: <code>([^<]+)<\/code>/.exec(text) ?? []
      await expect
        .poll(() => trap.lines().some(line => line['request_id'] === id && line['msg'] === 'request'))
        .toBe(true)
      const line = trap.lines().find(one => one['request_id'] === id && one['msg'] === 'request')
      expect(line).toMatchObject({ error_code: code })
      return code
    }
    expect(await shown('/account/tokens/new', { name: '', step: 'create' })).toBe('invalid_input')
    expect(await shown('/account/organizations/new', { organization: 'ada' })).toBe('already_exists')
    expect(await shown('/account', { csrf: 'x', setting: 'name', name: 'Ada' })).toBe('form_expired')
    expect(await shown('/account/audit?since=someday')).toBe('invalid_input')
    expect(await shown('/account/audit?cursor=x')).toBe('invalid_input')
    await jar.get('/account')
    const csrf = /name="csrf" value="(in[.][^"]+)"/.exec(jar.last().text)?.[1] ?? ''
    jar.cookies.delete('dragoman_session')
    expect(await shown('/account', { csrf, setting: 'name', name: 'Ada' })).toBe('signed_out')
  })

  it('of a form that was sent twice has no code when the second one succeeds, too', async () => {
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    for (const _ of ['first', 'second']) {
      await jar.get('/account/organizations/new')
      const created = await jar.post('/account/organizations/new', { organization: 'acme' }, { follow: false })
      expect(created).toMatchObject({ status: 303, location: '/o/acme' })
    }
    const posts = () => trap.lines().filter(line => line['msg'] === 'request' && line['status'] === 303)
    await expect.poll(() => posts().length).toBeGreaterThanOrEqual(2)
    for (const line of posts()) expect(line).not.toHaveProperty('error_code')
  })

  it('of MCP has the JSON-RPC code, whether SDK or server rejects', async () => {
    const ours = await lineOf(fetch(`${testApp.url}/mcp`, { headers: held() }))
    expect(ours).toMatchObject({ status: 405, error_code: 'method_not_allowed', rpc_code: -32000, ...(await ada()) })
    const sdk = await lineOf(fetch(`${testApp.url}/mcp`, modernRequest('nothing/here', {}, own.token)))
    expect(sdk).toMatchObject({ status: 404, rpc_code: -32601, ...(await ada()) })
  })

  it('of a tool has the code of the tool, also with HTTP 200', async () => {
    const call = { name: 'get_project', arguments: { project: 'ada/nothing' } }
    for (const make of [modernRequest, legacyRequest]) {
      const line = await lineOf(fetch(`${testApp.url}/mcp`, make('tools/call', call, own.token)))
      expect(line).toMatchObject({ level: 'debug', status: 200, error_code: 'not_found', ...(await ada()) })
    }
  })

  it('of the authorization server has the RFC error code and the client', async () => {
    const client = await makeClient(testApp.services)
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: mintSecret('svcr').value })
    const ask = (id: string) =>
      fetch(`${testApp.url}/oauth/token`, { method: 'POST', body: new URLSearchParams([...form, ['client_id', id]]) })
    expect(await lineOf(ask(client.id))).toMatchObject({
      status: 400,
      error_code: 'invalid_grant',
      client_id: client.id,
    })
    const unknown = await lineOf(ask('x'.repeat(3000)))
    expect(unknown).toMatchObject({ status: 401, error_code: 'invalid_client' })
    expect(unknown).not.toHaveProperty('client_id')
    const wrong = new URLSearchParams([...form, ['client_id', client.id], ['client_secret', mintSecret('svcs').value]])
    expect(await lineOf(fetch(`${testApp.url}/oauth/token`, { method: 'POST', body: wrong }))).toMatchObject({
      status: 401,
      error_code: 'invalid_client',
      client_id: client.id,
    })
    const { code } = await makeCode(testApp.services, { client })
    const used = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: 'of-another-challenge' })
    used.set('client_id', client.id)
    expect(await lineOf(fetch(`${testApp.url}/oauth/token`, { method: 'POST', body: used }))).toMatchObject({
      status: 400,
      error_code: 'invalid_grant',
      user_id: (await ada()).user_id,
    })
    const page = await lineOf(fetch(`${testApp.url}/oauth/authorize`, { headers: { accept: 'text/html' } }))
    expect(page).toMatchObject({ status: 400, error_code: 'invalid_request' })
  })

  it('of a page has the code and the signed-in user', async () => {
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    const cookie = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    seen = trap.lines().length
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const line = await lineOf(fetch(`${testApp.url}/account/nonexistent`, { headers: { cookie, accept } }))
      expect(line).toMatchObject({ status: 404, error_code: 'not_found', ...(await ada()) })
    }
  })

  it('has at most 200 characters of user input', async () => {
    const line = await lineOf(fetch(`${testApp.url}/api/${'x'.repeat(5000)}`, { headers: held() }))
    expect(String(line['path'])).toHaveLength(200)
    expect(JSON.stringify(line).length).toBeLessThan(500)
  })
})
