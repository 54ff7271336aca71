import { describe, expect, it } from 'vitest'
import { keepClient } from '../authorize-steps.ts'
import { useConsent } from '../consent-scene.ts'
import { openJar, type Seen, signIn } from '../jar.ts'

const { testApp, jar, ask, allow, codes } = useConsent('ada')

const READ = ['project:read']
const stay = { follow: false }

/** The consent page of a client with this redirect URI. */
const asked = async (redirect = 'https://app.example/callback'): Promise<Seen> =>
  ask(await keepClient(testApp.services, { redirect_uris: [redirect] }))

const PLACES = [
  ['https://app.example/callback', 'Continue to https://app.example'],
  ['http://127.0.0.1:5000/callback', 'Continue to this computer (port 5000)'],
  ['cursor://x/cb', 'Open the app cursor'],
] as const

describe('a decision on the consent page', () => {
  it('redirects to our own URL, which contains no secret', async () => {
    for (const answer of ['allow', 'deny']) {
      const page = await asked()
      const sent = await jar.post(page.path, { answer, accounts: 'all', scope: READ }, stay)
      expect([sent.status, sent.location, sent.text]).toEqual([303, page.path, ''])
      expect(page.path).toMatch(/^\/oauth\/consent\/[a-z0-9]{10,40}$/)
      expect(sent.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(sent.headers).not.toHaveProperty('refresh')
    }
  })

  it.each(PLACES)('continues to the client by a page with a link: %s', async (uri, words) => {
    const denied = await jar.post((await asked(uri)).path, { answer: 'deny' })
    const allowed = await allow(await asked(uri), READ)
    for (const [seen, heading, start] of [
      [denied, 'No access granted', `${uri}?error=access_denied&`],
      [allowed, 'Access granted', `${uri}?code=svcg_`],
    ] as const) {
      const { status, location = '', text } = seen
      expect(status).toBe(200)
      expect(location.startsWith(start)).toBe(true)
      expect(new URL(location).searchParams.get('state')).toBe('state-1')
      expect(text).toContain(`<h1>${heading}</h1>`)
      expect(text).toContain(`<a class="button" href="${location.replaceAll('&', '&amp;')}"><span>${words}</span></a>`)
      // The theme form would load the page again, which would open the app again.
      expect(text).not.toContain('<form')
    }
  })

  it('explains what to do when nothing opens, nobody listens, or it is too late', async () => {
    const app = await allow(await asked('cursor://x/cb'), READ)
    expect(app.text).toContain('no app on this device opens these links')
    const program = await allow(await asked('http://127.0.0.1:5000/callback'), READ)
    expect(program.text).toContain('has stopped waiting')
    const site = await allow(await asked(), READ)
    for (const { text } of [app, program, site]) {
      expect(text).toContain('works once and expires after 1 minute')
      expect(text).toMatch(/If it is too late, connect again from <bdi>Test App<\/bdi>/)
    }
    expect(site.text).not.toMatch(/no app on this device|has stopped waiting/)
    const denied = await jar.post((await asked('cursor://x/cb')).path, { answer: 'deny' })
    expect(denied.text).toContain('You can close this tab.')
    expect(denied.text).not.toMatch(/expires|too late|no app on this device/)
  })
})

describe('the URL that continues to the client', () => {
  it('works for no other browser, no other user of this one, and no prefetch', async () => {
    const { path } = await allow(await asked(), READ)
    const other = openJar(testApp.url)
    for (const enter of [async () => {}, async () => void (await signIn(testApp, other, 'ada'))]) {
      await enter()
      const seen = await other.get(path, stay)
      expect([seen.status, seen.location]).toEqual([400, undefined])
      expect(seen.text).not.toMatch(/svcg_|app\.example/)
    }
    expect((await jar.get(path, { ...stay, method: 'HEAD' })).status).toBe(405)
    const framed = await jar.get(path, { ...stay, headers: { 'sec-fetch-dest': 'iframe' } })
    expect([framed.status, framed.location]).toEqual([403, undefined])
    jar.cookies.delete('dragoman_session')
    await signIn(testApp, jar, 'eve')
    const next = await jar.get(path, stay)
    expect([next.status, next.location]).toEqual([400, undefined])
    expect(await codes()).toBe(1)
  })

  it('needs its user to be signed in still', async () => {
    const { path, location } = await allow(await asked(), READ)
    jar.cookies.delete('dragoman_session')
    expect((await jar.get(path, stay)).location).toBe(`/login?next=${encodeURIComponent(path)}`)
    await jar.get(path)
    expect((await signIn(testApp, jar, 'ada')).location).toBe(location)
  })

  it('leads nowhere once the client is deleted', async () => {
    const client = await keepClient(testApp.services)
    const { path } = await allow(await ask(client), READ)
    await testApp.services.store.transaction(tx => tx.clients.remove(client.id))
    const seen = await jar.get(path, stay)
    expect([seen.status, seen.location]).toEqual([400, undefined])
    expect(seen.text).not.toContain('svcg_')
  })
})
