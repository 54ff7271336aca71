import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { revokeGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { mintSecret, type SecretKind } from '../../src/auth/secrets.ts'
import { connect } from '../auth/oauth/granted.ts'
import { allTests } from '../harness/each-test.ts'
import { verifies } from '../requirements.ts'
import { legacyRequest, modernRequest, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())

/** The answers of MCP and REST to a bearer token. */
async function bothFaces(token: string) {
  const rest = await readAnswer<{ code?: string; detail?: string; fix?: string }>(
    await fetch(`${testApp.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } }),
  )
  const call = legacyRequest('tools/call', { name: 'list_accounts', arguments: {} }, token)
  const mcp = await readAnswer(await fetch(`${testApp.url}/mcp`, call))
  const data = mcp.body.error?.data as { code: string; message: string; fix: string } | undefined
  return [
    {
      status: rest.status,
      challenge: rest.headers.get('www-authenticate'),
      message: rest.body.detail,
      fix: rest.body.fix,
    },
    { status: mcp.status, challenge: mcp.headers.get('www-authenticate'), message: data?.message, fix: data?.fix },
  ]
}

const refusedWith = async (token: string, message: RegExp, fix: RegExp) => {
  for (const answer of await bothFaces(token)) {
    expect(answer.status).toBe(401)
    expect(answer.challenge).toMatch(
      /^Bearer realm="dragoman", resource_metadata="http[^"]+\/(mcp|api)", scope="[^"]+", error="invalid_token", error_description="[^"\\]+"$/,
    )
    expect(answer.message).toMatch(message)
    expect(answer.fix).toMatch(fix)
    expect(JSON.stringify(answer)).not.toContain(token)
  }
}

const statuses = async (token: string) => (await bothFaces(token)).map(({ status }) => status)

describe('an access token of the authorization server', () => {
  it.each([
    ['the MCP endpoint', ['/mcp']],
    ['the service', ['']],
    ['both', ['/mcp', '/api']],
  ])('authenticates MCP and the REST API with the audience %s', async (_, paths) => {
    verifies('4.5.oauth-token')
    const resources = paths.map(path => `${testApp.services.baseUrl}${path}`)
    const { token } = await connect(testApp.services, 'ada', { resources })
    for (const { status, challenge } of await bothFaces(token)) expect([status, challenge]).toEqual([200, null])
  })

  it('for the REST API only is rejected at /mcp, with the resource to request', async () => {
    const { baseUrl } = testApp.services
    const { token } = await connect(testApp.services, 'ada', { resources: [`${baseUrl}/api`] })
    const [rest, mcp] = await bothFaces(token)
    expect([rest?.status, mcp?.status]).toEqual([200, 401])
    const description = `The token was issued for another resource, not for ${baseUrl}/mcp.`
    expect(mcp?.challenge).toContain(`error="invalid_token", error_description="${description}"`)
    expect(mcp?.challenge).toContain(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`)
    expect([mcp?.message, mcp?.fix]).toEqual([description, `Sign in again and request the resource ${baseUrl}/mcp.`])
    expect((await fetch(`${testApp.url}/mcp`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  })

  it('for the REST API uploads through a transfer link, and opens no stream', async () => {
    const { baseUrl } = testApp.services
    const { token } = await connect(testApp.services, 'uploader', { resources: [`${baseUrl}/api`] })
    const send = (method: string, path: string, body: object) =>
      fetch(`${testApp.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const project = { project: 'uploader/app', source_locale: 'en', target_locales: ['de'] }
    expect((await send('POST', '/api/projects', project)).status).toBe(201)
    const files = [{ path: 'locales/en.json', sha256: createHash('sha256').update('{"a":"b"}').digest('hex') }]
    const pushed = await send('PUT', '/api/projects/uploader/app/files', { files })
    const { uploads } = (await pushed.json()) as { uploads: readonly { put: string }[] }
    const address = (uploads[0]?.put ?? '').replace('localhost', '127.0.0.1')
    expect((await fetch(address, { method: 'PUT', body: '{"a":"b"}' })).status).toBe(201)
    const listen = modernRequest('subscriptions/listen', { notifications: {} }, token)
    expect((await fetch(`${testApp.url}/mcp`, listen)).status).toBe(401)
  })

  it('is rejected for another audience', async () => {
    for (const resource of [
      'https://evil.example/mcp',
      `${testApp.services.baseUrl}/mcp/`,
      `${testApp.services.baseUrl}/other`,
    ]) {
      const { token } = await connect(testApp.services, 'ada', { resources: [resource] })
      await refusedWith(token, /another resource/, /Sign in again/)
    }
  })

  it('is rejected when it has expired', async () => {
    const { token } = await connect(testApp.services, 'ada')
    testApp.world.pass(60 * 60 * 1000 - 1)
    expect(await statuses(token)).toEqual([200, 200])
    testApp.world.pass(1)
    await refusedWith(token, /has expired/, /Refresh the token, or reconnect the client/)
  })

  it('is rejected when its user no longer exists', async () => {
    const { token } = await connect(testApp.services, 'leaver')
    await testApp.services.store.transaction(async tx => {
      const user = await tx.users.by('handle', 'leaver')
      await tx.users.remove(user?.id ?? '')
    })
    await refusedWith(token, /is unknown/, /Refresh the token, or reconnect the client/)
  })
})

describe('a secret that is not an access token', () => {
  it.each([
    ['a refresh token', 'svcr'],
    ['a session', 'svcw'],
  ] as const)('is rejected by its kind: %s', async (name, kind: SecretKind) => {
    const said =
      kind === 'svcw' ? /another kind of secret/ : new RegExp(`This is ${name}, which is not an access token`)
    await refusedWith(mintSecret(kind).value, said, /Send an access token/)
  })

  it('is rejected: an unknown token, a damaged one, and a token of another issuer', async () => {
    const { value } = mintSecret('svco')
    await refusedWith(value, /is unknown/, /Refresh the token, or reconnect the client/)
    await refusedWith(`${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`, /checksum/, /Copy it again/)
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
    const claims = { iss: 'https://issuer.example', aud: `${testApp.services.baseUrl}/mcp`, sub: 'ada' }
    const jwt = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
    const page = `${testApp.services.baseUrl}/account/tokens`
    const fix = new RegExp(`^Reconnect the client, or create a token at ${page}[.]$`)
    await refusedWith(jwt, /^Unknown token[.] Dragoman tokens start with svca_ or svco_[.]$/, fix)
    await refusedWith(`${jwt}${'x'.repeat(600)}`, /token of this server/, /Authorization: Bearer/)
  })

  it('tells the holder of an account token to create a new one', async () => {
    const { id, token } = await testApp.token('ada', ['user:read', 'user:write'])
    await (await testApp.world.user('ada')).call('revoke_token', { id })
    await refusedWith(token, /was revoked/, /Create a new token with create_token or at http/)
  })
})

it('the last use of a grant is recorded once a minute, with its address', async () => {
  const { token, grantId } = await connect(testApp.services, 'ada')
  const writes: string[] = []
  const stop = testApp.services.store.watch(changes =>
    writes.push(...changes.filter(({ id }) => id === grantId).map(({ kind }) => kind)),
  )
  const grant = () => testApp.services.store.read.grants.get(grantId)
  const call = (agent: string) =>
    fetch(`${testApp.url}/api/accounts`, { headers: { authorization: `Bearer ${token}`, 'user-agent': agent } })
  await call('claude-code/2.1')
  await expect.poll(async () => (await grant())?.last_used_at).toBe(testApp.services.now().toISOString())
  expect(await grant()).toMatchObject({ address: '127.0.0.1', user_agent: 'claude-code/2.1' })
  testApp.world.pass(59_999)
  for (let n = 0; n < 20; n += 1) await call('other/1')
  await testApp.services.store.transaction(async () => undefined)
  expect(writes).toEqual(['put'])
  testApp.world.pass(1)
  await call('other/1')
  await expect.poll(async () => (await grant())?.user_agent).toBe('other/1')
  expect(writes).toEqual(['put', 'put'])
  stop()
})

describe('a revocation during a call', () => {
  /** Sends a body whose second half arrives after the grant was revoked. */
  const sendAround = async (path: string, text: string) => {
    const { token, grantId } = await connect(testApp.services, 'ada')
    const pieces = async function* () {
      yield new TextEncoder().encode(text.slice(0, 5))
      await testApp.services.store.transaction(async tx => {
        const grant = await tx.grants.get(grantId)
        if (grant !== undefined) await revokeGrant(tx, grant, 'user', testApp.services.now())
      })
      yield new TextEncoder().encode(text.slice(5))
    }
    const { headers } = legacyRequest('tools/call', {}, token)
    const body = pieces() as unknown as RequestInit['body']
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return readAnswer(await fetch(`${testApp.url}${path}`, init as RequestInit))
  }
  const project = { project: 'ada/late', source_locale: 'en', target_locales: ['de'] }

  it.each([
    ['/mcp', legacyRequest('tools/call', { name: 'create_project', arguments: project }).body],
    ['/api/projects', JSON.stringify(project)],
  ])('takes effect on %s: a later body is challenged and writes nothing', async (path, text) => {
    const { status, headers } = await sendAround(path, text)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/error="invalid_token", error_description="[^"]*revoked/)
    const ada = await testApp.world.user('ada')
    expect((await ada.call<{ projects: unknown[] }>('list_projects')).projects).toEqual([])
  })
})
