import { describe, expect, it } from 'vitest'
import { assertHost } from '../../src/http/host-and-origin.ts'
import { allTests } from '../harness/each-test.ts'
import { sendRaw } from './raw.ts'
import { legacyRequest, type RpcAnswer } from './rpc.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const local = allTests(() => openTestApp({ allowedHosts: ['box.lan', 'other.lan:8080'] }))
const open = allTests(() => openTestApp({ baseUrl: 'https://l10n.example.org' }))

const ping = async (deps: TestApp, headers: Record<string, string>) =>
  sendRaw<RpcAnswer>(`${deps.url}/mcp`, {
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${(await deps.token('ada', ['user:read'])).token}`,
      ...headers,
    },
    body: legacyRequest('ping').body,
  })

describe('the Host header', () => {
  it.each(['LOCALHOST', '127.0.0.1:4050', '[::1]:4050', 'box.lan', 'box.lan:99', 'other.lan'])(
    '%s is served',
    async host => {
      expect((await ping(local, { host })).status).toBe(200)
    },
  )

  it.each([
    'evil.example:4050',
    'localhost.evil.example',
    'a@localhost',
    'localhost/evil',
    'localhost:99999',
    'box.lan.',
  ])('%j is rejected with 403 by MCP and REST', async host => {
    const mcp = await ping(local, { host })
    expect(mcp.status).toBe(403)
    expect(mcp.body.error?.data).toMatchObject({
      code: 'bad_host',
      fix: expect.stringContaining('DRAGOMAN_ALLOWED_HOSTS') as string,
    })
    const rest = await sendRaw<{ code: string }>(`${local.url}/api/tokens`, { method: 'GET', headers: { host } })
    expect([rest.status, rest.body.code]).toEqual([403, 'bad_host'])
  })

  it('may be each name of this machine with the port of a loopback base URL, also in a container', () => {
    const check = (host: string, baseUrl: string) => () =>
      assertHost(host, baseUrl, { loopbackBind: false, allowedHosts: [] })
    for (const host of ['localhost:4050', '127.0.0.1:4050', '[::1]:4050']) {
      expect(check(host, 'http://localhost:4050')).not.toThrow()
      expect(check(host.replace('4050', '4051'), 'http://127.0.0.2:4050')).toThrow('Host')
      expect(check(host, 'https://l10n.example.org')).toThrow('Host')
    }
    expect(check('127.0.0.1:4051', 'http://localhost:4050')).toThrow('Host')
    expect(check('127.0.0.1.evil.com:4050', 'http://localhost:4050')).toThrow('Host')
  })

  it('of the public base URL is served', async () => {
    expect((await ping(open, { host: 'l10n.example.org' })).status).toBe(200)
    expect((await ping(open, { host: 'evil.example' })).status).toBe(403)
  })

  it('is not checked for health probes, which use the IP address', async () => {
    for (const path of ['/up', '/healthz', '/ready']) {
      const { status } = await sendRaw(`${local.url}${path}`, { method: 'GET', headers: { host: '10.1.2.3:4050' } })
      expect(status).toBe(200)
    }
  })
})

describe('the Origin header on /mcp', () => {
  it.each(['http://localhost:6274', 'http://127.0.0.1', 'https://localhost:1', 'http://[::1]:99'])(
    '%s may call a service on loopback',
    async origin => {
      const answer = await ping(local, { origin })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
    },
  )

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'nonsense'])(
    '%s may not call a service on loopback',
    async origin => {
      const answer = await ping(local, { origin })
      expect(answer.status).toBe(403)
      expect(answer.body.error?.data).toMatchObject({ code: 'bad_origin' })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  it('may be anything where the base URL is public', async () => {
    const answer = await ping(open, { host: 'l10n.example.org', origin: 'https://claude.ai' })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
  })
})

describe('every answer', () => {
  it.each(['/', '/up', '/mcp', '/api/tokens', '/nowhere', '/.well-known/openid-configuration'])(
    'of %s is never sniffed, framed or cached, nor names its software',
    async path => {
      const { headers } = await sendRaw(`${local.url}${path}`, { method: 'GET' })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('set-cookie')
    },
  )

  it('has a request ID of its own, whatever the client sends', async () => {
    const get = () => sendRaw(`${local.url}/up`, { method: 'GET', headers: { 'x-request-id': 'mine' } })
    const [one, two] = [await get(), await get()]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-z]{20}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
  })
})
