import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secrets.ts'
import { startSession } from '../../src/auth/users/sessions.ts'
import { openTestApp } from '../http/test-app.ts'
import { verifies } from '../requirements.ts'
import { type Jar, loginLink, openJar, openJarOf, signIn } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const DAY = 24 * 60 * 60 * 1000

const testApp = useFreshTestApp()
const jar = useJar(testApp)

const sessions = () => testApp.services.store.read.sessions.list('all', '')
const sent = (headers: IncomingHttpHeaders, name: string) =>
  headers['set-cookie']?.filter(line => line.startsWith(`${name}=`)) ?? []

async function events(handle: string) {
  const user = await testApp.services.store.read.users.by('handle', handle)
  const { items } = await testApp.services.store.read.audit.page('user', user?.id ?? '', { limit: 20 })
  return items
}

describe('a session', () => {
  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    verifies('5.1.session')
    const { headers } = await jar.get(await loginLink(testApp, 'ada'), { follow: false })
    const [line = ''] = sent(headers, 'dragoman_session')
    expect(line.split('; ').slice(1)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${(14 * DAY) / 1000}`])
    expect((await jar.get('/')).text).toContain('Hello, <bdi>ada</bdi>')
    const [record] = await sessions()
    expect(JSON.stringify(record)).not.toContain(jar.cookies.get('dragoman_session'))
  })

  it('has a cookie that no other host of the domain can set, on https', async () => {
    const secure = await openTestApp({ baseUrl: 'https://l10n.example.org' })
    const path = await loginLink(secure, 'ada')
    const { headers } = await openJar(secure.url).get(path, { follow: false })
    for (const name of ['__Host-dragoman_session', '__Host-dragoman_browser']) {
      const [line] = sent(headers, name)
      expect(line?.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']))
      expect(line).not.toContain('Domain')
    }
    expect(sent(headers, 'dragoman_session')).toEqual([])
    await secure.close()
  })

  it('ends when its user has 100 more recently used ones', async () => {
    const [idle, first, other] = [openJar(testApp.url), openJar(testApp.url), openJar(testApp.url)]
    await signIn(testApp, other, 'bob')
    await signIn(testApp, first, 'ada')
    testApp.world.pass(60_000)
    await signIn(testApp, idle, 'ada')
    testApp.world.pass(DAY)
    await first.get('/')
    const user = await testApp.services.store.read.users.by('handle', 'ada')
    if (user === undefined) throw new Error('there is no ada')
    const { store, now, newId } = testApp.services
    await store.transaction(async tx => {
      for (let at = 0; at < 98; at++) await startSession(tx, { user, method: 'link' }, { now: now(), newId })
    })
    const isSignedIn = async (one: Jar) => (await one.get('/account')).path === '/account'
    expect(await store.read.sessions.count('user', user.id)).toBe(100)
    await signIn(testApp, openJar(testApp.url), 'ada')
    expect(await store.read.sessions.count('user', user.id)).toBe(100)
    expect(await Promise.all([idle, first, other].map(isSignedIn))).toEqual([false, true, true])
  })

  it('is new with every sign-in, and the previous one ends', async () => {
    await signIn(testApp, jar, 'ada')
    const old = jar.cookies.get('dragoman_session') ?? ''
    await signIn(testApp, jar, 'ada')
    expect(jar.cookies.get('dragoman_session')).not.toBe(old)
    expect(await sessions()).toHaveLength(1)
    jar.cookies.set('dragoman_session', old)
    expect((await jar.get('/account')).path).toBe('/login?next=%2Faccount')
  })

  it('is not taken over when it was planted before', async () => {
    const planted = `svcw_${'0'.repeat(48)}`
    jar.cookies.set('dragoman_session', planted)
    await signIn(testApp, jar, 'ada')
    expect(jar.cookies.get('dragoman_session')).not.toBe(planted)
  })

  it('lives for 14 days after its last use', async () => {
    await signIn(testApp, jar, 'ada')
    testApp.world.pass(13 * DAY)
    const { headers } = await jar.get('/account')
    expect(sent(headers, 'dragoman_session')).toHaveLength(1)
    testApp.world.pass(13 * DAY)
    expect(await jar.get('/account')).toMatchObject({ status: 200, path: '/account' })
    testApp.world.pass(14 * DAY)
    expect((await jar.get('/account')).path).toMatch(/^\/login/)
  })

  it('is written at most once an hour', async () => {
    await signIn(testApp, jar, 'ada')
    testApp.world.pass(59 * 60_000)
    expect(sent((await jar.get('/account')).headers, 'dragoman_session')).toEqual([])
  })

  it('is ignored when two cookies claim it', async () => {
    await signIn(testApp, jar, 'ada')
    const value = jar.cookies.get('dragoman_session')
    const headers = { cookie: `dragoman_session=x; dragoman_session=${value}` }
    expect((await jar.get('/account', { headers, follow: false })).location).toMatch(/^\/login/)
  })

  it('does not authenticate API calls', async () => {
    await signIn(testApp, jar, 'ada')
    expect(await jar.get('/api/context')).toMatchObject({ status: 401 })
    const bearer = { authorization: `Bearer ${jar.cookies.get('dragoman_session')}` }
    expect(await jar.get('/api/context', { headers: bearer })).toMatchObject({ status: 401 })
  })
})

describe('signing out', () => {
  /** Two browsers of ada, and one of grace. */
  const openThree = async () =>
    [await openJarOf(testApp, 'ada'), await openJarOf(testApp, 'ada'), await openJarOf(testApp, 'grace')] as const

  it('ends the session on the server, and pending requests of the browser', async () => {
    await signIn(testApp, jar, 'ada')
    const cookies = new Map(jar.cookies)
    await jar.get('/account')
    expect(await jar.post('/logout', {}, { follow: false })).toMatchObject({ status: 303, location: '/' })
    expect(await sessions()).toEqual([])
    expect([...jar.cookies.keys()]).toEqual([])
    for (const [name, value] of cookies) jar.cookies.set(name, value)
    expect((await jar.get('/account')).path).toMatch(/^\/login/)
  })

  it('ends another browser of the same user, and no other user’s', async () => {
    const [laptop, phone, other] = await openThree()
    const end = async (browser: Jar) => {
      const value = browser.cookies.get('dragoman_session') ?? ''
      const session = await testApp.services.store.read.sessions.by('hash', hashSecret(value))
      await laptop.get('/account')
      return laptop.post('/account/sessions/end', {
        ...laptop.hidden('/account/sessions/end'),
        session: session?.id ?? '',
      })
    }
    expect(await end(other)).toMatchObject({ status: 200, path: '/account' })
    expect(await end(phone)).toMatchObject({ status: 200, path: '/account' })
    expect((await phone.get('/account')).path).toMatch(/^\/login/)
    expect(await laptop.get('/account')).toMatchObject({ status: 200, path: '/account' })
    expect(await other.get('/account')).toMatchObject({ path: '/account' })
  })

  it('everywhere ends every browser of the user, and no other user’s', async () => {
    const [laptop, phone] = await openThree()
    await laptop.get('/account')
    const seen = await laptop.post('/logout/everywhere')
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('You are signed out everywhere') })
    expect(seen.text).not.toContain('<form')
    expect(await sessions()).toHaveLength(1)
    expect((await phone.get('/account')).path).toMatch(/^\/login/)
    expect((await laptop.get('/account')).path).toMatch(/^\/login/)
  })

  it.each([
    ['/logout', 303, ''],
    ['/logout/everywhere', 200, 'You are signed out here'],
    ['/account/sessions/end', 303, ''],
  ])('twice by %s is no error', async (path, status, says) => {
    const [laptop, phone] = [openJar(testApp.url), openJar(testApp.url)]
    await signIn(testApp, phone, 'ada')
    const [session] = await sessions()
    await signIn(testApp, laptop, 'ada')
    await laptop.get('/account')
    const ended = path === '/account/sessions/end' && { session: session?.id ?? '' }
    const fields = { ...laptop.hidden(path), ...ended }
    const cookies = new Map(laptop.cookies)
    expect((await laptop.post(path, fields, { follow: false })).status).toBe(status)
    for (const [name, value] of cookies) laptop.cookies.set(name, value)
    const again = await laptop.post(path, fields, { follow: false })
    expect(again).toMatchObject({ status, text: expect.stringContaining(says) })
    expect(again.text).not.toContain('signed out everywhere')
  })

  it('is in the audit log, as signing in is, without a secret', async () => {
    await signIn(testApp, jar, 'ada')
    await jar.get('/account')
    await jar.post('/logout')
    await signIn(testApp, jar, 'ada')
    await jar.get('/account')
    await jar.post('/logout/everywhere')
    const found = await events('ada')
    expect(found.map(({ action }) => action).toReversed()).toEqual([
      'sign_in',
      'sign_out',
      'sign_in',
      'sign_out_everywhere',
    ])
    expect(found.every(({ surface, credential }) => surface === 'web' && credential?.kind === 'session')).toBe(true)
    expect(JSON.stringify(found)).not.toMatch(/svc[wlb]_/)
  })
})
