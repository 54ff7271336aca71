import { beforeEach, describe, expect, it } from 'vitest'
import { statusOf } from '../../auth/oauth/authorized.ts'
import { eachTest } from '../../harness/each-test.ts'
import { type Jar, openJar, openJarOf, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useFreshTestApp } from '../scene.ts'
import { visible } from '../visible.ts'

const MINUTE = 60_000

const testApp = useFreshTestApp()
const ada = eachTest(() => browserOf('ada'))
beforeEach(async () => {
  await setOperator('ada', true)
  await testApp.world.user('pat')
  await testApp.world.organization('acme', { pat: 'admin', bob: 'member' })
})

const browserOf = (handle: string) => openJarOf(testApp, handle)
const setOperator = (handle: string, operator: boolean) =>
  testApp.services.store.transaction(async tx => {
    const user = await tx.users.by('handle', handle)
    if (user === undefined) throw new Error(`no ${handle}`)
    await tx.users.put({ ...user, operator })
  })
const userOf = (handle: string) => testApp.services.store.read.users.by('handle', handle)
const accountOf = (handle: string) => testApp.services.store.read.accounts.by('handle', handle)
/** Presses a button of the page of this account. */
const change = async (jar: Jar, account: string, what: string, follow = true) => {
  await jar.get(`/operator/accounts/${account}`)
  return jar.post('/operator/accounts', { account, change: what }, { follow })
}
/** The same on a page that was opened before. */
const press = (jar: Jar, account: string, what: string, follow = true) =>
  jar.post('/operator/accounts', { account, change: what }, { follow })
const handles = (html: string) => [...html.matchAll(/aria-label="Manage ([^"]+)"/g)].map(([, handle]) => handle)

