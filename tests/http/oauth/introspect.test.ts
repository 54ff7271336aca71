import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeGrant, revokeGrant } from '../../../src/auth/oauth/grants.ts'
import { EVERYDAY_SCOPES } from '../../../src/auth/scopes.ts'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { verifies } from '../../requirements.ts'
import { type House, openHouse } from '../house.ts'
import {
  basic,
  firstTokens,
  type MadeClient,
  makeClient,
  makeCode,
  postForm,
  refreshOf,
  tokensOf,
  wordOf,
} from './authorized.ts'

let house: House
let client: MadeClient
let tokens: Awaited<ReturnType<typeof firstTokens>>

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  client = await makeClient(house.services)
  tokens = await firstTokens(house, client)
})

const introspect = (token: string | undefined, as: MadeClient = client) =>
  postForm(house, '/oauth/introspect', { token }, basic(as.id, as.secret))
const refresh = (token: string, change = {}) =>
  postForm(house, '/oauth/token', { ...refreshOf(client, token), ...change })
const setGrant = (change: { scopes: string[] }) =>
  house.services.store.transaction(async tx => {
    const grant = await tx.grants.get(tokens.grantId)
    if (grant !== undefined) await changeGrant(tx, { ...grant, ...change })
  })

async function expectInactive(token: string, as: MadeClient = client): Promise<void> {
  const answer = await introspect(token, as)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ active: false })
}

describe('POST /oauth/introspect', () => {
  it('tells a client of its access token', async () => {
    verifies('4.1.introspect')
    const answer = await introspect(tokens.access_token)
    const now = house.services.now().getTime() / 1000
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      active: true,
      scope: EVERYDAY_SCOPES.join(' '),
      client_id: client.id,
      sub: tokens.userId,
      username: 'ada',
      aud: `${house.services.baseUrl}/mcp`,
      iss: house.services.baseUrl,
      exp: now + 3600,
      iat: now,
      token_type: 'Bearer',
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
  })

  it('tells a client of its refresh token, which is not a bearer token', async () => {
    const { body } = await introspect(tokens.refresh_token)
    const now = house.services.now().getTime() / 1000
    expect(body).toMatchObject({ active: true, token_type: 'refresh_token', exp: now + 30 * 24 * 3600 })
  })

  it('says who the person is only where the client may read their profile', async () => {
    tokens = await firstTokens(house, await makeOther(), { scopes: ['project:read'] })
    expect((await introspect(tokens.access_token)).body).not.toHaveProperty('username')
  })

  it('tells of what the token may do at this moment, and for which resources', async () => {
    await setGrant({ scopes: ['project:read', 'project:admin'] })
    expect((await introspect(tokens.access_token)).body.scope).toBe('project:read project:admin')
    const narrow = tokensOf(await refresh(tokens.refresh_token, { scope: 'project:read' }))
    expect((await introspect(narrow.access_token)).body.scope).toBe('project:read')
    const base = house.services.baseUrl
    const both = await firstTokens(house, client, { code: { resources: [`${base}/mcp`, `${base}/api`] } })
    expect((await introspect(both.access_token)).body.aud).toEqual([`${base}/mcp`, `${base}/api`])
  })

  it('writes nothing', async () => {
    const before = JSON.stringify(house.services.store.status().counts)
    const changes: unknown[] = []
    const stop = house.services.store.watch(change => changes.push(change))
    await introspect(tokens.access_token)
    await introspect(tokens.refresh_token)
    await introspect('garbage')
    stop()
    expect(changes).toEqual([])
    expect(JSON.stringify(house.services.store.status().counts)).toBe(before)
  })

  it('says nothing but inactive of what does not work', async () => {
    const { code } = await makeCode(house.services, { client })
    for (const token of [
      mintSecret('svco').value,
      mintSecret('svcr').value,
      'garbage',
      tokens.access_token.slice(0, -1),
      code,
      client.secret,
      client.id,
    ]) {
      await expectInactive(token)
    }
    const second = tokensOf(await refresh(tokens.refresh_token))
    await expectInactive(tokens.refresh_token)
    house.world.pass(3_600_000)
    await expectInactive(second.access_token)
    expect((await introspect(second.refresh_token)).body.active).toBe(true)
    await postForm(house, '/oauth/revoke', { token: second.refresh_token, client_id: client.id })
    await expectInactive(second.refresh_token)
  })

  it('says nothing but inactive after the person revoked the grant, or is gone', async () => {
    const { store, now } = house.services
    await store.transaction(async tx => {
      const grant = await tx.grants.get(tokens.grantId)
      if (grant !== undefined) await revokeGrant(tx, grant, 'user', now())
    })
    await expectInactive(tokens.access_token)
    await expectInactive(tokens.refresh_token)
    const eve = await firstTokens(house, client, { person: 'eve' })
    await store.transaction(tx => tx.users.remove(eve.userId))
    await expectInactive(eve.access_token)
  })

  it('says nothing but inactive of the token of another client, and of an account token', async () => {
    const other = await makeClient(house.services)
    await expectInactive(tokens.access_token, other)
    await expectInactive(tokens.refresh_token, other)
    await expectInactive((await house.token('ada', ['user:read'])).token)
  })

  it('is only for clients that show their secret', async () => {
    const { access_token: token } = tokens
    const post = (fields: Readonly<Record<string, string>>, headers = {}) =>
      postForm(house, '/oauth/introspect', { token, ...fields }, headers)
    for (const answer of [
      await post({}),
      await post({ client_id: client.id }),
      await post({ client_id: client.id, client_secret: '' }),
      await post({ client_id: client.id, client_secret: 'wrong' }),
      await post({}, { authorization: `Bearer ${token}` }),
    ]) {
      expect(wordOf(answer)).toBe('401 invalid_client')
      expect(answer.headers.has('www-authenticate')).toBe(false)
    }
    const tried = await post({}, basic(client.id, 'wrong'))
    expect(wordOf(tried)).toBe('401 invalid_client')
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect((await post({ client_id: client.id, client_secret: client.secret })).body.active).toBe(true)
  })

  it('needs a token, in the body', async () => {
    expect(wordOf(await introspect(undefined))).toBe('400 invalid_request')
    const inAddress = await postForm(
      house,
      `/oauth/introspect?token=${tokens.access_token}`,
      {},
      basic(client.id, client.secret),
    )
    expect(wordOf(inAddress)).toBe('400 invalid_request')
    const got = await fetch(`${house.url}/oauth/introspect?token=${tokens.access_token}`)
    expect(got.status).toBe(405)
    expect(await got.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('counts 30 requests a minute', async () => {
    const limited = await openHouse({ rateLimitFactor: 1 })
    try {
      const one = await makeClient(limited.services)
      const ask = () => postForm(limited, '/oauth/introspect', { token: 'x' }, basic(one.id, one.secret))
      for (let request = 0; request < 30; request += 1) expect((await ask()).status).toBe(200)
      const over = await ask()
      expect(wordOf(over)).toBe('429 too_many_requests')
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    } finally {
      await limited.close()
    }
  })
})

async function makeOther(): Promise<MadeClient> {
  client = await makeClient(house.services)
  return client
}
