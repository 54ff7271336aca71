import { describe, expect, it } from 'vitest'
import { openJarOf, type Seen, signIn } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { comeBack, onward, start, through, walk } from './sign-in-steps.ts'

const MINUTE = 60_000

const { github, testApp, reopen, jarOf } = useGithub()

const read = () => testApp.services.store.read
const sessions = () => read().sessions.list('all', '')
const begun = async (jar = jarOf()): Promise<string> =>
  through(onward(await start(jar, 'github')), testApp.services.baseUrl)
const changed = (address: string, change: (parameters: URLSearchParams) => void): string => {
  const url = new URL(address)
  change(url.searchParams)
  return url.href
}
const sessionIn = ({ headers }: Seen) => headers['set-cookie']?.find(line => line.startsWith('dragoman_session='))
const actions = async (handle: string) => {
  const user = await read().users.by('handle', handle)
  const { items } = await read().audit.page('user', user?.id ?? '', { limit: 20 })
  return items.map(({ action }) => action).toReversed()
}

describe('the callback of a provider', () => {
  it.each<[string, (parameters: URLSearchParams) => void]>([
    ['no state', parameters => parameters.delete('state')],
    ['an unknown state', parameters => parameters.set('state', 'x'.repeat(43))],
    ['its state twice', parameters => parameters.append('state', parameters.get('state') ?? '')],
  ])('is rejected with %s, before the code is exchanged', async (_what, change) => {
    const jar = jarOf()
    const seen = await comeBack(jar, changed(await begun(jar), change))
    expect(seen).toMatchObject({ status: 400, headers: { 'cache-control': 'no-store' } })
    expect(seen.text).toContain('was already used, expired after 10 minutes, or was started in another browser')
    expect(jar.cookies.has('dragoman_session')).toBe(false)
    expect(await sessions()).toEqual([])
    expect(github.tokens).toEqual([])
  })

  it('is rejected in another browser, and stays valid in the first one', async () => {
    const [mine, other] = [jarOf(), jarOf()]
    const address = await begun(mine)
    await other.get('/login')
    expect(await comeBack(other, address)).toMatchObject({ status: 400 })
    expect(await comeBack(jarOf(), address)).toMatchObject({ status: 400 })
    expect(await sessions()).toEqual([])
    expect(await comeBack(mine, address)).toMatchObject({ status: 302, location: '/' })
  })

  it('creates one session, also for three concurrent requests', async () => {
    const jar = jarOf()
    const address = await begun(jar)
    const seen = await Promise.all([1, 2, 3].map(() => comeBack(jar, address)))
    expect(seen.map(({ status }) => status)).toEqual([302, 302, 302])
    expect(new Set(seen.map(sessionIn)).size).toBe(1)
    expect(await sessions()).toHaveLength(1)
    expect(await actions('octo-cat')).toEqual(['sign_in'])
    const redeemed = github.seen.filter(({ url }) => url.pathname === '/login/oauth/access_token')
    expect(redeemed).toHaveLength(1)
    const fresh = new URL(await begun()).searchParams.get('code') ?? ''
    const mixed = changed(address, parameters => parameters.set('code', fresh))
    expect((await comeBack(jar, mixed)).text).toContain(
      'was already used, expired after 10 minutes, or was started in another browser',
    )
  })

  it('is rejected after ten minutes', async () => {
    const jar = jarOf()
    const early = await begun(jar)
    testApp.world.pass(10 * MINUTE - 1)
    expect(await comeBack(jar, early)).toMatchObject({ status: 302 })
    const other = jarOf()
    const address = await begun(other)
    testApp.world.pass(10 * MINUTE)
    expect(await comeBack(other, address)).toMatchObject({ status: 400 })
  })

  it('is rejected for another provider', async () => {
    const other = { ...github.config, kind: 'gitlab' as const }
    await reopen({ providers: [github.config, other] })
    const jar = jarOf()
    const address = (await begun(jar)).replace('/login/github/', '/login/gitlab/')
    expect(await comeBack(jar, address)).toMatchObject({ status: 400 })
    expect(await sessions()).toEqual([])
  })

  it('is rejected for HEAD, POST and an unknown provider', async () => {
    const jar = jarOf()
    const address = await begun(jar)
    expect(await jar.get(address, { method: 'HEAD' })).toMatchObject({ status: 405 })
    expect(await jar.post(address, { csrf: 'x' })).toMatchObject({ status: 405 })
    expect(await jar.get('/login/gitlab/callback?state=x&code=y')).toMatchObject({ status: 404 })
    expect(await comeBack(jar, address)).toMatchObject({ status: 302 })
  })

  it('does not show its parameters on the page', async () => {
    const jar = jarOf()
    const address = changed(await begun(jar), parameters => {
      parameters.delete('code')
      parameters.set('error', '<img src=x>')
      parameters.set('error_description', 'Call 555-0100 now')
    })
    const seen = await comeBack(jar, address)
    expect(seen.status).toBe(502)
    expect(seen.text).not.toMatch(/<img|555-0100/)
  })
})

