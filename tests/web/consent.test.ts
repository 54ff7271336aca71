import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secrets.ts'
import { type House, openHouse } from '../http/house.ts'
import { authorizePath, keepClient } from './connecting.ts'
import { type Jar, openJar, signIn } from './jar.ts'

let house: House
let jar: Jar

beforeEach(async () => {
  house = await openHouse()
  jar = openJar(house.url)
})
afterEach(() => house.close())

describe('consent', () => {
  it('leads from the request over signing in and consent to a code at the redirect URI', async () => {
    const client = await keepClient(house.services)
    const sent = await jar.get(authorizePath(client), { follow: false })
    expect(sent.status).toBe(302)
    const page = await jar.get(sent.location ?? '', { follow: false })
    expect(page.location).toMatch(/^\/login\?next=%2Foauth%2Fconsent%2F/)
    await signIn(house, jar, 'ada')
    const shown = await jar.get(sent.location ?? '')
    expect(shown.text).toContain('Test App')
    const answered = await jar.post(shown.path, { answer: 'allow', accounts: 'all', scope: ['project:read'] })
    expect(answered.status, answered.text).toBe(303)
    const url = new URL(answered.location ?? '')
    expect(url.origin + url.pathname).toBe('https://app.example/callback')
    expect([...url.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
    const code = await house.services.store.read.codes.by('hash', hashSecret(url.searchParams.get('code') ?? ''))
    expect(code).toMatchObject({ client_id: client.id, scopes: ['project:read'], used_at: null })
  })
})
