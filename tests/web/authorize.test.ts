import { describe, expect, it } from 'vitest'
import type { Fetched } from '../../src/auth/oauth/clients/lookup.ts'
import { rateLimitFetch } from '../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { openTestApp } from '../http/test-app.ts'
import { verifies } from '../requirements.ts'
import { authorizePath, type Connecting, keepClient, keepGrant } from './authorize-steps.ts'
import { openJar, type Seen, signIn } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const testApp = useFreshTestApp()
const jar = useJar(testApp)

type Differs = NonNullable<Parameters<typeof authorizePath>[1]>

const ask = (client: Connecting, differs: Differs = {}): Promise<Seen> =>
  jar.get(authorizePath(client, differs), { follow: false })

const codes = async (): Promise<number> => testApp.services.store.read.codes.count('all', '')
const waiting = async (): Promise<number> => testApp.services.store.read.interactions.count('all', '')

/** A client that ada has connected, and her browser: it gets errors without a page. */
async function connected(differs: Parameters<typeof keepClient>[1] = {}) {
  const client = await keepClient(testApp.services, differs)
  await keepGrant(testApp.services, 'ada', client)
  await signIn(testApp, jar, 'ada')
  return client
}

/** The error that the client gets, with the checks of every such answer. */
function told({ status, location, headers }: Seen, place = 'https://app.example/callback'): URLSearchParams {
  expect(status).toBe(302)
  const url = new URL(location ?? '')
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(place)
  expect(url.searchParams.getAll('iss')).toEqual([testApp.services.baseUrl])
  expect(url.searchParams.getAll('state').length).toBeLessThan(2)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  return url.searchParams
}

describe('GET /oauth/authorize', () => {
  it('stores a valid request and sends the user to sign in, and then to consent', async () => {
    verifies('5.2.authorize')
    const client = await keepClient(testApp.services)
    const kept = await ask(client)
    expect(kept.status).toBe(302)
    expect(kept.location).toMatch(/^\/oauth\/consent\/[^/?]+$/)
    const page = await jar.get(kept.location ?? '')
    expect(page.path).toBe(`/login?next=${encodeURIComponent(kept.location ?? '')}`)
    expect(page.text).toContain('Test App')
    const consent = await signIn(testApp, jar, 'ada')
    expect(consent.path).toBe(kept.location)
    expect(consent.text).toContain('<bdi>Test App</bdi> wants to access your account')
  })

  it('returns errors to the client with its state, and stores nothing', async () => {
    verifies('5.1.pkce-required', '5.1.s256-only', '7.pkce')
    const client = await connected()
    const cases: readonly (readonly [Differs, string])[] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: 'a'.repeat(42) }, 'invalid_request'],
      [{ resource: 'https://evil.example' }, 'invalid_target'],
      [{ scope: '"' }, 'invalid_scope'],
      [{ request: 'eyJ' }, 'invalid_request'],
    ]
    for (const [differs, word] of cases) {
      const answer = told(await ask(client, { ...differs, state: 'S/+=&ä %' }))
      expect(answer.get('error'), JSON.stringify(differs)).toBe(word)
      expect(answer.get('error_description')).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(answer.get('state')).toBe('S/+=&ä %')
      expect(answer.has('code')).toBe(false)
    }
    expect(await waiting()).toBe(0)
  })

  it('sends a user who comes by another name of this machine to the base URL, and the client gets that name as issuer', async () => {
    const client = await connected()
    const { baseUrl } = testApp.services
    const used = baseUrl.replace('localhost', '127.0.0.1')
    for (const resource of [undefined, '', `${used}/mcp`, `${used}/`]) {
      const first = await jar.get(used + authorizePath(client, { prompt: 'none', scope: 'project:read', resource }), {
        follow: false,
      })
      expect(first.status).toBe(302)
      const moved = new URL(first.location ?? '')
      expect([moved.origin, moved.searchParams.get('state')]).toEqual([baseUrl, 'state-1'])
      expect(moved.searchParams.getAll('resource').filter(Boolean)).toEqual([resource || `${used}/mcp`])
      for (const [change, answer] of [
        ['', 'code'],
        ['&request=eyJ', 'error'],
      ] as const) {
        const { searchParams } = new URL((await jar.get(moved.href + change, { follow: false })).location ?? '')
        expect([searchParams.has(answer), searchParams.get('iss')]).toEqual([true, used])
      }
    }
  })

  it('answers prompt=none of a connected client without a page: a code, or consent_required', async () => {
    const client = await connected()
    const silent = { prompt: 'none', scope: 'project:read' }
    expect(told(await ask(client, silent)).get('code')).toMatch(/^svcg_/)
    expect(told(await ask(client, { ...silent, scope: 'project:write' })).get('error')).toBe('consent_required')
    expect(await codes()).toBe(1)
  })

  it('returns an error to an app by a page that opens it, and leaves no empty tab', async () => {
    const client = await connected({ redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] })
    const page = await ask(client, { scope: '"' })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(
      /<meta http-equiv="refresh" content="0; url=cursor:\/\/anysphere.cursor-mcp\/oauth\/callback\?error=invalid_scope/,
    )
  })

  it('accepts GET only', async () => {
    const client = await keepClient(testApp.services)
    for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS']) {
      const { status, headers } = await jar.get(authorizePath(client), { method, follow: false })
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET'])
      expect(headers).not.toHaveProperty('location')
    }
    expect(await waiting()).toBe(0)
  })

  it('accepts 60 requests a minute from one address', async () => {
    const strict = await openTestApp({ rateLimitFactor: 1 })
    const browser = openJar(strict.url)
    const client = await keepClient(strict.services)
    for (let count = 0; count < 60; count++) {
      expect((await browser.get(authorizePath(client), { follow: false })).status).toBe(302)
    }
    const { status, headers, location } = await browser.get(authorizePath(client), { follow: false })
    expect([status, location]).toEqual([429, undefined])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    await strict.close()
  })
})

