import { describe, expect, it } from 'vitest'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import { allTests } from '../../../harness/each-test.ts'
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

const confidential = allTests(() =>
  makeClient(scene.testApp.services, { auth_method: 'client_secret_post', confidential: true }),
)

type Fields = Readonly<Record<string, string | undefined>>

async function exchange(client: MadeClient, change: Fields = {}, headers = {}): Promise<OAuthAnswer> {
  const { code } = await makeCode(scene.testApp.services, { client })
  return postForm(scene.testApp, '/oauth/token', { ...createExchange(client, code), ...change }, headers)
}

const refresh = (client: MadeClient, token: string, change: Fields = {}, headers = {}) =>
  postForm(scene.testApp, '/oauth/token', { ...refreshOf(client, token), ...change }, headers)

describe('a client at the token endpoint', () => {
  it('may be public and send its secret in either place', async () => {
    const { id, secret } = scene.client
    const { authorization } = basic(id, secret)
    for (const [change, headers] of [
      [{ client_secret: secret }, {}],
      [{}, { authorization }],
      [{ client_id: undefined }, { authorization }],
      [{}, { authorization: authorization.replace('Basic', 'bAsIc') }],
    ] as const) {
      expect((await exchange(scene.client, change, headers)).status).toBe(200)
    }
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
    const { id, secret } = scene.client
    const both = await exchange(scene.client, { client_secret: secret }, basic(id, secret))
    expect(wordOf(both)).toBe('400 invalid_request')
  })

  it('may repeat its client_id beside Basic, and not name another', async () => {
    const header = basic(scene.client.id, scene.client.secret)
    expect((await exchange(scene.client, { client_id: scene.client.id }, header)).status).toBe(200)
    expect(wordOf(await exchange(scene.client, { client_id: confidential.id }, header))).toBe('400 invalid_request')
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
    ['without a value', 'Basic'],
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

  it.each(['Bearer svco_1', 'Digest username="x"'])('cannot authenticate by %j', async authorization => {
    const answer = await exchange(scene.client, {}, { authorization })
    expect(wordOf(answer)).toBe('401 invalid_client')
    expect(answer.headers.get('www-authenticate') ?? '').not.toContain('Basic')
  })

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

  it.each([
    ['none', {}],
    ['no method', { auth_method: 'client_secret_basic', confidential: false }],
  ] as const)('may be sent and omitted in turn by a client that registered %s', async (_, registered) => {
    const client = await makeClient(scene.testApp.services, registered)
    const first = tokensOf(await exchange(client))
    const second = tokensOf(await refresh(client, first.refresh_token, shown(client)))
    expect(tokensOf(await refresh(client, first.refresh_token))).toEqual(second)
    const third = tokensOf(await refresh(client, second.refresh_token))
    expect((await refresh(client, third.refresh_token, shown(client))).status).toBe(200)
    const tokens = tokensOf(await exchange(client, shown(client)))
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200)
  })

  it('is rejected when it is wrong, and the request ends nothing', async () => {
    const wrong = { client_secret: mintSecret('svcs').value }
    const tokens = tokensOf(await exchange(scene.client, shown(scene.client)))
    expect(wordOf(await refresh(scene.client, tokens.refresh_token, wrong))).toBe('401 invalid_client')
    const headers = basic(scene.client.id, wrong.client_secret)
    expect(wordOf(await refresh(scene.client, tokens.refresh_token, {}, headers))).toBe('401 invalid_client')
    expect((await refresh(scene.client, tokens.refresh_token)).status).toBe(200)
  })
})
