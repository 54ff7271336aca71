import { beforeEach, describe, expect, it } from 'vitest'
import { openJarOf, signIn } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const testApp = useFreshTestApp()
const jar = useJar(testApp, 'ada')
beforeEach(async () => {
  await jar.get('/account')
})

const sessions = async () => (await testApp.services.store.read.sessions.list('all', '')).length
const tokenFor = (path: string, by = jar) => by.hidden(path).csrf?.[0] ?? ''

describe('a form', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another site in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
    ['from a sibling subdomain', { origin: undefined, 'sec-fetch-site': 'same-site' }],
    ['from a page without an origin on another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['without an origin in an old browser', { origin: 'null', 'sec-fetch-site': undefined }],
    ['of another port', { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }],
    ['from https at the same host', { origin: 'https://localhost:1', 'sec-fetch-site': undefined }],
  ])('does nothing when it is %s', async (_what, headers) => {
    expect(await jar.post('/logout/everywhere', {}, { headers, follow: false })).toMatchObject({ status: 403 })
    expect(await sessions()).toBe(1)
  })

  it('works when a page of the service that hides its origin sends it', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect(await jar.post('/logout', {}, { headers, follow: false })).toMatchObject({ status: 303 })
  })

  it('works without a browser when the token is correct', async () => {
    const headers = { origin: undefined, 'sec-fetch-site': undefined }
    expect(await jar.post('/logout', {}, { headers, follow: false })).toMatchObject({ status: 303 })
  })

  it('does nothing without its token, with a wrong one, with two, or with that of another form', async () => {
    const own = tokenFor('/logout')
    const wrong = [[], [''], ['x'.repeat(43)], [own, own], [tokenFor('/logout/everywhere')]]
    for (const csrf of wrong) {
      expect(await jar.post('/logout', { csrf }, { follow: false })).toMatchObject({ status: 400 })
    }
    expect(await sessions()).toBe(1)
    expect(await jar.post('/logout', { csrf: own }, { follow: false })).toMatchObject({ status: 303 })
  })

  it('does nothing with the token of another browser, another user, or an earlier session', async () => {
    const other = await openJarOf(testApp, 'grace')
    await other.get('/account')
    const theirs = tokenFor('/logout', other)
    const earlier = tokenFor('/logout')
    await signIn(testApp, jar, 'ada')
    for (const csrf of [theirs, earlier]) {
      expect(await jar.post('/logout', { csrf }, { follow: false })).toMatchObject({ status: 400 })
    }
    expect(await sessions()).toBe(2)
  })

  it('is rejected when it is malformed or too large, before anything is done', async () => {
    const json = { 'content-type': 'application/json' }
    expect(await jar.post('/logout', {}, { headers: json, follow: false })).toMatchObject({ status: 415 })
    const pad = { csrf: tokenFor('/logout'), pad: 'x'.repeat(20_000) }
    expect(await jar.post('/logout', pad, { follow: false })).toMatchObject({ status: 413 })
    expect(await sessions()).toBe(1)
  })

  it('is never sent by GET', async () => {
    const seen = await jar.get('/logout')
    expect(seen).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(await sessions()).toBe(1)
  })
})