describe('a request that must not be answered at the client', () => {
  const stays = (seen: Seen) => {
    expect(seen.status).toBe(400)
    expect(seen.headers).not.toHaveProperty('location')
    expect(seen.headers['cache-control']).toBe('no-store')
    expect(seen.headers['x-frame-options']).toBe('DENY')
    expect(seen.headers['x-content-type-options']).toBe('nosniff')
    expect(seen.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(seen.headers).not.toHaveProperty('cross-origin-opener-policy')
  }

  it('gets a page that explains how each client forgets an unknown registration', async () => {
    const seen = await ask({ id: 'svcc_gone', redirect_uris: ['https://app.example/callback'] })
    stays(seen)
    expect(seen.text).toContain('<code>invalid_client</code>')
    for (const step of [
      'Clear authentication',
      'Authentication: Remove Dynamic Authentication Providers',
      '~/.mcp-auth',
    ]) {
      expect(seen.text).toContain(step)
    }
  })

  it.each<[string, Fetched | 'off' | 'known', readonly string[]]>([
    [
      'cannot be read',
      { fault: { why: 'status', detail: '10.0.0.7 refused' } },
      [
        'Try again in a minute',
        'outgoing HTTPS from the server to <code>apps.example</code>',
        'DRAGOMAN_CLIENT_DOCUMENTS=off',
        'DRAGOMAN_CLIENT_DOCUMENTS=known',
      ],
    ],
    [
      'is wrong',
      { text: '{}', cacheControl: undefined },
      ['not its own URL', "app's developers", 'DRAGOMAN_CLIENT_DOCUMENTS=off'],
    ],
    ['is not accepted', 'off', ['add it again', 'DRAGOMAN_CLIENT_DOCUMENTS=off', 'DRAGOMAN_CLIENT_DOCUMENTS=on']],
    [
      'is not one of the built-in ones',
      'known',
      ['DRAGOMAN_CLIENT_DOCUMENTS=known', 'DRAGOMAN_CLIENT_DOCUMENTS=on', 'DRAGOMAN_CLIENT_DOCUMENTS=off'],
    ],
  ])('gets a page that says what to do about a metadata document that %s', async (_, there, says) => {
    const strict = await openTestApp(
      typeof there === 'string'
        ? { auth: { clientDocuments: there } }
        : {
            fetchDocument: rateLimitFetch(async () => there, {
              shared: testApp.services.store.shared,
              now: testApp.services.now,
            }),
          },
    )
    const visitor = openJar(strict.url)
    const path = authorizePath({ id: 'https://apps.example/client.json', redirect_uris: ['https://apps.example/'] })
    const seen = await visitor.get(path, { follow: false })
    stays(seen)
    for (const words of says) expect(seen.text).toContain(words)
    expect(seen.text).not.toContain('10.0.0.7')
    const json = await visitor.get(path, { headers: { accept: 'application/json' }, follow: false })
    expect(JSON.parse(json.text)).toEqual({
      error: 'invalid_client',
      error_description: expect.stringMatching(/^[^"\\]*DRAGOMAN_CLIENT_DOCUMENTS=/),
    })
    await strict.close()
  })

  it('gets the same in JSON on request', async () => {
    const path = authorizePath({ id: 'svcc_gone', redirect_uris: ['https://app.example/callback'] })
    const seen = await jar.get(path, { headers: { accept: 'application/json' }, follow: false })
    const problem = await jar.get(path, { headers: { accept: 'application/problem+json' }, follow: false })
    expect(problem.text).toBe(seen.text)
    expect(seen.status).toBe(400)
    expect(seen.headers['content-type']).toBe('application/json')
    expect(seen.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(seen.text)).toEqual({
      error: 'invalid_client',
      error_description: expect.stringContaining('Register again'),
    })
  })

  it('gets no redirect to an unregistered or ambiguous redirect URI', async () => {
    const client = await keepClient(testApp.services)
    const two = await keepClient(testApp.services, { redirect_uris: ['https://a.example/', 'https://b.example/'] })
    for (const [who, differs] of [
      [client, { redirect_uri: 'https://evil.example/callback' }],
      [client, { redirect_uri: ['https://app.example/callback', 'https://app.example/callback'] }],
      [client, { client_id: undefined }],
      [two, { redirect_uri: undefined }],
      [client, { client_id: 'http://client.example/client.json' }],
    ] as const) {
      stays(await ask(who, differs))
    }
    expect(await waiting()).toBe(0)
  })

  it('shows user input as text only', async () => {
    const markup = '<img src=x onerror=alert(1)>"\'&'
    const client = await keepClient(testApp.services, { name: markup })
    for (const differs of [
      { redirect_uri: `https://evil.example/${markup}` },
      { client_id: markup },
      { state: markup, redirect_uri: 'https://evil.example/' },
    ]) {
      const seen = await ask(client, differs)
      stays(seen)
      expect(seen.text).not.toContain('<img')
    }
    const page = await ask(client, { redirect_uri: 'https://evil.example/' })
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)>')
  })
})
