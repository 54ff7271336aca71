import { describe, expect, it } from 'vitest'
import { changeGrant, revokeGrant } from '../../../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES } from '../../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import { verifies } from '../../../requirements.ts'
import {
  basic,
  firstTokens,
  type MadeClient,
  makeAccountToken,
  makeClient,
  makeCode,
  postForm,
  statusOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useTokens } from '../scene.ts'

const scene = useTokens()
const { refresh } = scene

const introspect = (token: string | undefined, as: MadeClient = scene.client) =>
  postForm(scene.testApp, '/oauth/introspect', { token }, basic(as.id, as.secret))
const setGrant = (change: { scopes: string[] }) =>
  scene.testApp.services.store.transaction(async tx => {
    const grant = await tx.grants.get(scene.first.grantId)
    if (grant !== undefined) await changeGrant(tx, { ...grant, ...change })
  })

async function expectInactive(token: string, as: MadeClient = scene.client): Promise<void> {
  const answer = await introspect(token, as)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ active: false })
}

describe('POST /oauth/introspect', () => {
  it('describes an access token to its client', async () => {
    verifies('4.1.introspect')
    const answer = await introspect(scene.first.access_token)
    const now = scene.testApp.services.now().getTime() / 1000
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      active: true,
      scope: EVERYDAY_SCOPES.join(' '),
      client_id: scene.client.id,
      sub: scene.first.userId,
      username: 'ada',
      aud: `${scene.testApp.services.baseUrl}/mcp`,
      iss: scene.testApp.services.baseUrl,
      exp: now + 3600,
      iat: now,
      token_type: 'Bearer',
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
  })

  it('names the issuer by which the client reached the server', async () => {
    const used = scene.testApp.services.baseUrl.replace('localhost', '127.0.0.1')
    const fields = { token: scene.first.access_token, client_id: scene.client.id, client_secret: scene.client.secret }
    const { body } = await postForm({ ...scene.testApp, url: used }, '/oauth/introspect', fields)
    expect(body).toMatchObject({ active: true, iss: used })
  })

  it('describes a refresh token to its client, without the type of a bearer token', async () => {
    const { body } = await introspect(scene.first.refresh_token)
    const now = scene.testApp.services.now().getTime() / 1000
    expect(body).toMatchObject({ active: true, token_type: 'refresh_token', exp: now + 30 * 24 * 3600 })
  })

  it('names the user only when the client may read the profile', async () => {
    scene.first = await firstTokens(scene.testApp, await makeOther(), { scopes: ['project:read'] })
    expect((await introspect(scene.first.access_token)).body).not.toHaveProperty('username')
  })

  it('describes current permissions and resources of the token', async () => {
    await setGrant({ scopes: ['project:read', 'project:admin'] })
    expect((await introspect(scene.first.access_token)).body.scope).toBe('project:read project:admin')
    const narrow = tokensOf(await refresh(scene.first.refresh_token, { scope: 'project:read' }))
    expect((await introspect(narrow.access_token)).body.scope).toBe('project:read')
    const base = scene.testApp.services.baseUrl
    const both = await firstTokens(scene.testApp, scene.client, { code: { resources: [`${base}/mcp`, `${base}/api`] } })
    expect((await introspect(both.access_token)).body.aud).toEqual([`${base}/mcp`, `${base}/api`])
    const rest = await firstTokens(scene.testApp, scene.client, { code: { resources: [`${base}/api`] } })
    expect((await introspect(rest.access_token)).body.aud).toBe(`${base}/api`)
  })

  it('returns only inactive for an active account token, also to the client that created it', async () => {
    const { testApp: deps } = scene
    const app = await firstTokens(deps, await makeOther(), { scopes: ['user:write', 'project:read'] })
    const token = await makeAccountToken(deps, app.access_token)
    expect(await statusOf(deps, token)).toBe(200)
    await expectInactive(token)
  })

  it('writes nothing', async () => {
    const before = JSON.stringify((await scene.testApp.services.store.status()).counts)
    const changes: unknown[] = []
    const stop = scene.testApp.services.store.watch(change => changes.push(change))
    await introspect(scene.first.access_token)
    await introspect(scene.first.refresh_token)
    await introspect('garbage')
    stop()
    expect(changes).toEqual([])
    expect(JSON.stringify((await scene.testApp.services.store.status()).counts)).toBe(before)
  })

  it('returns only inactive for an invalid token', async () => {
    const { code } = await makeCode(scene.testApp.services, { client: scene.client })
    for (const token of [
      mintSecret('svco').value,
      mintSecret('svcr').value,
      'garbage',
      scene.first.access_token.slice(0, -1),
      code,
      scene.client.secret,
      scene.client.id,
    ]) {
      await expectInactive(token)
    }
    const second = tokensOf(await refresh(scene.first.refresh_token))
    await expectInactive(scene.first.refresh_token)
    scene.testApp.world.pass(3_600_000)
    await expectInactive(second.access_token)
    expect((await introspect(second.refresh_token)).body.active).toBe(true)
    await postForm(scene.testApp, '/oauth/revoke', { token: second.refresh_token, client_id: scene.client.id })
    await expectInactive(second.refresh_token)
  })

  it('returns only inactive after the user revoked the grant, or was deleted', async () => {
    const { store, now } = scene.testApp.services
    await store.transaction(async tx => {
      const grant = await tx.grants.get(scene.first.grantId)
      if (grant !== undefined) await revokeGrant(tx, grant, 'user', now())
    })
    await expectInactive(scene.first.access_token)
    await expectInactive(scene.first.refresh_token)
    const eve = await firstTokens(scene.testApp, scene.client, { handle: 'eve' })
    await store.transaction(tx => tx.users.remove(eve.userId))
    await expectInactive(eve.access_token)
  })

  it('returns only inactive for tokens of another client', async () => {
    const other = await makeClient(scene.testApp.services)
    await expectInactive(scene.first.access_token, other)
    await expectInactive(scene.first.refresh_token, other)
  })

  it('needs a client secret', async () => {
    const { access_token: token } = scene.first
    const post = (fields: Readonly<Record<string, string>>, headers = {}) =>
      postForm(scene.testApp, '/oauth/introspect', { token, ...fields }, headers)
    for (const answer of [
      await post({}),
      await post({ client_id: scene.client.id }),
      await post({ client_id: scene.client.id, client_secret: 'wrong' }),
      await post({}, { authorization: `Bearer ${token}` }),
    ]) {
      expect(wordOf(answer)).toBe('401 invalid_client')
      expect(answer.headers.has('www-authenticate')).toBe(false)
    }
    const tried = await post({}, basic(scene.client.id, 'wrong'))
    expect(wordOf(tried)).toBe('401 invalid_client')
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect((await post({ client_id: scene.client.id, client_secret: scene.client.secret })).body.active).toBe(true)
  })

  it('needs a token in the body', async () => {
    expect(wordOf(await introspect(undefined))).toBe('400 invalid_request')
    const inAddress = await postForm(
      scene.testApp,
      `/oauth/introspect?token=${scene.first.access_token}`,
      {},
      basic(scene.client.id, scene.client.secret),
    )
    expect(wordOf(inAddress)).toBe('400 invalid_request')
    const got = await fetch(`${scene.testApp.url}/oauth/introspect?token=${scene.first.access_token}`)
    expect(got.status).toBe(405)
    expect(await got.json()).toMatchObject({ error: 'invalid_request' })
  })
})

async function makeOther(): Promise<MadeClient> {
  scene.client = await makeClient(scene.testApp.services)
  return scene.client
}
