import { afterEach, describe, expect, it } from 'vitest'
import { type Jar, openJar, signIn } from '../web/jar.ts'
import { openTestApp, type TestApp } from './test-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const cookiesOf = (seen: Awaited<ReturnType<Jar['get']>>): string => String(seen.headers['set-cookie'])
const CROSS = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

describe('an address whose escapes stand for no text', () => {
  it.each([
    '/login/%zz',
    '/oauth/consent/%ff',
    '/account/apps/%zz',
    '/login/link/%c0%ae',
    '/%',
    '/account/apps/%ED%A0%80/scopes',
  ])('%s is not there, for browsers and for programs', async path => {
    const logged: unknown[] = []
    testApp = await openTestApp({ log: listener(logged) })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
      expect((await fetch(`${testApp.url}${path}`, { method, headers: { accept: 'text/html' } })).status).toBe(404)
    }
    const json = await fetch(`${testApp.url}${path}`)
    expect([json.status, await json.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    expect(logged).toEqual([])
  })
})

describe('the cookie of a browser', () => {
  it('comes with a page, once', async () => {
    testApp = await openTestApp()
    const jar = openJar(testApp.url)
    expect(cookiesOf(await jar.get('/login'))).toMatch(/^dragoman_browser=svcb_/)
    expect(cookiesOf(await jar.get('/login'))).toBe('undefined')
  })

  it('comes when a site sends a person on to a page', async () => {
    testApp = await openTestApp()
    const seen = await openJar(testApp.url).get('/login', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(cookiesOf(seen)).toContain('dragoman_browser')
  })

  it.each([
    ['a form of another site', '/theme', 'POST', CROSS, 403],
    ['a form that says nothing of itself', '/theme', 'POST', { 'sec-fetch-site': undefined, origin: undefined }, 403],
    ['a method that is not used', '/logout', 'GET', {}, 405],
    ['an address that is not there', '/nowhere', 'GET', {}, 404],
    ['an image', '/login', 'GET', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }, 403],
    ['a form to an address that is not there', '/nowhere', 'POST', CROSS, 404],
  ])('does not come with the refusal of %s, which has no form that could not work', async (...given) => {
    const [, path, method, headers, status] = given
    testApp = await openTestApp()
    const jar = openJar(testApp.url)
    const seen = method === 'POST' ? await jar.post(path, { csrf: 'x' }, { headers }) : await jar.get(path, { headers })
    expect(seen).toMatchObject({ status, headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }) })
    expect(seen.text).not.toContain('<form')
  })
})

describe('a page that a page of another site loads', () => {
  it.each([
    ['image', 'cross-site'],
    ['iframe', 'cross-site'],
    ['empty', 'cross-site'],
    ['empty', 'same-site'],
    ['script', 'same-origin'],
  ])('as %s (%s) is refused and uses up no limit', async (dest, site) => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(testApp.url)
    const headers = { 'sec-fetch-dest': dest, 'sec-fetch-site': site }
    for (let n = 0; n < 25; n += 1) expect(await jar.get('/login/link/x', { headers })).toMatchObject({ status: 403 })
    expect((await jar.get('/login/link/x')).status).toBe(400)
  })

  it.each([
    ['document', 'cross-site'],
    ['empty', 'same-origin'],
    ['empty', 'none'],
    [undefined, undefined],
  ])('is another thing than a person or a program who opens it (%s, %s)', async (dest, site) => {
    testApp = await openTestApp()
    const headers = { 'sec-fetch-dest': dest, 'sec-fetch-site': site }
    expect(await openJar(testApp.url).get('/login', { headers })).toMatchObject({ status: 200 })
  })

  it('is no form either: those of other sites use up no limit', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(testApp.url)
    for (let n = 0; n < 25; n += 1) {
      expect(await jar.post('/device', { csrf: 'x' }, { headers: CROSS, follow: false })).toMatchObject({ status: 403 })
    }
    expect((await jar.get('/login/link/x')).status).toBe(400)
  })

  it.each(['/device', '/login/github'])('and looking at %s costs nothing', async path => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(testApp.url)
    for (let n = 0; n < 25; n += 1) expect((await jar.get(path, { follow: false })).status).not.toBe(429)
    for (let n = 0; n < 20; n += 1) expect((await jar.post(path, { csrf: 'x' })).status).not.toBe(429)
    expect((await jar.post(path, { csrf: 'x' })).status).toBe(429)
  })
})

describe('the Origin of a form', () => {
  const send = async (host: string, origin: string) => {
    testApp = await openTestApp({ allowedHosts: ['box.lan'] })
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    await jar.get('/account')
    const port = new URL(testApp.url).port
    const headers = { host: `${host}:${port}`, origin: `${origin}:${port}`, 'sec-fetch-site': undefined }
    return jar.post('/logout', {}, { headers, follow: false })
  }

  it('may name this machine otherwise than the base URL does', async () => {
    expect(await send('127.0.0.1', 'http://127.0.0.1')).toMatchObject({ status: 303 })
  })

  it('may not be the plain http of another name, which anybody on the way could answer for', async () => {
    expect(await send('box.lan', 'http://box.lan')).toMatchObject({
      status: 403,
      text: expect.stringContaining('sent from another site'),
    })
  })

  it('is refused, and fails nothing, when Host has a port that no address has', async () => {
    testApp = await openTestApp()
    const headers = { host: 'localhost:99999', origin: 'http://localhost:99999' }
    expect(await openJar(testApp.url).post('/theme', { csrf: 'x' }, { headers })).toMatchObject({ status: 403 })
  })
})

describe('a form', () => {
  it('may have a thousand fields and no more', async () => {
    testApp = await openTestApp()
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    await jar.get('/account')
    const send = (count: number) => jar.post('/theme', { a: Array<string>(count).fill('') }, { follow: false })
    expect(await send(999)).toMatchObject({ status: 303 })
    await jar.get('/account')
    expect(await send(1000)).toMatchObject({ status: 400, text: expect.stringContaining('more than 1000 fields') })
  })
})

/** A log that keeps what is a warning or worse. */
function listener(kept: unknown[]): TestApp['services']['log'] {
  const quiet = (): void => undefined
  const loud = (...said: unknown[]): void => void kept.push(said)
  const log = { debug: quiet, info: quiet, warn: loud, error: loud, child: () => log, isLevelEnabled: () => true }
  return log as unknown as TestApp['services']['log']
}