describe('the operator page', () => {
  it('lists all accounts, the operators and the state of the server', async () => {
    const { status, text } = await ada.get('/operator')
    expect(status).toBe(200)
    expect(handles(text)).toEqual(['acme', 'ada', 'bob', 'pat'])
    expect(visible(text)).toContain('lowdb, writable')
    expect(visible(text)).toContain('Organization of pat, 2 members')
    expect(visible(text)).toContain('ada Sign-in links only')
    expect(text).toContain('href="/operator/accounts/acme"')
    expect(text).not.toMatch(/<[^>]* (style|on[a-z]+)=/)
  })

  it('is for operators only', async () => {
    const eve = await browserOf('eve')
    const { status, text } = await eve.get('/operator')
    expect(status).toBe(403)
    expect(text).toContain('Only operators of this server can do this.')
    expect(handles(text)).toEqual([])
    const stranger = openJar(testApp.services.baseUrl)
    expect(await stranger.get('/operator', { follow: false })).toMatchObject({ location: '/login?next=%2Foperator' })
  })

  it('finds accounts by kind and by the beginning of the handle, and keeps the search while paging', async () => {
    const found = async (query: string) => handles((await ada.get(`/operator?${query}`)).text)
    expect(await found('kind=organization')).toEqual(['acme'])
    expect(await found('kind=personal&starting_with=')).toEqual(['ada', 'bob', 'pat'])
    expect(await found('starting_with=A')).toEqual(['acme', 'ada'])
    expect(await found('starting_with=zz')).toEqual([])
    expect((await ada.get('/operator?kind=other')).status).toBe(400)
    for (let count = 10; count < 40; count += 1) await testApp.world.user(`zed-${count}`)
    const { text } = await ada.get('/operator?starting_with=zed&kind=personal')
    expect(handles(text)).toHaveLength(25)
    const next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const more = await ada.get(next)
    expect(handles(more.text)).toEqual(['zed-35', 'zed-36', 'zed-37', 'zed-38', 'zed-39'])
    expect(more.text).toContain('value="zed"')
  })

  it('withdraws and grants access', async () => {
    const withdrawn = await change(ada, 'acme', 'withdraw')
    expect(withdrawn.path).toBe('/operator/accounts/acme?changed=acme&change=withdraw')
    expect(withdrawn.text).toContain('acme is read-only now.')
    expect((await ada.get('/operator')).text).toContain('Read-only')
    expect((await accountOf('acme'))?.has_access).toBe(false)
    expect((await change(ada, 'acme', 'grant')).text).toContain('acme can write.')
    expect((await accountOf('acme'))?.has_access).toBe(true)
  })

  it('asks before an account is made read-only, and warns of the own account', async () => {
    const [pat, acme, own] = [
      visible((await ada.get('/operator/accounts/pat')).text),
      visible((await ada.get('/operator/accounts/acme')).text),
      visible((await ada.get('/operator/accounts/ada')).text),
    ]
    expect(pat).toContain('Make pat read-only? pat can read but not change anything, including in organizations.')
    expect(acme).toContain('Make acme read-only? acme and its projects can be read but not changed.')
    expect(own).toMatch(/Make ada read-only\? This is your own account You will lose write access/)
    for (const text of [pat, acme]) expect(text).not.toContain('You will lose')
  })

  it('lets operators grant themselves the access that they gave up', async () => {
    await change(ada, 'ada', 'withdraw')
    expect((await accountOf('ada'))?.has_access).toBe(false)
    expect((await change(ada, 'ada', 'grant')).text).toContain('ada can write.')
  })

  it('suspends a user at once, and resumes them', async () => {
    const { token } = await testApp.token('pat', ['user:read'])
    const pat = await browserOf('pat')
    expect((await change(ada, 'pat', 'suspend')).text).toContain('pat is suspended and signed out everywhere.')
    expect(await pat.get('/account', { follow: false })).toMatchObject({ status: 302 })
    expect(await statusOf(testApp, token)).toBe(401)
    expect((await change(ada, 'pat', 'resume')).text).toContain('pat can sign in again.')
    expect(await statusOf(testApp, token)).toBe(200)
    const { items } = await testApp.services.store.read.audit.page('account', (await accountOf('pat'))?.id ?? '', {
      limit: 2,
    })
    const by = (await userOf('ada'))?.id
    expect(items).toMatchObject([
      { action: 'user resume', user_id: by, surface: 'web', credential: { kind: 'session' } },
      { action: 'user suspend', user_id: by, surface: 'web', changes: { suspended_at: { from: null } } },
    ])
  })

  it('reports only what happened, whatever its URL claims', async () => {
    const page = '/operator/accounts/pat'
    const { text } = await ada.get(`${page}?changed=pat&change=suspend`)
    expect(text).not.toContain('pat is suspended')
    expect((await ada.get(`${page}?changed=pat&change=constructor`)).status).toBe(200)
    expect((await ada.get(`${page}?changed=${'x'.repeat(500)}&change=grant`)).status).toBe(200)
  })

  it('does not let an operator suspend themselves', async () => {
    await setOperator('bob', true)
    expect((await ada.get('/operator/accounts/ada')).text).not.toContain('value="suspend"')
    expect((await ada.get('/operator/accounts/pat')).text).toContain('value="suspend"')
    expect(await change(ada, 'ada', 'suspend')).toMatchObject({ status: 403 })
    expect(await userOf('ada')).not.toHaveProperty('suspended_at')
  })

  it('changes nothing for an incomplete form', async () => {
    expect(await change(ada, 'pat', 'toString')).toMatchObject({ status: 400 })
    await ada.get('/operator/accounts/pat')
    expect(await press(ada, 'nobody', 'suspend')).toMatchObject({ status: 404 })
    expect(await change(ada, 'acme', 'suspend')).toMatchObject({ status: 404 })
  })
})

describe('a change by an operator', () => {
  it('is rejected for other users, however old their sign-in is', async () => {
    const eve = await browserOf('eve')
    testApp.world.pass(10 * MINUTE)
    const csrf = await ownCsrf(testApp, eve, '/operator/accounts')
    const fields = { csrf, account: 'pat', change: 'suspend' }
    expect(await eve.post('/operator/accounts', fields, { follow: false })).toMatchObject({ status: 403 })
    expect(eve.last().text).toContain('Only operators of this server can do this.')
  })

  it.each(['withdraw', 'suspend'])('needs a sign-in of the last ten minutes: %s', async what => {
    testApp.world.pass(10 * MINUTE)
    const { text } = await ada.get('/operator/accounts/pat')
    expect(text).toContain('A change needs a sign-in of the last ten minutes')
    const { location } = await change(ada, 'pat', what, false)
    const asked = await ada.get(location ?? '')
    expect(asked.text).toContain('This action needs a sign-in within the last 10 minutes.')
    expect(await userOf('pat')).not.toHaveProperty('suspended_at')
    expect((await accountOf('pat'))?.has_access).toBe(true)
    const back = await signIn(testApp, ada, 'ada')
    expect(back.path).toContain('/operator/accounts/pat?')
    expect(back.text).toContain('Nothing was done yet')
    expect(back.text).toContain(what === 'suspend' ? '“Suspend” of pat' : '“Make read-only” of pat')
    const done = await change(ada, 'pat', what)
    expect(done.path).toBe(`/operator/accounts/pat?changed=pat&change=${what}`)
    expect(done.text).not.toContain('Nothing was done yet')
  })
})
