import { afterEach, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { legacyRequest, modernRequest, readAnswer } from './rpc.ts'
import { openTestApp, type TestApp } from './test-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

interface OAuthError {
  readonly error: string
  readonly error_description: string
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** A request that its endpoint refuses at once: it counts all the same. */
const knock = (path: string, address = '203.0.113.7', method = 'POST') =>
  fetch(`${testApp.url}${path}`, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from(address) },
    ...(method === 'POST' && { body: 'x=1' }),
  })

async function statuses(count: number, request: () => Promise<Response>): Promise<readonly number[]> {
  const found: number[] = []
  for (let n = 0; n < count; n += 1) {
    const response = await request()
    await response.arrayBuffer()
    found.push(response.status)
  }
  return found
}

const limited = (list: readonly number[]) => list.filter(status => status === 429).length

describe('the endpoints of the authorization server', () => {
  it.each([
    ['/oauth/register', 5],
    ['/oauth/token', 30],
    ['/oauth/revoke', 30],
    ['/oauth/introspect', 30],
    ['/oauth/device_authorization', 30],
  ])('%s accepts %d requests a minute from one address', async (path, limit) => {
    verifies('8.register', '8.token', '8.revoke', '8.introspect', '8.retry-after', '7.rate-limit')
    testApp = await openTestApp({ rateLimitFactor: 1, trustProxy: 1 })
    expect(limited(await statuses(limit, () => knock(path)))).toBe(0)
    const { status, headers, body } = await readAnswer<OAuthError>(await knock(path))
    expect([status, body.error]).toEqual([429, 'too_many_requests'])
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('ratelimit')).toMatch(/^"\w+";r=0;t=60$/)
    expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"\\w+";q=${limit};w=60$`))
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    testApp.world.pass(59_999)
    expect((await knock(path)).headers.get('retry-after')).toBe('1')
    testApp.world.pass(1)
    expect((await knock(path)).status).not.toBe(429)
  })

  it('counts each address and each endpoint separately, and no preflight', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1, trustProxy: 1 })
    expect(await statuses(40, () => knock('/oauth/register', '203.0.113.7', 'OPTIONS'))).toEqual(Array(40).fill(204))
    expect(limited(await statuses(6, () => knock('/oauth/register')))).toBe(1)
    expect((await knock('/oauth/register', '203.0.113.7', 'OPTIONS')).status).toBe(204)
    expect((await knock('/oauth/register', '203.0.113.8')).status).not.toBe(429)
    expect((await knock('/oauth/token')).status).not.toBe(429)
  })

  it('counts an IPv6 /64 network as one client', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1, trustProxy: 1 })
    let n = 0
    expect(limited(await statuses(6, () => knock('/oauth/register', `2001:db8:1:2::${(n += 1)}`)))).toBe(1)
    expect((await knock('/oauth/register', '2001:db8:1:3::1')).status).not.toBe(429)
  })

  it('ignores a forged header when no proxy is trusted', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    let n = 0
    expect(limited(await statuses(6, () => knock('/oauth/register', `203.0.113.${(n += 1)}`)))).toBe(1)
  })
})

it('metadata requests are 120 a minute from one address, and the 429 problem is readable for pages', async () => {
  testApp = await openTestApp({ rateLimitFactor: 1, trustProxy: 1 })
  const path = '/.well-known/oauth-authorization-server'
  expect(limited(await statuses(120, () => knock(path, undefined, 'GET')))).toBe(0)
  const { status, headers, body } = await readAnswer<{ code: string; fix: string }>(await knock(path, undefined, 'GET'))
  expect([status, body.code, body.fix]).toEqual([429, 'rate_limited', 'Wait 60 seconds.'])
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('retry-after')).toBe('60')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await knock('/.well-known/nothing', undefined, 'GET')).status).toBe(429)
})

describe('calls of one credential', () => {
  /** At this factor 30 reads, 6 writes and 1 administration a minute pass. */
  const open = async () => {
    testApp = await openTestApp({ rateLimitFactor: 0.05, trustProxy: 1 })
    const ada = await testApp.token('ada', ['user:read', 'user:write', 'project:read', 'project:delete'])
    const bob = await testApp.token('bob', ['user:read'])
    return { ada: ada.token, bob: bob.token }
  }
  const mcp = (request: RequestInit) => fetch(`${testApp.url}/mcp`, request)
  const rest = (token: string, path = '/api/tokens', method = 'GET') =>
    fetch(`${testApp.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })

  it('are 600 reads a minute, by MCP in any revision and by REST together', async () => {
    const { ada, bob } = await open()
    const call = { name: 'list_tokens', arguments: {} }
    expect(await statuses(10, () => mcp(legacyRequest('tools/call', call, ada)))).toEqual(Array(10).fill(200))
    // With a token for progress the SDK answers.
    const slow = { ...call, _meta: { progressToken: 1 } }
    expect(await statuses(10, () => mcp(legacyRequest('tools/call', slow, ada)))).toEqual(Array(10).fill(200))
    expect(await statuses(5, () => mcp(modernRequest('tools/list', {}, ada)))).toEqual(Array(5).fill(200))
    expect(await statuses(5, () => rest(ada))).toEqual(Array(5).fill(200))
    for (const request of [legacyRequest('ping', {}, ada), modernRequest('tools/call', call, ada)]) {
      const { status, headers, body } = await readAnswer(await mcp(request))
      expect(status).toBe(429)
      expect(body).toMatchObject({ id: 7, error: { code: -32000, data: { code: 'rate_limited', permanent: false } } })
      expect(headers.get('retry-after')).toBe('60')
      expect(headers.get('ratelimit')).toBe('"read";r=0;t=60')
      expect(headers.get('ratelimit-policy')).toBe('"read";q=30;w=60')
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    const refused = await readAnswer<{ code: string; retry_after: number }>(await rest(ada))
    expect([refused.status, refused.body.code, refused.body.retry_after]).toEqual([429, 'rate_limited', 60])
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await rest(bob)).status).toBe(200)
    expect((await rest(ada, '/api/tokens', 'OPTIONS')).status).toBe(204)
    testApp.world.pass(60_000)
    expect((await rest(ada)).status).toBe(200)
  })

  it('are 120 writes and 30 administrative calls a minute, separately', async () => {
    const { ada } = await open()
    const update = { name: 'update_user', arguments: { name: 'Ada' } }
    const remove = { name: 'delete_project', arguments: { project: 'ada/none' } }
    expect(limited(await statuses(7, () => mcp(modernRequest('tools/call', update, ada))))).toBe(1)
    expect(limited(await statuses(2, () => mcp(legacyRequest('tools/call', remove, ada))))).toBe(1)
    expect((await rest(ada, '/api/projects/ada/none', 'DELETE')).headers.get('ratelimit-policy')).toBe(
      '"admin";q=1;w=60',
    )
    expect((await rest(ada)).headers.get('ratelimit')).toBe('"read";r=29;t=60')
  })

  describe('in a batch', () => {
    const batch = (token: string, ...calls: readonly (readonly [string, number])[]) => {
      const messages = calls.flatMap(([name, count]) => {
        const { body } = legacyRequest('tools/call', { name, arguments: {} })
        return Array<object>(count).fill(JSON.parse(body) as object)
      })
      const { headers } = legacyRequest('ping', {}, token)
      const legacy = { ...headers, 'mcp-protocol-version': '2025-03-26' }
      return mcp({ method: 'POST', headers: legacy, body: JSON.stringify(messages) })
    }

    it('are counted individually', async () => {
      const { ada } = await open()
      expect((await batch(ada, ['update_user', 4])).status).toBe(200)
      expect((await batch(ada, ['update_user', 2])).headers.get('ratelimit')).toBe('"write";r=0;t=60')
      expect((await batch(ada, ['update_user', 1])).status).toBe(429)
    })

    it('are counted together or not at all, for each kind', async () => {
      const { ada } = await open()
      await batch(ada, ['update_user', 4])
      expect((await batch(ada, ['list_tokens', 20], ['update_user', 3])).status).toBe(429)
      expect((await rest(ada)).headers.get('ratelimit')).toBe('"read";r=29;t=60')
      expect((await batch(ada, ['list_tokens', 20], ['update_user', 2])).status).toBe(200)
    })

    it('are rejected without use when they exceed the limit of a minute', async () => {
      const { ada } = await open()
      const { status, body, headers } = await readAnswer(await batch(ada, ['list_tokens', 1], ['update_user', 7]))
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: { code: -32600, data: { code: 'invalid_input', fix: 'Send smaller batches.', permanent: true } },
      })
      expect(headers.get('retry-after')).toBeNull()
      expect((await batch(ada, ['update_user', 6])).status).toBe(200)
      expect((await rest(ada)).headers.get('ratelimit')).toBe('"read";r=29;t=60')
    })
  })
})

