import { describe, expect, it } from 'vitest'
import { revokeGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { authorizePath, type Connecting, keepClient, keepGrant } from './authorize-steps.ts'
import { type Seen, signIn } from './jar.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const testApp = useFreshTestApp()
const jar = useJar(testApp)

type Differs = NonNullable<Parameters<typeof authorizePath>[1]>

const ask = (client: Connecting, differs: Differs = {}, headers = {}): Promise<Seen> =>
  jar.get(authorizePath(client, differs), { follow: false, headers })

const WRONG = { scope: '"' }

/** The link targets of a page outside of the service. */
const linksOut = ({ text }: Seen): readonly string[] =>
  [...text.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter(href => !/^[/#]/.test(href))

function stays(seen: Seen): void {
  expect([seen.status, seen.location, seen.headers.refresh]).toEqual([400, undefined, undefined])
  expect(seen.text).not.toContain('http-equiv')
}

describe('an invalid request of a client that the user has not connected', () => {
  it.each([
    ['invalid_scope', WRONG],
    ['login_required', { prompt: 'none' }],
  ] as const)('gets a page with a link, and no redirect: %s, %j', async (error, differs) => {
    const client = await keepClient(testApp.services, {
      name: 'Prize draw',
      redirect_uris: ['https://evil.example/cb'],
    })
    const seen = await ask(client, differs)
    stays(seen)
    expect(seen.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(seen.text).toContain(`<code>${error}</code>`)
    expect(seen.text).toContain('<bdi>Prize draw</bdi></strong> <span class="badge warning">unverified name</span>')
    expect(seen.text).toContain('<strong>https://evil.example</strong>')
    expect(seen.text).toContain('<a class="button" href="/">Stay here</a>')
    const [link = '', ...others] = linksOut(seen)
    expect(others).toEqual([])
    const { origin, pathname, searchParams } = new URL(link)
    expect(origin + pathname).toBe('https://evil.example/cb')
    expect([...searchParams.keys()]).toEqual(['error', 'error_description', 'state', 'iss'])
    expect(searchParams.get('error')).toBe(error)
    expect(await testApp.services.store.read.interactions.count('all', '')).toBe(0)
  })

  it('shows where the link leads, and opens no app automatically', async () => {
    for (const [redirect, words] of [
      ['https://app.example:8443/cb', 'Continue to https://app.example:8443'],
      ['http://127.0.0.1:5000/cb', 'Continue to this computer (port 5000)'],
      ['cursor://x/cb', 'Open the app cursor'],
    ] as const) {
      const seen = await ask(await keepClient(testApp.services, { redirect_uris: [redirect] }), WRONG)
      stays(seen)
      expect(seen.text).toContain(`<span>${words}</span>`)
      expect(linksOut(seen)).toEqual([expect.stringContaining(`${redirect}?error=invalid_scope`)])
    }
  })

  it('gets JSON in a program', async () => {
    const client = await keepClient(testApp.services)
    const seen = await ask(client, WRONG, { accept: 'application/json' })
    expect([seen.status, seen.location]).toEqual([400, undefined])
    expect(JSON.parse(seen.text)).toEqual({ error: 'invalid_scope', error_description: expect.any(String) })
  })
})

describe('an invalid request of a connected client', () => {
  it('is redirected for its user only', async () => {
    const client = await keepClient(testApp.services)
    await keepGrant(testApp.services, 'ada', client)
    stays(await ask(client, WRONG))
    stays(await ask(client, { prompt: 'none' }))
    await signIn(testApp, jar, 'eve')
    stays(await ask(client, WRONG))
    jar.cookies.clear()
    await signIn(testApp, jar, 'ada')
    const told = await ask(client, WRONG)
    expect([told.status, told.location]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/app.example\/.*invalid_scope/),
    ])
  })

  it('gets a page for a redirect URI that the user did not see', async () => {
    const redirect_uris = ['https://app.example/cb', 'https://evil.example/cb', 'https://app.example:8443/cb']
    const client = await keepClient(testApp.services, { redirect_uris })
    await keepGrant(testApp.services, 'ada', client)
    await signIn(testApp, jar, 'ada')
    const statuses = []
    for (const redirect_uri of redirect_uris) statuses.push((await ask(client, { ...WRONG, redirect_uri })).status)
    expect(statuses).toEqual([302, 400, 400])
  })

  it('gets a page once the connection is revoked', async () => {
    const client = await keepClient(testApp.services)
    const grant = await keepGrant(testApp.services, 'ada', client)
    await signIn(testApp, jar, 'ada')
    const { store, now } = testApp.services
    await store.transaction(tx => revokeGrant(tx, grant, 'user', now()))
    stays(await ask(client, WRONG))
    stays(await ask(client, { prompt: 'none' }))
  })
})
