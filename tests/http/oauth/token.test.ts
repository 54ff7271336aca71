import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYDAY_SCOPES } from '../../../src/auth/scopes.ts'
import { type House, openHouse } from '../house.ts'
import {
  exchangeOf,
  type MadeClient,
  makeClient,
  makeCode,
  postForm,
  refreshOf,
  statusOf,
  tokensOf,
} from './authorized.ts'

let house: House
let client: MadeClient

beforeAll(async () => {
  house = await openHouse()
  client = await makeClient(house.services)
})
afterAll(() => house.close())

describe('POST /oauth/token', () => {
  it('gives tokens for a code, as a form', async () => {
    const { code } = await makeCode(house.services, { client })
    const answer = await postForm(house, '/oauth/token', exchangeOf(client, code))
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
    const tokens = tokensOf(answer)
    expect(await statusOf(house, tokens.access_token)).toBe(200)
    const next = await postForm(house, '/oauth/token', refreshOf(client, tokens.refresh_token))
    expect(next.status).toBe(200)
    expect(await statusOf(house, tokensOf(next).access_token)).toBe(200)
    expect(await statusOf(house, tokens.access_token)).toBe(200)
  })
})
