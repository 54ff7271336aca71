import { describe, expect, it } from 'vitest'
import { noteWanted } from '../../../src/auth/oauth/grants/step-up.ts'
import { formsOf } from '../../clients/forms.ts'
import { authorizePath, type Connecting, keepClient } from '../authorize-steps.ts'
import { boxes, useConsent } from '../consent-scene.ts'
import { signIn } from '../jar.ts'

type Differs = NonNullable<Parameters<typeof authorizePath>[1]>

const { testApp, jar, ask, allow, codeOf, grantOf, events } = useConsent('ada')

describe('the accounts of a consent', () => {
  it('are all, or the user’s selected ones', async () => {
    const organization = await testApp.world.organization('acme', { ada: 'admin' })
    const foreign = await testApp.world.organization('other', { eve: 'admin' })
    const client = await keepClient(testApp.services)
    const page = await ask(client)
    expect(page.text).toContain('<code>acme</code>')
    expect(page.text).not.toContain('<code>other</code>')
    await allow(page, ['project:read'], { accounts: 'chosen', account: [organization, foreign] })
    expect((await grantOf('ada', client))?.accounts).toEqual([organization])
    const again = await ask(client, { prompt: 'consent' })
    const fields = formsOf(again.text, testApp.url).flatMap(form => form.fields)
    expect(fields.filter(one => one.name === 'accounts' && one.checked).map(({ value }) => value)).toEqual(['chosen'])
    expect(fields.filter(one => one.name === 'account' && one.checked).map(({ value }) => value)).toEqual([
      organization,
    ])
  })

  it('may have no access', async () => {
    const client = await keepClient(testApp.services)
    await testApp.world.setAccount('ada', { has_access: false })
    expect((await allow(await ask(client), ['project:write'])).location).toContain('code=')
  })
})

describe('a connected client that requests more', () => {
  const both = 'project:read project:write project:admin'

  it('is shown with only the new scopes, selected if they were refused recently', async () => {
    const client = await keepClient(testApp.services)
    await allow(await ask(client, { scope: 'project:read' }), ['project:read'])
    const grant = await grantOf('ada', client)
    const { store, now } = testApp.services
    await store.transaction(tx => noteWanted(tx, grant?.id ?? '', ['project:write'], now()))
    const page = await ask(client, { scope: both })
    expect(page.text).toContain('This app asks for more permissions')
    expect(page.text).toContain('<h1><bdi>Test App</bdi> wants more access to your account</h1>')
    expect(page.text).toContain('<title>Test App wants more access to your account · Dragoman</title>')
    expect(page.text).toContain('The app needed this a moment ago.')
    expect(boxes(page)).toEqual({ ticked: ['project:write'], open: ['project:admin'] })
    const answered = await allow(page, ['project:write'])
    expect((await codeOf(answered))?.scopes).toEqual(['project:read', 'project:write'])
    expect(await grantOf('ada', client)).toMatchObject({
      scopes: ['project:read', 'project:write'],
      denied: ['project:admin'],
      wanted: [],
    })
  })

  it('keeps its scopes when the user denies the request, and the denial is remembered', async () => {
    const client = await keepClient(testApp.services)
    await allow(await ask(client, { scope: 'project:read' }), ['project:read'])
    await jar.post((await ask(client, { scope: both })).path, { answer: 'deny' })
    expect(await grantOf('ada', client)).toMatchObject({
      scopes: ['project:read'],
      denied: ['project:write', 'project:admin'],
    })
    const known = await ask(client, { scope: 'project:read', prompt: 'consent' })
    expect(known.text).toContain('<h1><bdi>Test App</bdi> wants to access your account</h1>')
    const page = await ask(client, { scope: both, prompt: 'consent' })
    expect(page.text).toContain('You denied this before.')
    expect(boxes(page).ticked).toEqual([])
  })
})

