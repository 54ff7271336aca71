import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/auth/secrets.ts'
import { localPath } from '../../../src/web/requests/local-path.ts'
import { openTestApp } from '../../http/test-app.ts'
import { loginLink, openJar, signIn } from '../jar.ts'
import { useFreshTestApp, useJar } from '../scene.ts'

const PROVIDERS = [
  { kind: 'github', url: 'https://github.com', clientId: 'id', clientSecret: 'secret' },
  { kind: 'gitlab', url: 'https://git.example.org', clientId: 'id', clientSecret: 'secret' },
] as const

const testApp = useFreshTestApp({ auth: { providers: PROVIDERS } })
const jar = useJar(testApp)

describe('the sign-in page', () => {
  it('offers each provider by a form, and explains what it reads and where links come from', async () => {
    const { text, headers } = await jar.get('/login')
    expect(text).toContain('Continue with GitHub<')
    expect(text).toContain('Continue with GitLab (git.example.org)')
    expect(text).toMatch(/<form method="post" action="\/login\/github".*?name="csrf"/s)
    expect(text).toContain('Dragoman reads your id, your login. It reads nothing else')
    expect(text).toContain('dragoman login-link')
    expect(headers['content-security-policy']).toContain("form-action 'self';")
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    expect(text).not.toContain('password')
  })

  it('says that more is read when the sign-in rules need it', async () => {
    const strict = await openTestApp({
      auth: { providers: PROVIDERS, allowed: ['github-org:acme', 'domain:example.org'] },
    })
    const { text } = await openJar(strict.url).get('/login')
    expect(text).toContain('your id, your login, your verified e-mail addresses, your groups.')
    await strict.close()
  })

  it('offers links only without a provider', async () => {
    const bare = await openTestApp({ auth: { providers: [] } })
    const { text } = await openJar(bare.url).get('/login')
    expect(text).not.toContain('Continue with')
    expect(text).toContain('Sign in with a link')
    expect(text).toContain('Run this command on the server to get a sign-in link.')
    await bare.close()
  })

  it('redirects a signed-in user at once, unless a recent sign-in is required', async () => {
    await signIn(testApp, jar, 'ada')
    expect(await jar.get('/login?next=/account', { follow: false })).toMatchObject({
      status: 302,
      location: '/account',
    })
    const again = await jar.get('/login?again=1&next=/account')
    expect(again).toMatchObject({ status: 200, text: expect.stringContaining('Sign in again') })
    expect(again.text).toContain('signed in as ada')
  })

  it('remembers the return path for a sign-in by link', async () => {
    await jar.get('/login?next=%2Faccount%3Ftab%3D1')
    const seen = await jar.get(await loginLink(testApp, 'ada'), { follow: false })
    expect(seen.location).toBe('/account?tab=1')
    expect(jar.cookies.has('dragoman_next')).toBe(false)
  })

  it('forgets the return path after ten minutes, or when it is opened directly', async () => {
    const { headers } = await jar.get('/login?next=/account')
    expect(headers['set-cookie']?.find(line => line.startsWith('dragoman_next='))).toContain('Max-Age=600')
    await jar.get('/login')
    expect((await jar.get(await loginLink(testApp, 'ada'), { follow: false })).location).toBe('/')
  })

  it('redirects to no other host, whatever `next` and the cookie say', async () => {
    await jar.get('/login?next=%2F%2Fevil.example')
    expect(jar.cookies.has('dragoman_next')).toBe(false)
    jar.cookies.set('dragoman_next', encodeURIComponent('https://evil.example/'))
    expect((await jar.get(await loginLink(testApp, 'ada'), { follow: false })).location).toBe('/')
    expect((await jar.get('/login?next=https%3A%2F%2Fevil.example', { follow: false })).location).toBe('/')
  })
})

describe('a program that waits for consent', () => {
  const waits = async (minutes = 10) => {
    const { store, now, newId } = testApp.services
    const at = now().toISOString()
    const client = {
      id: 'svcc_test',
      kind: 'registered' as const,
      name: '<b>Claude Code</b>',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code'],
      auth_method: 'none' as const,
      confidential: false,
      about: {},
      created_at: at,
      last_used_at: null,
    }
    const id = newId()
    await store.transaction(async tx => {
      await tx.clients.insert(client)
      await tx.interactions.insert({
        id,
        browser: hashSecret(jar.cookies.get('dragoman_browser') ?? ''),
        client_id: client.id,
        redirect_uri: 'http://127.0.0.1:5000/callback',
        redirect_uri_given: true,
        scopes: ['project:read'],
        scope_given: true,
        resources: [],
        code_challenge: 'x'.repeat(43),
        created_at: at,
        expires_at: new Date(now().getTime() + minutes * 60_000).toISOString(),
      })
    })
    return `/oauth/consent/${id}`
  }

  const loginPath = (next: string, more = {}) => `/login?${new URLSearchParams({ next, ...more })}`

  it('is named as unverified text, and the user continues to it', async () => {
    await jar.get('/login')
    const consent = await waits()
    const { text } = await jar.get(loginPath(consent))
    expect(text).toContain('you decide about access for <strong>&lt;b>Claude Code&lt;/b></strong>')
    expect(text).toContain('unverified')
    expect((await jar.get(await loginLink(testApp, 'ada'), { follow: false })).location).toBe(consent)
  })

  it('is opened again by a second click on the sign-in link, whose first response was dropped', async () => {
    await jar.get('/login')
    const consent = await waits()
    await jar.get(loginPath(consent))
    const link = await loginLink(testApp, 'ada')
    const first = await jar.get(link, { follow: false })
    expect(first.headers['set-cookie']?.find(line => line.startsWith('dragoman_next='))).toMatch(/Max-Age=60(;|$)/)
    expect((await jar.get(link, { follow: false })).location).toBe(consent)
    expect((await jar.get('/login', { follow: false })).location).toBe('/')
    expect(jar.cookies.has('dragoman_next')).toBe(false)
  })

  it('is not named in another browser, nor when its request has expired', async () => {
    await jar.get('/login')
    const consent = await waits(5)
    expect((await openJar(testApp.url).get(loginPath(consent))).text).not.toContain('you decide about access')
    testApp.world.pass(5 * 60_000)
    expect((await jar.get(loginPath(consent))).text).not.toContain('you decide about access')
  })

  it('is not opened by a sign-in that it did not start', async () => {
    await jar.get('/login')
    const consent = await waits()
    expect((await jar.get('/login')).text).not.toContain('you decide about access')
    expect((await jar.get(await loginLink(testApp, 'ada'), { follow: false })).location).toBe('/')
    expect((await jar.get('/login', { follow: false })).location).toBe('/')
    await jar.get(loginPath(consent, { again: '1' }))
    expect((await jar.get('/login', { follow: false })).location).toBe('/')
    expect((await jar.get(loginPath(consent), { follow: false })).location).toBe(consent)
  })
})

describe('a path of this service', () => {
  it.each(['/', '/account', '/account/apps/x/scopes?add=project:admin', '/a%20b?c=%2F%2Fd'])('is %s', path => {
    expect(localPath(path)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'account',
    '',
    '/\u0000',
    '/ä',
    `/${'a'.repeat(3000)}`,
  ])('is not %j', path => {
    expect(localPath(path)).toBeUndefined()
  })
})
