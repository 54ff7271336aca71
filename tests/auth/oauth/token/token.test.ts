import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EVERYDAY_SCOPES } from '../../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import { verifies } from '../../../requirements.ts'
import {
  accessOf,
  createExchange,
  eventsOf,
  makeClient,
  makeCode,
  postForm,
  REDIRECT,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useCode } from '../scene.ts'

const scene = useCode()
const { post, exchange, newCode } = scene

describe('the exchange of an authorization code', () => {
  it('returns tokens for a form, and they work at once', async () => {
    verifies('4.1.token-code', '5.2.exchange')
    const answer = await exchange()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^svco_[0-9a-f]{48}$/) as string,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svcr_[0-9a-f]{48}$/) as string,
      scope: EVERYDAY_SCOPES.join(' '),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await statusOf(scene.testApp, tokensOf(answer).access_token)).toBe(200)
  })

  it('stores no token, and records its use on client, grant and in the audit log', async () => {
    const { grantId } = await makeCode(scene.testApp.services, { client: scene.client })
    const tokens = tokensOf(await exchange())
    const { read } = scene.testApp.services.store
    const at = scene.testApp.services.now().toISOString()
    expect((await read.clients.get(scene.client.id))?.last_used_at).toBe(at)
    expect((await read.grants.get(grantId))?.last_used_at).toBe(at)
    const [event] = await eventsOf(scene.testApp, grantId)
    expect(event).toMatchObject({ action: 'token_issued', surface: 'oauth', client: 'Test client' })
    const families = await read.families.list('grant', grantId)
    const kept = JSON.stringify([
      event,
      families,
      ...(await Promise.all(families.map(({ id }) => read.access_tokens.list('family', id)))),
    ])
    for (const secret of [tokens.access_token, tokens.refresh_token, scene.code]) expect(kept).not.toContain(secret)
  })

  it('returns no refresh token to a client without that grant type', async () => {
    scene.client = await makeClient(scene.testApp.services, { grant_types: ['authorization_code'] })
    await newCode()
    expect((await exchange()).body).not.toHaveProperty('refresh_token')
  })

  it('returns tokens to one of two concurrent exchanges, and revokes them afterwards', async () => {
    const answers = await Promise.all([exchange(), exchange()])
    expect(answers.map(wordOf).sort()).toEqual(['200 undefined', '400 invalid_grant'])
    const winner = answers.find(({ status }) => status === 200)
    expect(await statusOf(scene.testApp, String(winner?.body.access_token))).toBe(401)
  })

  it('rejects the code of another client, which stays valid for its own, and ends nothing after its use', async () => {
    const attacker = await makeClient(scene.testApp.services)
    expect(wordOf(await exchange({ client_id: attacker.id }))).toBe('400 invalid_grant')
    const tokens = tokensOf(await exchange())
    expect(wordOf(await exchange({ client_id: attacker.id }))).toBe('400 invalid_grant')
    expect(await statusOf(scene.testApp, tokens.access_token)).toBe(200)
  })

  it.each([
    ['another port', 'http://127.0.0.1:59657/callback'],
    ['none at all', undefined],
    ['an empty one', ''],
  ])('rejects a redirect_uri that differs from the authorization request: %s', async (_, redirect_uri) => {
    expect(wordOf(await exchange({ redirect_uri }))).toBe('400 invalid_grant')
    expect((await exchange()).status).toBe(200)
  })

  it('needs no redirect_uri when the request had none, and rejects any but the registered one', async () => {
    await newCode({ redirect_uri_given: false })
    expect(wordOf(await exchange({ redirect_uri: 'https://evil.example/cb' }))).toBe('400 invalid_grant')
    expect((await exchange({ redirect_uri: undefined })).status).toBe(200)
    await newCode({ redirect_uri_given: false })
    expect((await exchange({ redirect_uri: REDIRECT })).status).toBe(200)
  })

  it.each([
    ['is too short', 'b'.repeat(42)],
    ['is too long', 'b'.repeat(129)],
    ['has an invalid character', `${'b'.repeat(42)}+`],
    ['is a single space', ' '],
  ])('rejects a code_verifier that %s although its challenge matches (RFC 7636 4.1)', async (_, code_verifier) => {
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    await newCode({ code_challenge })
    expect(wordOf(await exchange({ code_verifier }))).toBe('400 invalid_grant')
  })

  it('rejects a wrong code_verifier, also the challenge itself', async () => {
    expect(wordOf(await exchange({ code_verifier: 'b'.repeat(43) }))).toBe('400 invalid_grant')
    expect((await exchange()).status).toBe(200)
    const challenge = 'c'.repeat(43)
    await newCode({ code_challenge: challenge })
    expect(wordOf(await exchange({ code_verifier: challenge }))).toBe('400 invalid_grant')
  })

  it('rejects a code after 60 seconds', async () => {
    scene.testApp.world.pass(59_999)
    const late = scene.code
    await newCode()
    expect((await exchange({ code: late })).status).toBe(200)
    scene.testApp.world.pass(60_000)
    expect(wordOf(await exchange())).toBe('400 invalid_grant')
  })

  it.each(['svcg_123', mintSecret('svcg').value, mintSecret('svca').value])('rejects the code %s', async wrong => {
    expect(wordOf(await exchange({ code: wrong }))).toBe('400 invalid_grant')
  })

  it('limits the tokens to the requested resource', async () => {
    const base = scene.testApp.services.baseUrl
    const resources = [`${base}/mcp`, `${base}/api`]
    await newCode({ resources })
    for (const wrong of ['https://evil.example', base, `${base}/mcp#x`, '/mcp', 'javascript:alert(1)']) {
      expect(wordOf(await exchange({ resource: wrong })), wrong).toBe('400 invalid_target')
    }
    const tokens = tokensOf(await exchange({ resource: `${base}/api` }))
    expect((await accessOf(scene.testApp, tokens.access_token))?.resources).toEqual([`${base}/api`])
  })

  it('accepts several resources, each once', async () => {
    const base = scene.testApp.services.baseUrl
    await newCode({ resources: [`${base}/mcp`, `${base}/api`] })
    const form = new URLSearchParams(createExchange(scene.client, scene.code))
    for (const resource of [`${base}/api/`, `${base}/mcp`, `${base}/api`]) form.append('resource', resource)
    expect((await post(form.toString())).status).toBe(200)
  })

  it('rejects a scope that was not allowed, and the code stays valid', async () => {
    for (const scope of ['project:delete', 'project:read project:delete', 'openid project:delete', 'project:reäd']) {
      expect(wordOf(await exchange({ scope })), scope).toBe('400 invalid_scope')
    }
    expect((await exchange({ scope: 'project:read offline_access openid' })).body.scope).toBe('project:read')
  })

  it('returns the remaining scopes when the user removed one meanwhile', async () => {
    const { grantId, code: later } = await makeCode(scene.testApp.services, { client: scene.client })
    await scene.testApp.services.store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await tx.grants.put({ ...grant, scopes: ['project:read'] })
    })
    expect((await exchange({ code: later })).body.scope).toBe('project:read')
  })

  it('rejects the code of a revoked grant, and of a deleted user', async () => {
    const { grantId, userId } = await makeCode(scene.testApp.services, { client: scene.client })
    const { store, now } = scene.testApp.services
    await store.transaction(async tx => {
      const grant = await tx.grants.get(grantId)
      if (grant !== undefined) await tx.grants.put({ ...grant, revoked_at: now().toISOString() })
    })
    expect(wordOf(await exchange())).toBe('400 invalid_grant')
    scene.client = await makeClient(scene.testApp.services)
    const eve = await makeCode(scene.testApp.services, { client: scene.client, handle: 'eve' })
    expect(eve.userId).not.toBe(userId)
    await store.transaction(tx => tx.users.remove(eve.userId))
    expect(wordOf(await exchange({ code: eve.code, client_id: scene.client.id }))).toBe('400 invalid_grant')
  })
})