describe('a given consent', () => {
  async function connect(differs: Partial<Parameters<typeof keepClient>[1]> = {}) {
    const client = await keepClient(testApp.services, differs)
    await signIn(testApp, jar, 'ada')
    await allow(await ask(client, { scope: 'project:read voice:read' }), ['project:read', 'voice:read'])
    return client
  }
  const again = (client: Connecting, differs: Differs = {}) =>
    jar.get(authorizePath(client, { scope: 'project:read voice:read', ...differs }), { follow: false })

  it('is not requested again: the code comes without a page, and is in the audit log', async () => {
    const client = await connect()
    const answered = await again(client)
    expect(answered.status).toBe(302)
    expect((await codeOf(answered))?.scopes).toEqual(['project:read', 'voice:read'])
    expect((await codeOf(await again(client, { prompt: 'none', scope: 'project:read' })))?.scopes).toEqual([
      'project:read',
    ])
    const [event] = await events('ada')
    expect(event).toMatchObject({ action: 'grant_allowed', detail: { remembered: true, scopes: 'project:read' } })
  })

  it('is used after signing in, by a page, because a form may not redirect elsewhere', async () => {
    const client = await connect()
    jar.cookies.clear()
    const kept = await again(client)
    await jar.get(kept.location ?? '')
    const page = await signIn(testApp, jar, 'ada')
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/content="0; url=https:\/\/app.example\/callback\?code=svcg_/)
    // By way of the sign-in page there may be a form behind this address as well.
    const direct = await jar.get(authorizePath(client, { scope: 'project:read' }), {
      follow: false,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect([direct.status, direct.location]).toEqual([200, expect.stringContaining('code=svcg_')])
  })

  it('is requested again for a new scope or user, and after a revocation', async () => {
    const client = await connect()
    const asks = async (differs: Differs = {}) =>
      expect((await again(client, differs)).location).toMatch(/^\/oauth\/consent\//)
    await asks({ scope: 'project:read project:write' })
    const { store, now } = testApp.services
    const grant = await grantOf('ada', client)
    if (grant === undefined) throw new Error('no grant')
    await store.transaction(tx => tx.grants.put({ ...grant, revoked_at: now().toISOString() }))
    await asks()
    await store.transaction(tx => tx.grants.put(grant))
    expect((await codeOf(await again(client)))?.grant_id).toBe(grant.id)
    jar.cookies.clear()
    await signIn(testApp, jar, 'eve')
    await asks()
  })

  it('is requested each time when any local program can listen', async () => {
    for (const redirect_uris of [
      ['http://127.0.0.1/callback'],
      ['cursor://x/cb'],
      ['https://localhost.:8443/cb'],
      ['https://[::ffff:7f00:1]/cb'],
    ]) {
      const client = await connect({ redirect_uris })
      expect((await ask(client, { prompt: 'consent' })).text).toContain('Did you start this yourself?')
      expect((await again(client)).location).toMatch(/^\/oauth\/consent\//)
      const silent = await again(client, { prompt: 'none' })
      expect(new URL(silent.location ?? 'none:').searchParams.get('error')).toBe('consent_required')
    }
  })

  it('is remembered for a site whose name only looks like loopback', async () => {
    for (const redirect of ['https://localhost.example/cb', 'https://127.0.0.1.example/cb', 'https://128.0.0.1/cb']) {
      expect((await again(await connect({ redirect_uris: [redirect] }))).location).toMatch(/code=/)
    }
  })

  it('does not apply to another client, whose page shows the redirect address', async () => {
    await connect()
    const attacker = await keepClient(testApp.services, { redirect_uris: ['https://attacker.example/callback'] })
    const page = await ask(attacker, { scope: 'project:read' })
    expect(page.path).toMatch(/^\/oauth\/consent\//)
    expect(page.text).toContain('<strong>https://attacker.example</strong>')
  })
})

it('a client that requests no scope gets on another machine what its user has allowed, with later additions', async () => {
  const client = await keepClient(testApp.services)
  const nameless = { scope: undefined }
  expect((await codeOf(await allow(await ask(client, nameless), ['project:read'])))?.scopes).toEqual(['project:read'])
  await allow(await ask(client, { scope: 'project:admin' }), ['project:admin'])
  const page = await ask(client, nameless)
  const already = page.text.slice(page.text.indexOf('Current permissions'), page.text.indexOf('</details>'))
  expect([...already.matchAll(/<code>([^<]+)</g)].map(([, scope]) => scope)).toEqual(['project:read', 'project:admin'])
  const again = await codeOf(await allow(page, []))
  expect(again?.scopes).toEqual(['project:read', 'project:admin'])
  expect((await events('ada'))[0]?.detail).toMatchObject({ scopes: 'project:read project:admin' })
  const remembered = await codeOf(await jar.get(authorizePath(client, nameless), { follow: false }))
  expect(remembered?.scopes).toEqual(['project:read', 'project:admin'])
  expect((await events('ada'))[0]?.detail).toMatchObject({ remembered: true, scopes: 'project:read project:admin' })
  const named = await codeOf(await allow(await ask(client, { scope: 'project:read', prompt: 'consent' }), []))
  expect(named?.scopes).toEqual(['project:read'])
})
