import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const post = (body: unknown) =>
  fetch(`${house.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('POST /oauth/register', () => {
  it('registers a client', async () => {
    const answer = await post({ client_name: 'Probe', redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ client_name: 'Probe' })
  })
})
