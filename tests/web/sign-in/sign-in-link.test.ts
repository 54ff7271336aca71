import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openLog } from '../../../src/log.ts'
import { openTestApp } from '../../http/test-app.ts'
import { loginLink, openJar } from '../jar.ts'
import { useFreshTestApp } from '../scene.ts'

const testApp = useFreshTestApp()

const sessions = () => testApp.services.store.read.sessions.list('all', '')
const links = async () =>
  (await testApp.services.store.read.login_links.list('all', '')).filter(({ used }) => used === undefined)

describe('the user’s own sign-in link', () => {
  it('signs in at once, and only once', async () => {
    const path = await loginLink(testApp, 'ada')
    const jar = openJar(testApp.url)
    const seen = await jar.get(path, { follow: false })
    expect(seen).toMatchObject({ status: 302, location: '/', headers: { 'cache-control': 'no-store' } })
    expect(jar.cookies.get('dragoman_session')).toMatch(/^svcw_/)
    expect(await sessions()).toMatchObject([{ method: 'link', address: '127.0.0.1' }])
    const again = await openJar(testApp.url).get(path)
    expect(again).toMatchObject({ status: 410, text: expect.stringContaining('was already used') })
    expect(await sessions()).toHaveLength(1)
  })

  it('is used once by two browsers that open it together', async () => {
    const path = await loginLink(testApp, 'ada')
    const seen = await Promise.all([1, 2, 3].map(() => openJar(testApp.url).get(path, { follow: false })))
    expect(seen.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([302, 410, 410])
  })

  it('expires after 15 minutes', async () => {
    const path = await loginLink(testApp, 'ada')
    testApp.world.pass(15 * 60_000)
    const seen = await openJar(testApp.url).get(path)
    expect(seen).toMatchObject({ status: 410, text: expect.stringContaining('has expired') })
    expect(seen.text).toContain('dragoman login-link')
    expect(await sessions()).toEqual([])
  })

  it('ends when a newer one of its user is created, of either kind, but not when it is used', async () => {
    const other = await loginLink(testApp, 'grace')
    for (const [older, newer] of [
      [{}, {}],
      [{ confirm: true }, {}],
      [{}, { confirm: true }],
      [{ operator: true }, { confirm: true }],
    ]) {
      const [first, second] = [await loginLink(testApp, 'ada', older), await loginLink(testApp, 'ada', newer)]
      const ended = await openJar(testApp.url).get(first)
      expect(ended).toMatchObject({ status: 410, text: expect.stringContaining('when a newer one is created') })
      expect(await sessions()).toEqual([])
      expect(await openJar(testApp.url).get(second, { method: 'HEAD' })).toMatchObject({ status: 200 })
    }
    const jar = openJar(testApp.url)
    await jar.get(await loginLink(testApp, 'ada'))
    await loginLink(testApp, 'ada')
    expect(await jar.get('/account')).toMatchObject({ status: 200, path: '/account' })
    expect(await openJar(testApp.url).get(other, { method: 'HEAD' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['a mail scanner that sends HEAD', { method: 'HEAD' }],
    ['a browser that prefetches', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older browser that prefetches', { headers: { purpose: 'prefetch' } }],
    ['an old Firefox that prefetches', { headers: { 'x-moz': 'prefetch' } }],
    ['a script of another site', { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' } }],
    ['a script of the service', { headers: { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' } }],
  ])('is not used by %s, and a button still signs in', async (_who, manner) => {
    const path = await loginLink(testApp, 'ada')
    const jar = openJar(testApp.url)
    expect(await jar.get(path, manner)).toMatchObject({ status: 200 })
    expect(await sessions()).toEqual([])
    expect(await links()).toHaveLength(1)
    if ('method' in manner) return
    expect(await jar.post(path, {}, { follow: false })).toMatchObject({ status: 303 })
    expect(await sessions()).toHaveLength(1)
  })

  it('is not shown in a frame, nor used by it', async () => {
    const path = await loginLink(testApp, 'ada')
    const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }
    expect(await openJar(testApp.url).get(path, { headers })).toMatchObject({ status: 403 })
    expect(await links()).toHaveLength(1)
  })

  it('asks before it ends another user’s session', async () => {
    const jar = openJar(testApp.url)
    await jar.get(await loginLink(testApp, 'ada'))
    const path = await loginLink(testApp, 'grace')
    const asked = await jar.get(path)
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('ada is signed out here') })
    expect(await links()).toHaveLength(1)
    await jar.post(path, {}, { follow: false })
    const grace = await testApp.services.store.read.users.by('handle', 'grace')
    expect(await sessions()).toMatchObject([{ user_id: grace?.id }])
  })

  it('grants operator access only when it was created for that', async () => {
    const operator = async () => (await testApp.services.store.read.users.by('handle', 'ada'))?.operator
    await openJar(testApp.url).get(await loginLink(testApp, 'ada'))
    expect(await operator()).toBe(false)
    const path = await loginLink(testApp, 'ada', { operator: true })
    expect(await operator()).toBe(false)
    await openJar(testApp.url).get(path)
    expect(await operator()).toBe(true)
  })
})

describe('a second click on a sign-in link', () => {
  const actions = async (jar: ReturnType<typeof openJar>, path: string) => {
    await jar.get(path)
    const fields = jar.hidden(path)
    return () => jar.post(path, fields, { follow: false })
  }

  it('signs in by the button, although the browser dropped the first answer', async () => {
    const path = await loginLink(testApp, 'grace', { confirm: true })
    const jar = openJar(testApp.url)
    const click = await actions(jar, path)
    expect(await click()).toMatchObject({ status: 303 })
    const first = jar.cookies.get('dragoman_session') ?? ''
    jar.cookies.delete('dragoman_session')
    testApp.world.pass(59_999)
    expect(await click()).toMatchObject({ status: 303, location: '/account/passkeys/new?next=%2F' })
    expect(await sessions()).toHaveLength(1)
    const second = jar.cookies.get('dragoman_session')
    expect(second).not.toBe(first)
    jar.cookies.set('dragoman_session', first)
    expect((await jar.get('/account')).path).toMatch(/^\/login/)
    jar.cookies.delete('dragoman_session')
    testApp.world.pass(1)
    expect(await click()).toMatchObject({ status: 410 })
    expect(await sessions()).toHaveLength(1)
  })

  it('is rejected in another browser within that minute, and for a signed-out user', async () => {
    const path = await loginLink(testApp, 'ada')
    const jar = openJar(testApp.url)
    await jar.get('/login')
    await jar.get(path)
    expect(await openJar(testApp.url).get(path)).toMatchObject({ status: 410 })
    const browser = jar.cookies.get('dragoman_browser') ?? ''
    await jar.get('/account')
    await jar.post('/logout')
    jar.cookies.set('dragoman_browser', browser)
    expect(await jar.get(path)).toMatchObject({ status: 410 })
    expect(await sessions()).toEqual([])
  })

  it('redirects a signed-in user of the link, long after it was used or has expired', async () => {
    const path = await loginLink(testApp, 'ada')
    const jar = openJar(testApp.url)
    await jar.get(path)
    const unused = await loginLink(testApp, 'ada')
    testApp.world.pass(60_000)
    expect(await jar.get(path, { follow: false })).toMatchObject({ status: 302, location: '/' })
    testApp.world.pass(15 * 60_000)
    for (const link of [path, unused]) expect(await jar.get(link, { follow: false })).toMatchObject({ status: 302 })
    expect(await sessions()).toHaveLength(1)
    const other = openJar(testApp.url)
    await other.get(await loginLink(testApp, 'grace'))
    expect(await other.get(path)).toMatchObject({ status: 410 })
  })
})

it('the log contains no sign-in link, session or browser cookie, however the link is written', async () => {
  const lines: string[] = []
  const log = openLog('debug', new Writable({ write: (chunk, _encoding, done) => done(void lines.push(`${chunk}`)) }))
  const told = await openTestApp({ log })
  const jar = openJar(told.url)
  const path = await loginLink(told, 'ada')
  await jar.get(path, { headers: { 'sec-purpose': 'prefetch' } })
  await jar.get(path.replace('svcl_', 'svcl%5f'))
  await jar.get(path)
  await jar.get(`/nowhere?link=${path}`)
  await told.close()
  expect(lines.join('')).toContain('/login/link/svcl_')
  expect(lines.join('')).not.toMatch(/sv[a-z]{2}(_|%5f)[0-9a-f]{5}/i)
})

describe('an invalid sign-in link', () => {
  it.each([
    ['a cut one', 'svcl_0123'],
    ['another text', 'hello'],
    ['one with a wrong checksum', `svcl_${'0'.repeat(48)}`],
  ])('is rejected as malformed: %s', async (_what, secret) => {
    const seen = await openJar(testApp.url).get(`/login/link/${secret}`)
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('This is not a sign-in link') })
    expect(seen.text).toContain(seen.headers['x-request-id'])
  })

  it('may be tried 20 times a minute from one address', async () => {
    const strict = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(strict.url)
    for (let tries = 0; tries < 20; tries++) await jar.get('/login/link/guess')
    const seen = await jar.get(await loginLink(strict, 'ada'))
    expect(seen).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    strict.world.pass(60_000)
    expect(await jar.get('/login/link/guess')).toMatchObject({ status: 400 })
    await strict.close()
  })
})
