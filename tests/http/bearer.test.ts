import { describe, expect, it } from 'vitest'
import { EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { allTests } from '../harness/each-test.ts'
import { verifies } from '../requirements.ts'
import { sendRaw } from './raw.ts'
import { legacyRequest, type RpcAnswer, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['user:read', 'user:write']))

interface Refusal {
  readonly code: string
  readonly message: string
  readonly fix: string
}

/** The answers of MCP and REST to these headers: a problem, and a JSON-RPC error. */
async function bothFaces(authorization: string | readonly string[] | undefined, query = '') {
  const headers = authorization === undefined ? {} : { authorization }
  const rest = await sendRaw<{ code: string; detail: string; fix: string }>(`${testApp.url}/api/tokens${query}`, {
    method: 'GET',
    headers,
  })
  const { body } = legacyRequest('tools/list')
  const mcp = await sendRaw<RpcAnswer>(`${testApp.url}/mcp${query}`, {
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  })
  return [
    {
      resource: 'api',
      status: rest.status,
      headers: rest.headers,
      refusal: { ...rest.body, message: rest.body.detail } as Refusal,
    },
    { resource: 'mcp', status: mcp.status, headers: mcp.headers, refusal: mcp.body.error?.data as unknown as Refusal },
  ]
}

const basis = (resource: string) =>
  `Bearer realm="dragoman", resource_metadata="${testApp.services.baseUrl}/.well-known/oauth-protected-resource/${resource}", scope="${EVERYDAY_SCOPES.join(' ')}"`

describe('a request without a valid credential', () => {
  it('is challenged without an error code when it has none', async () => {
    verifies('4.5.every-request')
    for (const { resource, status, headers, refusal } of await bothFaces(undefined)) {
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe(basis(resource))
      expect(refusal).toMatchObject({
        code: 'invalid_token',
        fix: expect.stringContaining('Authorization: Bearer') as string,
      })
    }
  })

  it.each(['GET', 'HEAD', 'DELETE', 'PUT'])('is challenged on /mcp by %s as by POST', async method => {
    const ask = (headers: Record<string, string> = {}) => fetch(`${testApp.url}/mcp`, { method, headers })
    const [bare, bad] = [await ask(), await ask({ authorization: 'Bearer svca_x' })]
    expect([bare.status, bare.headers.get('allow')]).toEqual([401, null])
    expect(bare.headers.get('www-authenticate')).toBe(basis('mcp'))
    expect([bad.status, bad.headers.get('allow')]).toEqual([401, null])
    expect(bad.headers.get('www-authenticate')).toContain(`${basis('mcp')}, error="invalid_token"`)
    if (method === 'HEAD') expect(await bare.text()).toBe('')
  })

  it('counts towards the limit on /mcp, whatever its method', async () => {
    const strict = await openTestApp({ rateLimitFactor: 2 / 300 })
    try {
      const ask = async (method: string) => (await fetch(`${strict.url}/mcp`, { method })).status
      expect([await ask('GET'), await ask('HEAD'), await ask('POST'), await ask('GET')]).toEqual([401, 401, 429, 429])
    } finally {
      await strict.close()
    }
  })

  it('is rejected before its body is read', async () => {
    const answer = await sendRaw<RpcAnswer>(`${testApp.url}/mcp`, {
      headers: { 'content-type': 'text/plain' },
      body: '{{{',
    })
    expect(answer.status).toBe(401)
  })

  const damaged = () => `${ada.token.slice(0, -1)}${ada.token.endsWith('0') ? '1' : '0'}`
  const unreadable: readonly [string, () => string, RegExp][] = [
    ['a broken checksum', () => `Bearer ${damaged()}`, /checksum does not match/],
    ['an unknown token', () => 'Bearer svca_000000000000000000000000000000000000000000000000', /not known|checksum/],
    ['a token of another service', () => 'Bearer ghp_abc', /start with svca_ or svco_/],
    ['Basic', () => 'Basic YTpi', /Bearer/],
    ['no token', () => 'Bearer', /Bearer/],
    ['two words', () => `Bearer ${ada.token} b`, /Bearer/],
    ['8 KiB', () => `Bearer ${'a'.repeat(8192)}`, /Bearer/],
  ]
  it.each(unreadable)('is challenged with invalid_token for %s', async (_, header, text) => {
    for (const { resource, status, headers, refusal } of await bothFaces(header())) {
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toContain(`${basis(resource)}, error="invalid_token", error_description="`)
      expect(refusal).toMatchObject({ code: 'invalid_token', message: expect.stringMatching(text) as string })
    }
  })

  it('is challenged for a revoked token from the next request on', async () => {
    verifies('3.revoke-immediate', '5.7.revocation', '3.revoke-rest', '4.3.revoke')
    const made = await testApp.token('ada', ['user:read', 'user:write'])
    const headers = { authorization: `Bearer ${made.token}` }
    const revoked = await fetch(`${testApp.url}/api/tokens/${made.id}`, { method: 'DELETE', headers })
    expect(revoked.status).toBe(204)
    for (const { status, refusal } of await bothFaces(`Bearer ${made.token}`)) {
      expect(status).toBe(401)
      expect(refusal.message).toContain('was revoked')
    }
  })

  it.each(['access_token', 'anything'])('is rejected when the token is in the query as %s', async name => {
    for (const { status, headers, refusal } of await bothFaces(undefined, `?${name}=${ada.token}`)) {
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toContain('error="invalid_token"')
      expect(refusal.fix).toContain('Authorization: Bearer')
      expect(JSON.stringify(refusal)).not.toContain(ada.token)
    }
  })

  it('returns 400 with two Authorization headers, or with a header and a token in the query', async () => {
    const good = `Bearer ${ada.token}`
    const double = await bothFaces([good, good])
    for (const { status, headers, refusal } of [...double, ...(await bothFaces(good, `?access_token=${ada.token}`))]) {
      expect(status).toBe(400)
      expect(headers['www-authenticate']).toContain('error="invalid_request"')
      expect(refusal).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('more than one') as string,
      })
    }
  })
})

describe('a request with a valid credential', () => {
  it.each(['Bearer', 'bearer', 'Bearer '])('is accepted with the scheme written %j', async scheme => {
    verifies('4.bearer-header', '5.1.account-token', '5.1.account-token-model')
    expect((await bothFaces(`${scheme} ${ada.token}`)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('is recorded as the last use of the token', async () => {
    verifies('2.2.last-used')
    const made = await testApp.token('grace', ['user:read'])
    const list = () =>
      fetch(`${testApp.url}/api/tokens`, { headers: { authorization: `Bearer ${made.token}` } }).then(response =>
        readAnswer<{ tokens: { last_used_at: string | null }[] }>(response),
      )
    expect((await list()).body.tokens[0]?.last_used_at).toBeNull()
    await expect
      .poll(async () => (await list()).body.tokens[0]?.last_used_at)
      .toBe(testApp.services.now().toISOString())
  })
})