describe('the form that leads to a provider', () => {
  it('keeps the return path for a second try after an error', async () => {
    const jar = jarOf()
    await jar.get('/login?next=/oauth/consent/x')
    const location = onward(await jar.post('/login/github', {}, { follow: false }))
    const address = changed(await through(location, testApp.services.baseUrl), one => one.set('state', 'x'))
    expect((await comeBack(jar, address)).text).toContain('href="/login?next=%2Foauth%2Fconsent%2Fx"')
  })

  it('cannot be sent by another site, and GET starts nothing', async () => {
    const jar = jarOf()
    await jar.get('/login')
    const manner = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
    expect(await jar.post('/login/github', {}, manner)).toMatchObject({ status: 403 })
    expect(await jar.post('/login/github', { csrf: 'guessed' })).toMatchObject({ status: 400 })
    expect(await jar.get('/login/github', { follow: false })).toMatchObject({ status: 302, location: '/login' })
    expect(await read().sign_ins.list('all', '')).toEqual([])
  })

  it('counts towards the sign-in limit', async () => {
    await reopen({}, { rateLimitFactor: 1 })
    const jar = jarOf()
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) {
      statuses.push((await comeBack(jar, `${testApp.services.baseUrl}/login/github/callback?state=x`)).status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(statuses.at(-1)).toBe(429)
    expect(jar.last().headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })
})

describe('adding a provider to an account', () => {
  it('adds a sign-in method, even when new users need an invitation', async () => {
    await reopen({ newAccounts: 'invite' })
    const jar = await openJarOf(testApp, 'grace')
    expect(await walk(testApp, jar, 'github', { add: '1' })).toMatchObject({ status: 302, location: '/account' })
    const grace = await read().users.by('handle', 'grace')
    expect(await read().identities.list('user', grace?.id ?? '')).toMatchObject([{ subject: '583231' }])
    expect(await actions('grace')).toContain('identity_added')
    const other = jarOf()
    expect(await walk(testApp, other, 'github')).toMatchObject({ status: 302 })
    expect((await sessions()).map(({ user_id }) => user_id)).toEqual([grace?.id, grace?.id])
    expect(await read().users.by('handle', 'octo-cat')).toBeUndefined()
  })

  it('rejects an identity of another user, and changes neither account', async () => {
    await walk(testApp, jarOf(), 'github')
    const jar = await openJarOf(testApp, 'grace')
    const seen = await walk(testApp, jar, 'github', { add: '1' })
    expect(seen).toMatchObject({ status: 409, text: expect.stringContaining('belongs to another user here') })
    const [grace, octo] = await Promise.all(['grace', 'octo-cat'].map(handle => read().users.by('handle', handle)))
    expect(await read().identities.list('user', grace?.id ?? '')).toEqual([])
    expect(await read().identities.list('user', octo?.id ?? '')).toHaveLength(1)
    expect(await actions('grace')).toContain('sign_in_refused')
  })

  it('needs a sign-in of the last ten minutes', async () => {
    const jar = await openJarOf(testApp, 'grace')
    testApp.world.pass(10 * MINUTE)
    const seen = await start(jar, 'github', { add: '1' })
    expect(seen).toMatchObject({ status: 303, location: expect.stringContaining('/login?again=1&next=%2Faccount') })
    await signIn(testApp, jar, 'grace')
    const next = new URL(seen.location ?? '', testApp.url).searchParams.get('next') ?? ''
    expect((await jar.get(next)).text).toContain('Nothing was done yet')
    expect((await start(jarOf(), 'github', { add: '1' })).status).toBe(303)
    expect(await read().sign_ins.list('all', '')).toEqual([])
  })

  it('adds nothing for a user who signed out meanwhile, or whom another replaced', async () => {
    for (const meanwhile of ['out', 'ada'] as const) {
      const jar = await openJarOf(testApp, 'grace')
      const address = await through(onward(await start(jar, 'github', { add: '1' })), testApp.services.baseUrl)
      if (meanwhile === 'out') jar.cookies.delete('dragoman_session')
      else {
        const other = await openJarOf(testApp, 'ada')
        jar.cookies.set('dragoman_session', other.cookies.get('dragoman_session') ?? '')
      }
      expect(await comeBack(jar, address)).toMatchObject({ status: 400 })
    }
    for (const handle of ['grace', 'ada']) {
      const user = await read().users.by('handle', handle)
      expect(await read().identities.list('user', user?.id ?? '')).toEqual([])
    }
  })

  it('adds no identity that the sign-in rules reject', async () => {
    await reopen({ allowed: ['gitlab-group:acme'] })
    const jar = await openJarOf(testApp, 'grace')
    expect(await walk(testApp, jar, 'github', { add: '1' })).toMatchObject({ status: 403 })
  })
})
