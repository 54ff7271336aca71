import { beforeAll, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { sendRaw } from '../raw.ts'
import {
  basic,
  exchangeOf,
  type MadeClient,
  makeClient,
  makeCode,
  type OAuthAnswer,
  postForm,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from './authorized.ts'
import { useClient } from './scene.ts'

const scene = useClient()
let confidential: MadeClient

beforeAll(async () => {
  confidential = await makeClient(scene.house.services, { auth_method: 'client_secret_post', confidential: true })
})

type Fields = Readonly<Record<string, string | undefined>>

async function exchange(client: MadeClient, change: Fields = {}, headers = {}): Promise<OAuthAnswer> {
  const { code } = await makeCode(scene.house.services, { client })
  return postForm(scene.house, '/oauth/token', { ...exchangeOf(client, code), ...change }, headers)
}

const refresh = (client: MadeClient, token: string, change: Fields = {}, headers = {}) =>
  postForm(scene.house, '/oauth/token', { ...refreshOf(client, token), ...change }, headers)

describe('who calls the token endpoint', () => {
  it('may be a public client that shows nothing but its client_id', async () => {
    expect((await exchange(scene.client)).status).toBe(200)
  })

  it('may be a public client with the secret that it got, in any place', async () => {
    expect((await exchange(scene.client, { client_secret: scene.client.secret })).status).toBe(200)
    expect((await exchange(scene.client, {}, basic(scene.client.id, scene.client.secret))).status).toBe(200)
    expect(
      (await exchange(scene.client, { client_id: undefined }, basic(scene.client.id, scene.client.secret))).status,
    ).toBe(200)
    expect(
      (
        await exchange(
          scene.client,
          {},
          { authorization: basic(scene.client.id, scene.client.secret).authorization.replace('Basic', 'bAsIc') },
        )
      ).status,
    ).toBe(200)
  })

  it('may be a public client with an empty secret, which counts as none', async () => {
    expect((await exchange(scene.client, { client_secret: '' })).status).toBe(200)
    expect((await exchange(scene.client, { client_id: undefined }, basic(scene.client.id, ''))).status).toBe(200)
  })

  it.each(['client_secret_post', 'client_secret_basic'] as const)(
    'is a confidential client (%s) with its secret in either place, and never without',
    async auth_method => {
      const client = await makeClient(scene.house.services, { auth_method, confidential: true })
      expect((await exchange(client, { client_secret: client.secret })).status).toBe(200)
      expect((await exchange(client, { client_id: undefined }, basic(client.id, client.secret))).status).toBe(200)
      const without = await exchange(client)
      expect(wordOf(without)).toBe('401 invalid_client')
      expect(without.headers.has('www-authenticate')).toBe(false)
      expect(wordOf(await exchange(client, { client_secret: '' }))).toBe('401 invalid_client')
      expect(wordOf(await exchange(client, {}, basic(client.id, '')))).toBe('401 invalid_client')
      const tokens = tokensOf(await exchange(client, { client_secret: client.secret }))
      expect(wordOf(await refresh(client, tokens.refresh_token))).toBe('401 invalid_client')
      expect((await refresh(client, tokens.refresh_token, {}, basic(client.id, client.secret))).status).toBe(200)
    },
  )

  it('is nobody with a wrong secret, whatever the client registered', async () => {
    for (const client of [scene.client, confidential]) {
      const wrong = mintSecret('svcs').value
      const inBody = await exchange(client, { client_secret: wrong })
      expect(wordOf(inBody)).toBe('401 invalid_client')
      expect(inBody.headers.has('www-authenticate')).toBe(false)
      const inHeader = await exchange(client, {}, basic(client.id, wrong))
      expect(wordOf(inHeader)).toBe('401 invalid_client')
      expect(inHeader.headers.get('www-authenticate')).toMatch(/^Basic realm="dragoman"/)
    }
    expect(wordOf(await exchange(scene.client, { client_secret: confidential.secret }))).toBe('401 invalid_client')
  })

  it('is nobody with a secret where the client has none', async () => {
    const bare = await makeClient(scene.house.services, { secret_hash: undefined })
    expect((await exchange(bare)).status).toBe(200)
    expect(wordOf(await exchange(bare, { client_secret: 'anything' }))).toBe('401 invalid_client')
  })

  it('is nobody when no client has that id', async () => {
    for (const client_id of [mintSecret('svcc').value, 'nobody', '__proto__', 'svcc_1']) {
      const answer = await exchange(scene.client, { client_id })
      expect(wordOf(answer), client_id).toBe('401 invalid_client')
      expect(answer.headers.has('www-authenticate')).toBe(false)
      const tried = await exchange(scene.client, { client_id: undefined }, basic(client_id, 'x'))
      expect(wordOf(tried)).toBe('401 invalid_client')
      expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
  })

  it('cannot show two secrets', async () => {
    const both = await exchange(
      scene.client,
      { client_secret: scene.client.secret },
      basic(scene.client.id, scene.client.secret),
    )
    expect(wordOf(both)).toBe('400 invalid_request')
  })

  it('may repeat its client_id beside Basic, and not name another', async () => {
    expect(
      (await exchange(scene.client, { client_id: scene.client.id }, basic(scene.client.id, scene.client.secret)))
        .status,
    ).toBe(200)
    expect(
      wordOf(await exchange(scene.client, { client_id: confidential.id }, basic(scene.client.id, scene.client.secret))),
    ).toBe('400 invalid_request')
  })

  it('has to say which client it is', async () => {
    expect(wordOf(await exchange(scene.client, { client_id: undefined }))).toBe('400 invalid_request')
    const tried = await exchange(scene.client, { client_id: undefined }, basic('', scene.client.secret))
    expect(wordOf(tried)).toBe('401 invalid_client')
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  it.each([
    ['not base64', 'Basic §§§'],
    ['without a colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['with a broken percent sign', `Basic ${Buffer.from('a%:b').toString('base64')}`],
    ['without a value', 'Basic'],
    ['with two values', 'Basic abc def'],
  ])('cannot send a Basic header %s', async (_, authorization) => {
    const { code } = await makeCode(scene.house.services, { client: scene.client })
    const answer = await sendRaw<{ error: string }>(`${scene.house.url}/oauth/token`, {
      headers: {
        authorization: Buffer.from(authorization).toString('latin1'),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(exchangeOf(scene.client, code)).toString(),
    })
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /)
  })

  it.each(['Bearer svco_1', 'Bearer', 'Digest username="x"', 'DPoP abc'])(
    'cannot authenticate by %j',
    async authorization => {
      const answer = await exchange(scene.client, {}, { authorization })
      expect(wordOf(answer)).toBe('401 invalid_client')
      expect(answer.headers.get('www-authenticate') ?? '').not.toContain('Basic')
    },
  )

  it('sends one Authorization header', async () => {
    const { code } = await makeCode(scene.house.services, { client: scene.client })
    const { authorization } = basic(scene.client.id, scene.client.secret)
    const answer = await sendRaw<{ error: string }>(`${scene.house.url}/oauth/token`, {
      headers: { authorization: [authorization, authorization], 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(exchangeOf(scene.client, code)).toString(),
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })
})

/** What a client sends at the code exchange and at each refresh after it. */
const SEQUENCES = {
  '(a) none, then the secret': { registered: {}, atExchange: false, atRefresh: true },
  '(b) none, then none': { registered: {}, atExchange: false, atRefresh: false },
  '(c) none, then the secret, of a client that registered no method': {
    registered: { auth_method: 'client_secret_basic', confidential: false },
    atExchange: false,
    atRefresh: true,
  },
  'the secret, then none': { registered: {}, atExchange: true, atRefresh: false },
  'the secret, then none, of a client that registered no method': {
    registered: { auth_method: 'client_secret_basic', confidential: false },
    atExchange: true,
    atRefresh: false,
  },
  'the secret, then the secret': { registered: {}, atExchange: true, atRefresh: true },
} as const

describe('the secret over the life of an authorization', () => {
  it.each(Object.entries(SEQUENCES))('%s', async (_name, { registered, atExchange, atRefresh }) => {
    const client = await makeClient(scene.house.services, registered)
    const showing = (shows: boolean) => (shows ? { client_secret: client.secret } : {})
    let { refresh_token } = tokensOf(await exchange(client, showing(atExchange)))
    for (let round = 0; round < 3; round += 1) {
      refresh_token = tokensOf(await refresh(client, refresh_token, showing(atRefresh))).refresh_token
    }
  })

  it('(d) is a duty of a client that registered a method with it, at the exchange and at each refresh', async () => {
    expect(wordOf(await exchange(confidential))).toBe('401 invalid_client')
    const first = tokensOf(await exchange(confidential, { client_secret: confidential.secret }))
    expect(wordOf(await refresh(confidential, first.refresh_token))).toBe('401 invalid_client')
    const second = await refresh(confidential, first.refresh_token, { client_secret: confidential.secret })
    expect(second.status).toBe(200)
  })

  it('is never demanded at refresh of a client registered as none that sent it at the exchange, over two hours', async () => {
    let tokens = tokensOf(await exchange(scene.client, { client_secret: scene.client.secret }))
    for (let minutes = 0; minutes < 120; minutes += 10) {
      scene.house.world.pass(600_000)
      tokens = tokensOf(await refresh(scene.client, tokens.refresh_token))
      expect(await statusOf(scene.house, tokens.access_token)).toBe(200)
    }
  })

  it('may be sent in any refresh, and left out of its repeat and of the next', async () => {
    const first = tokensOf(await exchange(scene.client))
    const second = tokensOf(await refresh(scene.client, first.refresh_token, { client_secret: scene.client.secret }))
    expect(tokensOf(await refresh(scene.client, first.refresh_token))).toEqual(second)
    expect((await refresh(scene.client, second.refresh_token)).status).toBe(200)
  })

  it('is refused when it is wrong, whatever was sent before, and ends nothing', async () => {
    for (const shown of [{}, { client_secret: scene.client.secret }]) {
      const { refresh_token } = tokensOf(await exchange(scene.client, shown))
      const wrong = mintSecret('svcs').value
      expect(wordOf(await refresh(scene.client, refresh_token, { client_secret: wrong }))).toBe('401 invalid_client')
      const byBasic = await refresh(scene.client, refresh_token, {}, basic(scene.client.id, wrong))
      expect(wordOf(byBasic)).toBe('401 invalid_client')
      expect((await refresh(scene.client, refresh_token)).status).toBe(200)
    }
  })

  it('does not keep a refresh token that is used again after the window from ending the session', async () => {
    const first = tokensOf(await exchange(scene.client, { client_secret: scene.client.secret }))
    const second = tokensOf(await refresh(scene.client, first.refresh_token, { client_secret: scene.client.secret }))
    scene.house.world.pass(120_000)
    expect(wordOf(await refresh(scene.client, first.refresh_token))).toBe('400 invalid_grant')
    expect(wordOf(await refresh(scene.client, second.refresh_token))).toBe('400 invalid_grant')
    expect(await statusOf(scene.house, second.access_token)).toBe(401)
  })
})
