import { afterEach, describe, expect, it } from 'vitest'
import { openTrap } from '../log-trap.ts'
import { type Jar, openJar, signIn } from '../web/jar.ts'
import { openTestApp, type TestApp } from './test-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const cookiesOf = (seen: Awaited<ReturnType<Jar['get']>>): string => String(seen.headers['set-cookie'])
const CROSS = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

describe('a URL with invalid percent-encoding', () => {
  it.each(['/%', '/login/link/%c0%ae', '/account/apps/%ED%A0%80/scopes'])(
    '%s returns 404, to browsers and programs',
    async path => {
      const trap = openTrap('warn')
      testApp = await openTestApp({ log: trap.log })
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        expect((await fetch(`${testApp.url}${path}`, { method, headers: { accept: 'text/html' } })).status).toBe(404)
      }
      const json = await fetch(`${testApp.url}${path}`)
      expect([json.status, await json.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
      expect(trap.text()).toBe('')
    },
  )
})

describe('the browser cookie', () => {
  it('is set with a page, once', async () => {
    testApp = await openTestApp()
    const jar = openJar(testApp.url)
    expect(cookiesOf(await jar.get('/login'))).toMatch(/^dragoman_browser=svcb_/)
    expect(cookiesOf(await jar.get('/login'))).toBe('undefined')
  })

  it('is set when a site redirects a user to a page', async () => {
    testApp = await openTestApp()
    const seen = await openJar(testApp.url).get('/login', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(cookiesOf(seen)).toContain('dragoman_browser')
  })

  it.each([
    ['a form of another site', '/theme', 'POST', CROSS, 403],
    ['a form without site headers', '/theme', 'POST', { 'sec-fetch-site': undefined, origin: undefined }, 400],
    ['an unused method', '/logout', 'GET', {}, 405],
    ['a missing page', '/nowhere', 'GET', {}, 404],
    ['an image', '/login', 'GET', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }, 403],
  ])('is not set with an error of %s, which has no form', async (...given) => {
    const [, path, method, headers, status] = given
    testApp = await openTestApp()
    const jar = openJar(testApp.url)
    const seen = method === 'POST' ? await jar.post(path, { csrf: 'x' }, { headers }) : await jar.get(path, { headers })
    expect(seen).toMatchObject({ status, headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }) })
    expect(seen.text).not.toContain('<form')
  })
})

describe('a page that another site loads', () => {
  it.each([
    ['image', 'cross-site'],
    ['empty', 'same-site'],
    ['script', 'same-origin'],
  ])('as %s (%s) is rejected and uses no limit', async (dest, site) => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(testApp.url)
    const headers = { 'sec-fetch-dest': dest, 'sec-fetch-site': site }
    for (let n = 0; n < 25; n += 1) expect(await jar.get('/login/link/x', { headers })).toMatchObject({ status: 403 })
    expect((await jar.get('/login/link/x')).status).toBe(400)
  })

  it.each([
    ['document', 'cross-site'],
    ['empty', 'same-origin'],
    [undefined, undefined],
  ])('is served when a user or a program opens it (%s, %s)', async (dest, site) => {
    testApp = await openTestApp()
    const headers = { 'sec-fetch-dest': dest, 'sec-fetch-site': site }
    expect(await openJar(testApp.url).get('/login', { headers })).toMatchObject({ status: 200 })
  })

  it('as a form is rejected and uses no limit', async () => {
    testApp = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(testApp.url)
    for (let n = 0; n < 25; n += 1) {
      expect(await jar.post('/device', { csrf: 'x' }, { headers: CROSS, follow: false })).toMatchObject({ status: 403 })
    }
    expect((await jar.get('/login/link/x')).status).toBe(400)
  })

  it.each(['/device', '/login/github'])('counts forms of %s, and not GET requests', async path => {
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

  it('may name this machine by another name than the base URL', async () => {
    expect(await send('127.0.0.1', 'http://127.0.0.1')).toMatchObject({ status: 303 })
  })

  it('may not be plain http of another name, which anyone on the network could answer for', async () => {
    expect(await send('box.lan', 'http://box.lan')).toMatchObject({
      status: 403,
      text: expect.stringContaining('sent from another site'),
    })
  })

  it('is rejected without a failure when Host has an invalid port', async () => {
    testApp = await openTestApp()
    const headers = { host: 'localhost:99999', origin: 'http://localhost:99999' }
    expect(await openJar(testApp.url).post('/theme', { csrf: 'x' }, { headers })).toMatchObject({ status: 403 })
  })
})

it('a form may have at most 1,000 fields', async () => {
  testApp = await openTestApp()
  const jar = openJar(testApp.url)
  await signIn(testApp, jar, 'ada')
  await jar.get('/account')
  const send = (count: number) => jar.post('/theme', { a: Array<string>(count).fill('') }, { follow: false })
  expect(await send(999)).toMatchObject({ status: 303 })
  await jar.get('/account')
  expect(await send(1000)).toMatchObject({ status: 400, text: expect.stringContaining('more than 1000 fields') })
})