describe('requests with an invalid credential', () => {
  const get = (token?: string, path = '/api/tokens', address = '203.0.113.7') =>
    fetch(`${testApp.url}${path}`, {
      method: path === '/mcp' ? 'POST' : 'GET',
      headers: { ...from(address), ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })

  it('are 300 a minute from one address, and never lock out holders of a valid token', async () => {
    testApp = await openTestApp({ rateLimitFactor: 0.05, trustProxy: 1 })
    const { token } = await testApp.token('ada', ['user:read'])
    const guess = `svca_${'0'.repeat(48)}`
    expect(await statuses(7, () => get(guess))).toEqual(Array(7).fill(401))
    expect(await statuses(8, () => get(guess, '/mcp'))).toEqual(Array(8).fill(401))
    const refused = await get(guess)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('www-authenticate')).toBeNull()
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('ratelimit-policy')).toBe('"unauthenticated";q=15;w=60')
    expect((await get(undefined, '/mcp')).status).toBe(429)
    expect((await get(guess, '/mcp', '203.0.113.8')).status).toBe(401)
    expect((await get(token)).status).toBe(200)
  })

  it('are challenged as long as they return 401', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1, trustProxy: 1 })
    const { status, headers } = await get(undefined, '/mcp')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="dragoman", resource_metadata=/)
    expect(headers.get('ratelimit')).toBe('"unauthenticated";r=299;t=60')
  })
})
