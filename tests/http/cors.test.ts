import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { sendRaw } from './raw.ts'
import { openTestApp } from './test-app.ts'

// With a public base URL any page may call: only a bearer token counts.
const PUBLIC = { baseUrl: 'https://l10n.example.org', allowedHosts: ['127.0.0.1'] }
const testApp = allTests(() => openTestApp(PUBLIC))
const strict = allTests(() => openTestApp({ ...PUBLIC, rateLimitFactor: 0.001 }))
const ada = allTests(() => testApp.token('ada', ['user:read']))

const ORIGIN = 'https://inspector.example'
const ENDPOINTS = ['register', 'token', 'revoke', 'introspect', 'device_authorization'].map(name => `/oauth/${name}`)
const DISCOVERY = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api',
  '/.well-known/nothing',
]
const MISSING = ['/mcp/', '/mcp/sse', '/api', '/api/', '/api/nothing', '/oauth/register/', '/oauth/tokens', '/oauth/']
const OPEN = ['/mcp', '/api/tokens', '/api/openapi.json', ...ENDPOINTS, ...DISCOVERY, ...MISSING]
const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringContaining('WWW-Authenticate') as string,
}
const CLOSED = ['/oauth/authorize', '/oauth/consent/x', '/login', '/device', '/account/apps', '/', '/up', '/nothing']
/** What a page may read of an answer, and send with a request. */
const EXPOSED =
  'WWW-Authenticate Mcp-Session-Id MCP-Protocol-Version Retry-After RateLimit RateLimit-Policy DPoP-Nonce'.split(' ')
const ALLOWED =
  'Content-Type Authorization Accept MCP-Protocol-Version Mcp-Session-Id Last-Event-ID Mcp-Method Mcp-Name DPoP'.split(
    ' ',
  )

interface Sent {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const send = (path: string, init: Sent = {}, to = testApp) =>
  fetch(`${to.url}${path}`, { redirect: 'manual', ...init, headers: { origin: ORIGIN, ...init.headers } })
const preflight = (path: string, headers = '', to = testApp) =>
  send(
    path,
    {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
    },
    to,
  )

/** A preflight under another name than the service has. */
async function preflightBy(host: string, path: string): Promise<IncomingMessage> {
  const headers = { host, origin: ORIGIN, 'access-control-request-method': 'POST' }
  const sent = request(`${testApp.url}${path}`, { method: 'OPTIONS', headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response.resume()
}

function expectReadable({ headers }: Response): void {
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  const exposed = headers.get('access-control-expose-headers')?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(EXPOSED))
}

describe('a page of any origin', () => {
  it.each(OPEN)('may call %s, as the preflight says', async path => {
    const response = await preflight(
      path,
      `authorization, content-type, mcp-param-Project,traceparent , x-own, (), x\u00e9`,
    )
    expectReadable(response)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(response.headers.get('access-control-max-age')).toBe('86400')
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? []
    expect(allowed).toEqual(expect.arrayContaining([...ALLOWED, 'mcp-param-Project', 'traceparent', 'x-own']))
    for (const name of allowed) expect(name).toMatch(/^[\w-]+$/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('ratelimit')).toBeNull()
  })

  it('can read why it was rejected: 401, 403, 404, 405', async () => {
    const held = { authorization: `Bearer ${ada.token}` }
    const refusals: readonly (readonly [number, string, Sent])[] = [
      [401, '/mcp', { method: 'POST' }],
      [401, '/api/tokens', {}],
      [403, '/api/projects', { headers: held }],
      [404, '/api/nothing', { headers: held }],
      [404, '/.well-known/nothing', {}],
      [401, '/mcp', { method: 'GET' }],
      [405, '/mcp', { method: 'GET', headers: held }],
      [405, '/api/tokens', { method: 'PUT', headers: held }],
      [405, '/.well-known/oauth-protected-resource', { method: 'DELETE' }],
      ...ENDPOINTS.map(path => [405, path, { method: 'GET' }] as const),
    ]
    for (const [status, path, init] of refusals) {
      const response = await send(path, init)
      expect([path, response.status]).toEqual([path, status])
      expectReadable(response)
    }
  })

  it.each(MISSING)('can read that %s does not exist, without a token and with any method', async path => {
    for (const init of [{}, { method: 'POST' }, { method: 'PUT' }, { headers: { accept: 'text/html' } }]) {
      const response = await send(path, init)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      expectReadable(response)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it.each([
    ['/mcp/', 'Use /mcp.'],
    ['/mcp/sse', 'Use /mcp.'],
    ['/oauth/register/', 'Use /oauth/register.'],
    ['/oauth/tokens', 'Use /oauth/token.'],
  ])('can read which path it should use instead of %s', async (path, fix) => {
    expect(await (await send(path, { method: 'POST' })).json()).toMatchObject({ code: 'not_found', fix })
  })

  it('can read that its body is too large', async () => {
    const body = 'x'.repeat(20_000)
    for (const [path, headers] of [
      ['/oauth/register', { 'content-type': 'application/json' }],
      ['/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }],
    ] as const) {
      const response = await send(path, { method: 'POST', headers, body })
      expect([path, response.status]).toEqual([path, 413])
      expectReadable(response)
    }
  })

  it('can read that it exceeded the rate limit, and may still send a preflight', async () => {
    const calls: readonly (readonly [string, Sent])[] = [
      ['/mcp', { method: 'POST' }],
      ['/.well-known/oauth-protected-resource', {}],
      ...ENDPOINTS.map(path => [path, { method: 'POST' }] as const),
    ]
    for (const [path, init] of calls) {
      await send(path, init, strict)
      const response = await send(path, init, strict)
      expect([path, response.status]).toEqual([path, 429])
      expectReadable(response)
      expect((await preflight(path, '', strict)).status).toBe(204)
    }
  })

  it.each(ENDPOINTS)('can read that %s does not accept the host name, and which one it has', async path => {
    const named = { host: 'evil.example', origin: ORIGIN }
    const { status, headers, body } = await sendRaw<Record<string, string>>(`${testApp.url}${path}`, { headers: named })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(body.error_description).toContain('Use https://l10n.example.org, or')
    expect(headers).toMatchObject({ ...READABLE, 'cache-control': 'no-store', pragma: 'no-cache' })
    expect((await preflightBy('evil.example', path)).statusCode).toBe(204)
  })

  it.each(DISCOVERY)('can read the same of %s', async path => {
    const named = { host: 'evil.example', origin: ORIGIN }
    const { status, headers, body } = await sendRaw<Record<string, string>>(`${testApp.url}${path}`, {
      method: 'GET',
      headers: named,
    })
    expect([status, body.code]).toEqual([403, 'bad_host'])
    expect(headers).toMatchObject({ ...READABLE, 'cache-control': 'no-store' })
    expect((await preflightBy('evil.example', path)).statusCode).toBe(204)
  })

  it.each(CLOSED)('can read nothing of %s, where cookies count', async path => {
    for (const response of [await send(path), await send(path, { method: 'POST' }), await preflight(path)]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
