import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../../src/auth/policy/scopes.ts'
import {
  accessOf,
  eventsOf,
  firstTokens,
  makeAccountToken,
  makeClient,
  makeCode,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useCode } from '../scene.ts'

const scene = useCode()
const { post, exchange } = scene

const ENDED = expect.stringContaining('its tokens are revoked') as string
const USED = 'code was already used. Send the user to the authorization endpoint again.'

describe('a reused authorization code', () => {
  it('ends its family when the same client sends it again', async () => {
    const { grantId } = await makeCode(scene.testApp.services, { client: scene.client })
    const tokens = tokensOf(await exchange())
    expect(await statusOf(scene.testApp, tokens.access_token)).toBe(200)
    expect((await exchange()).body).toMatchObject({ error: 'invalid_grant', error_description: ENDED })
    expect(await statusOf(scene.testApp, tokens.access_token)).toBe(401)
    expect(wordOf(await post(refreshOf(scene.client, tokens.refresh_token)))).toBe('400 invalid_grant')
    expect((await eventsOf(scene.testApp, grantId)).map(({ action }) => action)).toEqual([
      'code_replay',
      'token_issued',
    ])
    expect((await exchange()).body).toMatchObject({ error: 'invalid_grant', error_description: ENDED })
    expect(await eventsOf(scene.testApp, grantId)).toHaveLength(2)
  })

  it('ends the account tokens that were created through the grant, and reports a theft', async () => {
    scene.client = await makeClient(scene.testApp.services)
    scene.code = (await makeCode(scene.testApp.services, { client: scene.client, scopes: ALL_SCOPES })).code
    const tokens = tokensOf(await exchange())
    const token = await makeAccountToken(scene.testApp, tokens.access_token)
    expect(await statusOf(scene.testApp, token)).toBe(200)
    const { family_id = '' } = (await accessOf(scene.testApp, tokens.access_token)) ?? {}
    expect(wordOf(await exchange())).toBe('400 invalid_grant')
    expect(await statusOf(scene.testApp, token)).toBe(401)
    const family = await scene.testApp.services.store.read.families.get(family_id)
    expect(family).toMatchObject({ revoked_for: 'stolen' })
    const [event] = await eventsOf(scene.testApp, family?.grant_id ?? '')
    expect(event).toMatchObject({ action: 'code_replay', detail: { account_tokens: 1 } })
    const { items } = await scene.testApp.services.store.read.audit.page('all', '', { limit: 2 })
    expect(items[1]).toMatchObject({ action: 'revoke_token', detail: { why: 'something_was_stolen' } })
  })

  it('ends nothing when the sender has only the code', async () => {
    const { grantId } = await makeCode(scene.testApp.services, { client: scene.client })
    const tokens = tokensOf(await exchange())
    for (const code_verifier of ['nothing', 'b'.repeat(43)]) {
      expect((await exchange({ code_verifier })).body).toEqual({ error: 'invalid_grant', error_description: USED })
    }
    expect(await statusOf(scene.testApp, tokens.access_token)).toBe(200)
    expect((await post(refreshOf(scene.client, tokens.refresh_token))).status).toBe(200)
    expect((await eventsOf(scene.testApp, grantId)).map(({ action }) => action)).toEqual(['token_issued'])
  })

  it('ends nothing of other families of the grant', async () => {
    const other = await firstTokens(scene.testApp, scene.client)
    await exchange()
    await exchange()
    expect(await statusOf(scene.testApp, other.access_token)).toBe(200)
  })
})