describe('a request to the token endpoint', () => {
  it.each(['grant_type', 'code', 'code_verifier', 'client_id'])('needs %s', async name => {
    const without = await exchange({ [name]: undefined })
    expect(wordOf(without)).toBe('400 invalid_request')
    expect(without.body.error_description).toContain(name)
    expect(wordOf(await exchange({ [name]: '' }))).toBe('400 invalid_request')
    expect((await exchange()).status).toBe(200)
  })

  it.each(['password', 'client_credentials', '__proto__'])('rejects the grant type %s', async grant_type => {
    expect(wordOf(await exchange({ grant_type }))).toBe('400 unsupported_grant_type')
    expect(wordOf(await exchange({ grant_type, client_id: undefined }))).toBe('400 unsupported_grant_type')
  })

  it('rejects a grant type that the client did not register', async () => {
    scene.client = await makeClient(scene.testApp.services, { grant_types: ['refresh_token'] })
    expect(wordOf(await exchange())).toBe('400 unauthorized_client')
    scene.client = await makeClient(scene.testApp.services, { grant_types: ['authorization_code'] })
    expect(wordOf(await post(refreshOf(scene.client, 'x')))).toBe('400 unauthorized_client')
  })

  it('rejects a repeated parameter, except resource', async () => {
    for (const twice of [
      'grant_type=authorization_code',
      `code=${scene.code}`,
      `client_id=${scene.client.id}`,
      'state=a&state=b',
    ]) {
      const form = new URLSearchParams(createExchange(scene.client, scene.code)).toString()
      expect(wordOf(await post(`${form}&${twice}`)), twice).toBe('400 invalid_request')
    }
    expect((await exchange()).status).toBe(200)
  })

  it.each([
    'application/json',
    'application/json, application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded, application/json',
    '',
  ])('rejects the content type %j', async type => {
    const answer = await post(new URLSearchParams(createExchange(scene.client, scene.code)).toString(), {
      'content-type': type,
    })
    expect(wordOf(answer)).toBe('400 invalid_request')
  })

  it.each(['application/x-www-form-urlencoded; charset=utf-8', 'Application/X-WWW-Form-URLencoded;charset=UTF-8'])(
    'accepts the content type %j',
    async type => {
      expect((await exchange({}, { 'content-type': type })).status).toBe(200)
    },
  )

  it('answers other methods with 405 and the allowed ones', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${scene.testApp.url}/oauth/token`, { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
    }
  })

  it('rejects a body over 16 KiB, and thousands of parameters', async () => {
    const long = await exchange({ padding: 'x'.repeat(17_000) })
    expect(wordOf(long)).toBe('413 invalid_request')
    expect(wordOf(await post(Array.from({ length: 3_000 }, (_, at) => at).join('&')))).toBe('400 invalid_request')
    expect(wordOf(await post('a&'.repeat(8_000)))).toBe('400 invalid_request')
    expect(wordOf(await post('a&'.repeat(10_000)))).toBe('413 invalid_request')
  })

  it('treats nested names as plain ones', async () => {
    const answer = await exchange({ 'a[b][c]': '1', 'code[]': 'x', '__proto__[x]': '1', constructor: 'y' })
    expect(answer.status).toBe(200)
    expect(wordOf(await post('grant_type[]=authorization_code'))).toBe('400 invalid_request')
  })

  it('rejects parameters in the URL', async () => {
    const form = new URLSearchParams(createExchange(scene.client, scene.code))
    const answer = await postForm(scene.testApp, `/oauth/token?${form}`, form.toString())
    expect(wordOf(answer)).toBe('400 invalid_request')
    expect((await exchange()).status).toBe(200)
  })

  it('returns no secret in an error, in plain ASCII', async () => {
    const secret = mintSecret('svcs').value
    for (const answer of [
      await exchange({ client_secret: secret }),
      await exchange({ scope: 'pröject"\\:read' }),
      await exchange({ grant_type: '<img src=x onerror=alert(1)>' }),
      await post(`client_id=${scene.client.id}&ключ=1&ключ=2`),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      const text = String(answer.body.error_description)
      expect(text).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(text).not.toMatch(/svc[a-z]_|<img|zod|\bat \//)
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description'])
    }
  })
})
