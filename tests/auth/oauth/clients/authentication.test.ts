import { beforeAll, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import { sendRaw } from '../../../http/raw.ts'
import {
  basic,
  createExchange,
  type MadeClient,
  makeClient,
  makeCode,
  type OAuthAnswer,
  postForm,
  refreshOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useClient } from '../scene.ts'

const scene = useClient()
let confidential: MadeClient

beforeAll(async () => {
  confidential = await makeClient(scene.testApp.services, { auth_method: 'client_secret_post', confidential: true })
})

type Fields = Readonly<Record<string, string | undefined>>

async function exchange(client: MadeClient, change: Fields = {}, headers = {}): Promise<OAuthAnswer> {
  const { code } = await makeCode(scene.testApp.services, { client })
  return postForm(scene.testApp, '/oauth/token', { ...createExchange(client, code), ...change }, headers)
}

const refresh = (client: MadeClient, token: string, change: Fields = {}, headers = {}) =>
  postForm(scene.testApp, '/oauth/token', { ...refreshOf(client, token), ...change }, headers)

describe('a client at the token endpoint', () => {
  it('may be public and send only its client_id', async () => {
    expect((await exchange(scene.client)).status).toBe(200)
  })

  it('may be public and send its secret in either place', async () => {
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

  it('may be public with an empty secret, which counts as none', async () => {
    expect((await exchange(scene.client, { client_secret: '' })).status).toBe(200)
    expect((await exchange(scene.client, { client_id: undefined }, basic(scene.client.id, ''))).status).toBe(200)
  })

  it.each(['client_secret_post', 'client_secret_basic'] as const)(
    'that is confidential (%s) sends its secret in either place, and never omits it',
    async auth_method => {
      const client = await makeClient(scene.testApp.services, { auth_method, confidential: true })
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

  it('is rejected with a wrong secret, whatever it registered', async () => {
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

  it('is rejected with a secret when it has none', async () => {
    const bare = await makeClient(scene.testApp.services, { secret_hash: undefined })
    expect((await exchange(bare)).status).toBe(200)
    expect(wordOf(await exchange(bare, { client_secret: 'anything' }))).toBe('401 invalid_client')
  })

  it('is rejected with an unknown ID', async () => {
    for (const client_id of [mintSecret('svcc').value, 'nobody', '__proto__', 'svcc_1']) {
      const answer = await exchange(scene.client, { client_id })
      expect(wordOf(answer), client_id).toBe('401 invalid_client')
      expect(answer.headers.has('www-authenticate')).toBe(false)
      const tried = await exchange(scene.client, { client_id: undefined }, basic(client_id, 'x'))
      expect(wordOf(tried)).toBe('401 invalid_client')
      expect(tried.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
  })

  it('cannot send two secrets', async () => {
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

  it('must name its ID', async () => {
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
    const { code } = await makeCode(scene.testApp.services, { client: scene.client })
    const answer = await sendRaw<{ error: string }>(`${scene.testApp.url}/oauth/token`, {
      headers: {
        authorization: Buffer.from(authorization).toString('latin1'),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(createExchange(scene.client, code)).toString(),
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
    const { code } = await makeCode(scene.testApp.services, { client: scene.client })
    const { authorization } = basic(scene.client.id, scene.client.secret)
    const answer = await sendRaw<{ error: string }>(`${scene.testApp.url}/oauth/token`, {
      headers: { authorization: [authorization, authorization], 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(createExchange(scene.client, code)).toString(),
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })
})

describe('the client secret during an authorization', () => {
  const shown = (client: MadeClient): Fields => ({ client_secret: client.secret })

  it('may be sent only at the code exchange, however often a public client refreshes', async () => {
    const client = await makeClient(scene.testApp.services)
    let { refresh_token: token } = tokensOf(await exchange(client, shown(client)))
    for (let minutes = 0; minutes <= 120; minutes += 5) {
      const answer = await refresh(client, token)
      expect(wordOf(answer), `after ${minutes} minutes`).toBe('200 undefined')
      token = tokensOf(answer).refresh_token
      scene.testApp.world.pass(5 * 60_000)
    }
  })

  it('(a) may be sent first at a refresh, as the specification says, and omitted at the next', async () => {
    const tokens = tokensOf(await exchange(scene.client))
    const second = tokensOf(await refresh(scene.client, tokens.refresh_token, shown(scene.client)))
    const third = tokensOf(await refresh(scene.client, second.refresh_token))
    expect((await refresh(scene.client, third.refresh_token, shown(scene.client))).status).toBe(200)
  })

  it('may be sent with one of two repeated refreshes', async () => {
    const tokens = tokensOf(await exchange(scene.client, shown(scene.client)))
    const second = tokensOf(await refresh(scene.client, tokens.refresh_token, shown(scene.client)))
    expect(tokensOf(await refresh(scene.client, tokens.refresh_token))).toEqual(second)
  })

  it('(b) may be omitted always', async () => {
    const tokens = tokensOf(await exchange(scene.client))
    const second = tokensOf(await refresh(scene.client, tokens.refresh_token))
    expect((await refresh(scene.client, second.refresh_token)).status).toBe(200)
  })

  it('(c) is optional for a client that registered without a method', async () => {
    const client = await makeClient(scene.testApp.services, { auth_method: 'client_secret_basic', confidential: false })
    const tokens = tokensOf(await exchange(client))
    const second = tokensOf(await refresh(client, tokens.refresh_token, shown(client)))
    expect((await refresh(client, second.refresh_token)).status).toBe(200)
  })

  it('(d) is required in every request of a client that registered a method with it', async () => {
    expect(wordOf(await exchange(confidential))).toBe('401 invalid_client')
    const tokens = tokensOf(await exchange(confidential, shown(confidential)))
    expect(wordOf(await refresh(confidential, tokens.refresh_token))).toBe('401 invalid_client')
    expect((await refresh(confidential, tokens.refresh_token, shown(confidential))).status).toBe(200)
  })

  it('is rejected when it is wrong, and the request ends nothing', async () => {
    const wrong = { client_secret: mintSecret('svcs').value }
    const tokens = tokensOf(await exchange(scene.client, shown(scene.client)))
    expect(wordOf(await refresh(scene.client, tokens.refresh_token, wrong))).toBe('401 invalid_client')
    const headers = basic(scene.client.id, wrong.client_secret)
    expect(wordOf(await refresh(scene.client, tokens.refresh_token, {}, headers))).toBe('401 invalid_client')
    expect((await refresh(scene.client, tokens.refresh_token)).status).toBe(200)
  })

  it('is not required to revoke a token that was issued with it', async () => {
    const tokens = tokensOf(await exchange(scene.client, shown(scene.client)))
    const form = { token: tokens.refresh_token, client_id: scene.client.id }
    expect((await postForm(scene.testApp, '/oauth/revoke', form)).status).toBe(200)
    expect(wordOf(await refresh(scene.client, tokens.refresh_token))).toBe('400 invalid_grant')
  })

  it('(c) may be sent at the code exchange only by a client that registered without a method', async () => {
    const client = await makeClient(scene.testApp.services, { auth_method: 'client_secret_basic', confidential: false })
    const first = tokensOf(await exchange(client, shown(client)))
    const second = tokensOf(await refresh(client, first.refresh_token))
    expect((await refresh(client, second.refresh_token)).status).toBe(200)
  })

  it('does not prevent that token reuse after the window ends the family', async () => {
    const first = tokensOf(await exchange(scene.client, shown(scene.client)))
    const second = tokensOf(await refresh(scene.client, first.refresh_token, shown(scene.client)))
    scene.testApp.world.pass(120_000)
    expect(wordOf(await refresh(scene.client, first.refresh_token))).toBe('400 invalid_grant')
    expect(wordOf(await refresh(scene.client, second.refresh_token))).toBe('400 invalid_grant')
  })
})
