import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/tools/registry.ts'
import { allTests } from '../harness/each-test.ts'
import { verifies } from '../requirements.ts'
import { readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['user:read', 'user:write', 'project:read']))

const send = (path: string, method = 'GET', body?: unknown) =>
  fetch(`${testApp.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ada.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

describe('REST', () => {
  it('accepts Idempotency-Key where the tool has a key, ignores it for reads, and rejects it otherwise', async () => {
    const keyed = (path: string, method: string, body: object | undefined) =>
      fetch(`${testApp.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${writer}`, 'idempotency-key': 'k1', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const scopes = [
      'user:read',
      'user:write',
      'members:read',
      'members:write',
      'project:read',
      'project:write',
    ] as const
    const { token: writer } = await testApp.token('ada', scopes)
    await testApp.world.organization('acme', { ada: 'admin' })
    for (const [path, route, body] of [
      ['/api/organizations/acme/invitations', '/api/organizations/:organization/invitations', { role: 'member' }],
      ['/api/tokens', '/api/tokens', { name: 'ci', scopes: ['project:read'] }],
    ] as const) {
      const { status, body: problem } = await readAnswer<{ detail: string; fix: string }>(
        await keyed(path, 'POST', body),
      )
      expect([status, problem.detail]).toEqual([
        400,
        `POST ${route} does not accept Idempotency-Key: its response has a secret, which is not stored.`,
      ])
      expect(problem.fix).toContain('Omit the header')
    }
    const project = { project: 'ada/keyed', source_locale: 'en', target_locales: ['de'] }
    for (let again = 0; again < 2; again++) {
      expect((await keyed('/api/projects', 'POST', project)).status).toBe(201)
    }
    const reads = [
      ['/api/projects', 'GET', undefined],
      ['/api/projects/ada/keyed/check', 'POST', { locale: 'de', source: 'a', text: 'b' }],
    ] as const
    for (const [path, method, body] of reads) expect((await keyed(path, method, body)).status, path).toBe(200)
  })

  it('answers HEAD as GET without a body', async () => {
    verifies('4.4.projects')
    const [head, get] = [await send('/api/projects', 'HEAD'), await send('/api/projects')]
    expect([head.status, head.headers.get('content-length')]).toEqual([200, get.headers.get('content-length')])
    expect(await head.text()).toBe('')
    expect((await send('/up', 'HEAD')).status).toBe(200)
  })

  it('returns the allowed methods with 405 and to OPTIONS', async () => {
    for (const [path, allow] of [
      ['/api/tokens', 'GET, POST, HEAD, OPTIONS'],
      ['/api/context', 'GET, HEAD, OPTIONS'],
      ['/up', 'GET, HEAD, OPTIONS'],
      ['/healthz', 'GET, HEAD, OPTIONS'],
    ]) {
      const wrong = await readAnswer<{ code: string }>(await send(path ?? '', 'PUT', {}))
      expect([wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow])
      const options = await send(path ?? '', 'OPTIONS')
      expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
    }
  })

  it('rejects a missing scope of an account token with 403 and a fix, without a challenge', async () => {
    verifies('5.4.scope-check', '7.scope-missing')
    const reader = (await testApp.token('ada', ['project:read'])).token
    const response = await fetch(`${testApp.url}/api/tokens`, { headers: { authorization: `Bearer ${reader}` } })
    const { status, headers, body } = await readAnswer<{ code: string; scopes: string[]; fix: string }>(response)
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'insufficient_scope', scopes: ['user:read'] })
    expect(body.fix).toContain('new token')
    expect(headers.get('www-authenticate')).toBeNull()
  })

  it.each([
    ['/api/tokns', '/api/tokens'],
    ['/api/tokens/', '/api/tokens'],
    ['/api/Tokens', '/api/tokens'],
    ['/mpc', '/mcp'],
  ])('answers %s with 404 and the nearest address', async (path, near) => {
    const { status, body } = await readAnswer<{ code: string; fix: string }>(await send(path))
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(body.fix).toContain(`Did you mean ${near}?`)
  })

  it.each(['/api//', '/x%', '/api/tokens/a/b/c', '/../etc/passwd', '//'])(
    'answers %s with a problem in JSON',
    async path => {
      const { status, body } = await readAnswer<{ code: string }>(await send(path))
      expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )

  it('does not pollute prototypes', async () => {
    const body = '{"name":"x","scopes":["project:read"],"__proto__":{"description":"polluted"}}'
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const answer = await readAnswer<{ code: string }>(
      await fetch(`${testApp.url}/api/tokens`, { method: 'POST', headers, body }),
    )
    expect(answer.body.code).toBe('invalid_input')
    expect(Object.prototype).not.toHaveProperty('description')
  })

  it('names its entry points, and reports liveness and readiness', async () => {
    const front = await readAnswer<Record<string, string>>(await fetch(`${testApp.url}/`))
    expect(front.body).toMatchObject({
      name: 'Dragoman',
      mcp: `${testApp.services.baseUrl}/mcp`,
      version: '0.0.0-test',
    })
    for (const path of ['/up', '/healthz'])
      expect((await readAnswer(await fetch(`${testApp.url}${path}`))).body).toEqual({ status: 'ok' })
    expect((await readAnswer(await fetch(`${testApp.url}/ready`))).body).toEqual({ status: 'ready' })
  })

  it('has no two tools at one path', () => {
    const addresses = TOOLS.flatMap(tool =>
      tool.rest.map(({ method, path }) => `${method} ${path.replace(/:[a-z_]+/g, ':')}`),
    )
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })
})

it('a server whose store is closed is not ready, but alive, and reports it without failing', async () => {
  const broken = await openTestApp()
  const { token: value } = await broken.token('ada', ['user:read', 'user:write'])
  await broken.services.store.close()
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${broken.url}${path}`, init).then(response => readAnswer(response))
  expect((await get('/up')).status).toBe(200)
  const ready = await fetch(`${broken.url}/ready`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '10'])
  const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' }
  const answer = await get('/api/tokens', { method: 'POST', headers, body: '{"name":"x","scopes":["user:read"]}' })
  expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable', permanent: false })
  await broken.close()
})
