import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { rateLimitFetch } from '../../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { answerDevice, findDeviceRequest } from '../../../src/auth/oauth/device/answer-device.ts'
import { createDeviceRequest } from '../../../src/auth/oauth/device/request.ts'
import { createSafeFetch } from '../../../src/outbound/safe-fetch.ts'
import { LocalSharedState } from '../../../src/store/embedded/shared-state.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'
import {
  firstTokens,
  makeClient,
  postForm,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from '../../auth/oauth/authorized.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { listen } from '../../harness/listen.ts'
import { selfSigned } from '../../outbound/certificate.ts'
import { sendRaw } from '../raw.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const DAY = 24 * 3_600_000

/** A site of the internet, on this machine under a public name; other names lead to private addresses. */
const { key, cert } = selfSigned()
let reads: string[] = []
let serve: (path: string) => { status?: number; headers?: Record<string, string>; body?: unknown }

const site = allTests(async () => {
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    reads.push(url)
    const { status = 200, headers = {}, body } = serve(url)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? {}))
  })
  const { port, close } = await listen(server)
  return { origin: `https://public.example:${port}`, close }
})
const testApp: TestApp = eachTest(() => {
  reads = []
  serve = path => ({ body: documentAt(path) })
  const fetch = createSafeFetch({
    dangerouslyReachLoopback: { because: 'this is a test', ca: cert },
    resolve: async hostname => [{ address: hostname === 'public.example' ? '127.0.0.1' : '10.0.0.1', family: 4 }],
  })
  const limits = { shared: new LocalSharedState(), now: () => testApp.services.now() }
  return openTestApp({ fetchDocument: rateLimitFetch(fetch, limits), trustProxy: 1 })
})

const documentAt = (path: string, members: object = {}) => ({
  client_id: site.origin + path,
  client_name: 'App <b>',
  redirect_uris: ['https://app.example/cb', 'http://127.0.0.1/cb'],
  ...members,
})

interface Refusal {
  readonly error: string
  readonly error_description: string
}

/** Sends a user to sign in for a client, as a program that wants errors in JSON. */
async function authorize(clientId: string, redirectUri = 'https://app.example/cb') {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update('v').digest('base64url'),
    code_challenge_method: 'S256',
    state: 's',
  })
  const answer = await fetch(`${testApp.url}/oauth/authorize?${query.toString()}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, location: answer.headers.get('location'), text }
}

/** The answer of the token endpoint to this client. */
const exchange = (clientId: string) =>
  sendRaw<Refusal>(`${testApp.url}/oauth/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }).toString(),
  })

describe('a client whose ID is the URL of its metadata document', () => {
  it('reaches consent after one fetch, on any loopback port too', async () => {
    for (const uri of ['https://app.example/cb', 'http://127.0.0.1:59656/cb']) {
      const { status, location } = await authorize(`${site.origin}/c.json`, uri)
      expect([status, location]).toEqual([302, expect.stringMatching(/\/oauth\/consent\//)])
    }
    expect(reads).toEqual(['/c.json'])
  })

  it('is known at the token endpoint, and an unknown one is 401 invalid_client', async () => {
    expect(await exchange(`${site.origin}/c.json`)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    serve = path => ({ body: documentAt(path, { client_secret: 'x' }) })
    expect(await exchange(`${site.origin}/d.json`)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await exchange('http://public.example/d.json')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })

  it('gets a retryable error while its document is unreachable, because a 401 would drop its tokens', async () => {
    serve = () => ({ status: 500 })
    const { status, headers, body } = await exchange(`${site.origin}/c.json`)
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable'])
    expect(body.error_description).toMatch(/outgoing HTTPS.*DRAGOMAN_CLIENT_DOCUMENTS=off/)
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  it.each<[string, () => ReturnType<typeof serve>]>([
    ['a redirect', () => ({ status: 302, headers: { location: `${site.origin}/d.json` } })],
    ['HTML', () => ({ headers: { 'content-type': 'text/html' }, body: documentAt('/c.json') })],
  ])('is rejected and not stored when there is %s at its address', async (_, answer) => {
    serve = answer
    const { status, location } = await authorize(`${site.origin}/c.json`)
    expect([status, location]).toEqual([400, null])
    expect(reads).toEqual(['/c.json'])
    expect(await testApp.services.store.read.clients.get(`${site.origin}/c.json`)).toBeUndefined()
  })

  it('causes only the fetch of its document', async () => {
    const members = {
      logo_uri: `${site.origin}/logo`,
      jwks_uri: `${site.origin}/jwks`,
      client_uri: `${site.origin}/`,
      sector_identifier_uri: `${site.origin}/s`,
    }
    serve = path => ({ body: documentAt(path, members) })
    await authorize(`${site.origin}/c.json`)
    expect(reads).toEqual(['/c.json'])
  })
})

/** The code of a device that the user of a grant has allowed. */
function allowedDevice({ store, now, newId }: Services, clientId: string, by: { grantId: string; userId: string }) {
  const { grantId, userId } = by
  const wish = { clientId, scopes: ['project:read'], scopeGiven: true, resources: [], network: '192.0.2.1' } as const
  return store.transaction(async tx => {
    const { deviceCode, userCode } = await createDeviceRequest(tx, wish, { now: now(), newId })
    const device = await findDeviceRequest(userCode, tx, now())
    if (device !== undefined) await answerDevice(tx, device, { allowed: true, grantId, userId }, now())
    return deviceCode
  })
}

it('a session with a client document, with DRAGOMAN_CLIENT_DOCUMENTS=off continues to refresh, poll and revoke; no new session starts', async () => {
  const strict = await openTestApp({ auth: { clientDocuments: 'off' }, trustProxy: 1 })
  try {
    const { services, world } = strict
    const client = await makeClient(services, {
      kind: 'document',
      id: 'https://app.example/client.json',
      last_used_at: services.now().toISOString(),
    })
    const client_id = client.id
    const first = await firstTokens(strict, client)
    world.pass(29 * DAY)
    const second = tokensOf(await postForm(strict, '/oauth/token', refreshOf(client, first.refresh_token)))
    expect(await statusOf(strict, second.access_token)).toBe(200)
    const device_code = await allowedDevice(services, client_id, first)
    const poll = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code, client_id }
    expect((await postForm(strict, '/oauth/token', poll)).status).toBe(200)
    const refused = await postForm(strict, '/oauth/device_authorization', { client_id })
    expect(wordOf(refused)).toBe('401 invalid_client')
    expect(refused.body['error_description']).toContain('DRAGOMAN_CLIENT_DOCUMENTS=off')
    expect((await postForm(strict, '/oauth/revoke', { client_id, token: second.refresh_token })).status).toBe(200)
    expect(await statusOf(strict, second.access_token)).toBe(401)
    const last = await firstTokens(strict, client)
    world.pass(30 * DAY)
    const late = await postForm(strict, '/oauth/token', refreshOf(client, last.refresh_token))
    expect(wordOf(late)).toBe('400 invalid_grant')
  } finally {
    await strict.close()
  }
})
