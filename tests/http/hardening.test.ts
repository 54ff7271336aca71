import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { allTests } from '../harness/each-test.ts'
import { say } from './raw-exchange.ts'
import { legacyRequest, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())

const ada = allTests(() => testApp.token('ada', ALL_SCOPES))
const bob = allTests(() => testApp.token('bob', ALL_SCOPES))

const api = async (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${testApp.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

it('a hidden resource gets the same error as a missing one', async () => {
  const made = await api('/api/projects', ada.token, {
    method: 'POST',
    body: JSON.stringify({ project: 'ada/big', source_locale: 'en', target_locales: ['de'] }),
  })
  expect(made.status).toBe(201)
  for (const [hidden, absent] of [
    ['/api/projects/ada/big', '/api/projects/ada/nix'],
    ['/api/projects?account=ada', '/api/projects?account=nix'],
    ['/api/users/ada', '/api/users/nix'],
  ] as const) {
    const [one, other] = await Promise.all(
      [hidden, absent].map(async path => (await readAnswer<Record<string, unknown>>(await api(path, bob.token))).body),
    )
    const shown = (body: Record<string, unknown> | undefined) =>
      JSON.stringify({ ...body, request_id: '', instance: '' }).replaceAll(/ada\/big|ada\/nix|\bada\b|\bnix\b/g, '*')
    expect(shown(one)).toBe(shown(other))
  }
})

describe('a hostile request', () => {
  it('with an invalid URL gets JSON, and the absolute form works', async () => {
    const end = 'Host: localhost\r\nConnection: close\r\n\r\n'
    for (const target of ['http://[', '//[', '*']) {
      const answer = await say(testApp.url, `GET ${target} HTTP/1.1\r\n${end}`)
      expect(answer, target).toMatch(/^HTTP\/1\.1 (200|404)/)
      expect(answer).toContain('application/')
      expect(answer).not.toMatch(/<html|<!doctype/i)
    }
    expect(await say(testApp.url, `GET http://localhost/up HTTP/1.1\r\n${end}`)).toContain('{"status":"ok"}')
  })

  it('gets no validator report, whatever its parameters lack', async () => {
    for (const [method, params] of [
      ['initialize', {}],
      ['initialize', { protocolVersion: 1, capabilities: {}, clientInfo: {} }],
      ['tools/call', {}],
      ['tools/list', { cursor: 5 }],
    ] as const) {
      const { body } = await readAnswer(await fetch(`${testApp.url}/mcp`, legacyRequest(method, params, ada.token)))
      expect(body.error?.code, method).toBe(-32602)
      expect(body.error?.message).not.toMatch(/expected|\[|invalid_type/)
    }
  })
})

describe('values at their limits', () => {
  it.each(['9999-12-31T23:59:59-10:00', '10000-01-01', '+010000-01-01T00:00:00Z'])(
    'rejects expires_at %s with the fix',
    async expires_at => {
      const response = await api('/api/tokens', ada.token, {
        method: 'POST',
        body: JSON.stringify({ name: 'e', scopes: ['user:read'], expires_at }),
      })
      expect(response.status).toBe(400)
    },
  )

  it.each([
    ['half a surrogate', '\ud800'],
    ['an escape', 'a\u001b[31mred'],
    ['a line break', 'a\nb'],
    ['an override', 'a\u202eb'],
    ['a NUL', 'a\u0000b'],
  ])('rejects a name with %s', async (_kind, name) => {
    for (const [path, method, body] of [
      ['/api/tokens', 'POST', { name, scopes: ['user:read'] }],
      ['/api/user', 'PATCH', { name }],
      ['/api/projects', 'POST', { project: 'ada/x', name, source_locale: 'en', target_locales: ['de'] }],
    ] as const) {
      expect((await api(path, ada.token, { method, body: JSON.stringify(body) })).status, path).toBe(400)
    }
  })
})
