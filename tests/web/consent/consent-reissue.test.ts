import { afterEach, describe, expect, it, vi } from 'vitest'
import { authorizePath, keepClient } from '../authorize-steps.ts'
import { useConsent } from '../consent-scene.ts'
import { openJarOf, type Seen, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'

const SECOND = 1000

const { testApp, jar, ask, allow, exchange, codes, events } = useConsent('ada')
afterEach(async () => {
  vi.restoreAllMocks()
})

const READ = ['project:read']
const stay = { follow: false }

describe('a repeated consent decision', () => {
  it('returns the same code for a minute, by another click and by going back', async () => {
    const page = await ask(await keepClient(testApp.services))
    const fields = { answer: 'allow', accounts: 'all', scope: READ, ...jar.hidden(page.path) }
    const [one, other] = await Promise.all([jar.post(page.path, fields), jar.post(page.path, fields)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.location).toMatch(/code=svcg_/)
    expect(other.location).toBe(one.location)
    testApp.world.pass(59 * SECOND)
    expect((await jar.post(page.path, fields)).location).toBe(one.location)
    const back = await jar.get(page.path, stay)
    expect([back.status, back.location]).toEqual([200, one.location])
    expect(await codes()).toBe(1)
    expect((await events('ada')).filter(({ action }) => action === 'grant_allowed')).toHaveLength(1)
    testApp.world.pass(SECOND)
    for (const late of [await jar.post(page.path, fields), await jar.get(page.path, stay)]) {
      expect([late.status, late.location]).toEqual([400, undefined])
      expect(late.text).toContain('You have already answered this request')
      expect(late.text).not.toMatch(/svcg_|has its answer/)
    }
    expect(await codes()).toBe(1)
  })

  it('is not repeated once the client has used its code, which would end the connection', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client)
    expect((await exchange(await allow(page, READ), client)).status).toBe(200)
    const again = await jar.get(page.path, stay)
    expect([again.status, again.location]).toEqual([200, undefined])
    expect(again.text).toContain('is connected')
    expect(again.text).not.toContain('svcg_')
  })

  it('can be repeated for a minute also when it came at the last moment', async () => {
    const page = await ask(await keepClient(testApp.services))
    testApp.world.pass(10 * 60 * SECOND - 1)
    const { location } = await allow(page, READ)
    testApp.world.pass(59 * SECOND)
    expect((await jar.get(page.path, stay)).location).toBe(location)
  })

  it('is not available to another browser, the next user of this one, or a reader of the store', async () => {
    const page = await ask(await keepClient(testApp.services))
    const { location = '' } = await allow(page, READ)
    const code = new URL(location).searchParams.get('code') ?? 'none'
    const id = page.path.split('/').at(-1) ?? ''
    const kept = await testApp.services.store.read.interactions.get(id)
    expect(kept?.answered).toMatchObject({ at: testApp.services.now().toISOString() })
    expect(JSON.stringify(kept)).not.toContain(code)
    expect(Buffer.from(kept?.answered?.answer ?? '', 'base64url').toString()).not.toContain(code)
    const other = await openJarOf(testApp, 'ada')
    expect((await other.get(page.path, stay)).location).toBeUndefined()
    jar.cookies.delete('dragoman_session')
    await signIn(testApp, jar, 'eve')
    const next = await jar.get(page.path, stay)
    expect([next.status, next.location]).toEqual([400, undefined])
  })

  it('does not redirect a later sign-in', async () => {
    await allow(await ask(await keepClient(testApp.services)), READ)
    expect((await signIn(testApp, jar, 'ada')).path).toBe('/')
  })

  it('from a remembered consent returns the same code again', async () => {
    const client = await keepClient(testApp.services)
    await allow(await ask(client, { scope: 'project:read' }), READ)
    jar.cookies.clear()
    const { location = '' } = await jar.get(authorizePath(client, { scope: 'project:read' }), stay)
    await jar.get(location)
    const { location: first } = await signIn(testApp, jar, 'ada')
    expect(first).toMatch(/code=svcg_/)
    expect((await jar.get(location, stay)).location).toBe(first)
    expect(await codes()).toBe(2)
  })
})

describe('a pending request that several tabs open', () => {
  /** Two requests with the same fields; the first is allowed, so that the second uses the remembered consent. */
  async function remembered() {
    await signIn(testApp, jar, 'ada')
    const client = await keepClient(testApp.services)
    const waiting = await ask(client, { scope: 'project:read' })
    await allow(await ask(client, { scope: 'project:read' }), READ)
    return waiting
  }

  it('gets one code from a remembered consent, which all tabs receive', async () => {
    const { path } = await remembered()
    const TABS = 6
    const { store } = testApp.services
    const transaction = store.transaction.bind(store)
    let came = 0
    let open = (): void => undefined
    const allCame = new Promise<void>(resolve => (open = resolve))
    vi.spyOn(store, 'transaction').mockImplementation(async (...work) => {
      came += 1
      if (came === TABS) open()
      await allCame
      return transaction(...work)
    })
    const seen = await Promise.all(Array.from({ length: TABS }, () => jar.get(path, stay)))
    expect(new Set(seen.map(({ status, location }) => `${status} ${location}`)).size).toBe(1)
    expect(seen[0]?.location).toMatch(/code=svcg_/)
    expect(await codes()).toBe(2)
    const allowed = (await events('ada')).filter(({ action }) => action === 'grant_allowed')
    expect(allowed.map(({ detail }) => detail?.remembered)).toEqual([true, undefined])
  })

  it('stays denied when one tab denied it', async () => {
    const { path } = await remembered()
    const { store } = testApp.services
    const transaction = store.transaction.bind(store)
    const csrf = await ownCsrf(testApp, jar, path)
    let denied: Seen | undefined
    vi.spyOn(store, 'transaction').mockImplementationOnce(async (...work) => {
      denied = await jar.post(path, { answer: 'deny', csrf })
      return transaction(...work)
    })
    const seen = await jar.get(path, stay)
    expect(denied?.location).toMatch(/error=access_denied/)
    expect(seen.location).toBe(denied?.location)
    expect((await jar.get(path, stay)).location).toBe(denied?.location)
    expect(await codes()).toBe(1)
  })
})
