import { describe, expect, it } from 'vitest'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import { openTestApp } from '../../../http/test-app.ts'
import { openTrap } from '../../../log-trap.ts'
import { verifies } from '../../../requirements.ts'
import { basic, eventsOf, firstTokens, makeClient, postForm, statusOf, tokensOf, wordOf } from '../authorized.ts'
import { useTokens } from '../scene.ts'

const scene = useTokens()
const { refresh } = scene

type Fields = Readonly<Record<string, string | undefined>>

const revoke = (token: string | undefined, change: Fields = {}, headers = {}) =>
  postForm(scene.testApp, '/oauth/revoke', { token, client_id: scene.client.id, ...change }, headers)

describe('POST /oauth/revoke', () => {
  it('revokes only the access token, at once', async () => {
    verifies('4.1.revoke')
    const answer = await revoke(scene.first.access_token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({})
    expect(answer.headers.get('content-length')).toBe('0')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(401)
    const next = await refresh(scene.first.refresh_token)
    expect(await statusOf(scene.testApp, tokensOf(next).access_token)).toBe(200)
  })

  it('revokes the whole family of a refresh token, used or not, and nothing else of the grant', async () => {
    const other = await firstTokens(scene.testApp, scene.client)
    const second = tokensOf(await refresh(scene.first.refresh_token))
    expect((await revoke(scene.first.refresh_token)).status).toBe(200)
    for (const token of [scene.first.access_token, second.access_token])
      expect(await statusOf(scene.testApp, token)).toBe(401)
    for (const token of [scene.first.refresh_token, second.refresh_token]) {
      expect(wordOf(await refresh(token))).toBe('400 invalid_grant')
    }
    expect(await statusOf(scene.testApp, other.access_token)).toBe(200)
    expect((await scene.testApp.services.store.read.grants.get(scene.first.grantId))?.revoked_at).toBeNull()
  })

  it('returns the same for an ended token, and revokes once', async () => {
    for (let time = 0; time < 3; time += 1) expect((await revoke(scene.first.refresh_token)).status).toBe(200)
    expect((await revoke(scene.first.access_token)).status).toBe(200)
    const events = (await eventsOf(scene.testApp, scene.first.grantId)).filter(
      ({ action }) => action === 'token_revoked',
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ surface: 'oauth', detail: { kind: 'family' } })
  })

  it('finds a token under a wrong or unknown hint', async () => {
    expect((await revoke(scene.first.access_token, { token_type_hint: 'refresh_token' })).status).toBe(200)
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(401)
    expect((await revoke(scene.first.refresh_token, { token_type_hint: 'nonsense' })).status).toBe(200)
    expect(wordOf(await refresh(scene.first.refresh_token))).toBe('400 invalid_grant')
  })

  it('returns 200 for garbage', async () => {
    expect((await revoke('garbage')).status).toBe(200)
  })

  it('returns 200 for the token of another client, and does not revoke it', async () => {
    const other = await makeClient(scene.testApp.services)
    for (const headers of [{}, basic(other.id, other.secret)]) {
      for (const token of [scene.first.access_token, scene.first.refresh_token]) {
        expect((await revoke(token, { client_id: other.id }, headers)).status).toBe(200)
      }
    }
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(200)
    expect((await refresh(scene.first.refresh_token)).status).toBe(200)
  })

  it('logs the owner of the token, and does not return it', async () => {
    const { log, lines, text } = openTrap()
    const deps = await openTestApp({ log })
    try {
      const [owner, other] = [await makeClient(deps.services), await makeClient(deps.services)]
      const tokens = await firstTokens(deps, owner)
      for (const token of [tokens.access_token, tokens.refresh_token, mintSecret('svco').value]) {
        const answer = await postForm(deps, '/oauth/revoke', { token, client_id: other.id })
        expect([answer.status, answer.body]).toEqual([200, {}])
      }
      const told = lines().filter(({ msg }) => String(msg).startsWith('token not revoked'))
      expect(told).toEqual(
        ['access', 'refresh'].map(kind => ({
          level: 'info',
          time: expect.any(String) as string,
          request_id: expect.any(String) as string,
          client_id: other.id,
          token_kind: kind,
          owner_client_id: owner.id,
          msg: 'token not revoked: it belongs to another client',
        })),
      )
      for (const token of [tokens.access_token, tokens.refresh_token]) expect(text()).not.toContain(token.slice(10))
      expect(await statusOf(deps, tokens.access_token)).toBe(200)
    } finally {
      await deps.close()
    }
  })

  it('does not revoke an account token', async () => {
    const { token } = await scene.testApp.token('ada', ['user:read', 'account:read', 'project:read'])
    expect((await revoke(token)).status).toBe(200)
    expect(await statusOf(scene.testApp, token)).toBe(200)
  })

  it('needs a token', async () => {
    expect(wordOf(await revoke(undefined))).toBe('400 invalid_request')
    expect(wordOf(await revoke(''))).toBe('400 invalid_request')
  })

  it('needs a client', async () => {
    const answer = await revoke(scene.first.access_token, { client_id: undefined })
    expect(wordOf(answer)).toBe('401 invalid_client')
    expect(answer.headers.has('www-authenticate')).toBe(false)
    expect(wordOf(await revoke(scene.first.access_token, { client_id: 'nobody' }))).toBe('401 invalid_client')
    expect(wordOf(await revoke(scene.first.access_token, { client_secret: 'wrong' }))).toBe('401 invalid_client')
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(200)
  })

  it('accepts no other method, and nothing in the URL', async () => {
    expect((await fetch(`${scene.testApp.url}/oauth/revoke?token=x`)).status).toBe(405)
    const inAddress = await postForm(scene.testApp, `/oauth/revoke?token=${scene.first.access_token}`, {
      client_id: scene.client.id,
    })
    expect(wordOf(inAddress)).toBe('400 invalid_request')
    expect(await statusOf(scene.testApp, scene.first.access_token)).toBe(200)
  })
})
