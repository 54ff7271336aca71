import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { verifies } from '../../requirements.ts'
import { authorizePath, keepClient } from '../authorize-steps.ts'
import { MINUTE, ticks, useConsent } from '../consent-scene.ts'
import { openJarOf, signIn } from '../jar.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const STRICT = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

const { testApp, jar, ask, allow, exchange, codeOf, codes, grantOf, events } = useConsent('ada')

describe('the consent page', () => {
  it('stores the grant of the selected scopes, and returns a code that the client exchanges for a token', async () => {
    verifies('4.1.authorize', '5.1.oauth-code')
    const client = await keepClient(testApp.services)
    const page = await ask(client, { scope: 'project:read project:write' })
    const answered = await allow(page, ['project:read'])
    expect([answered.status, answered.path]).toEqual([200, page.path])
    const { origin, pathname, searchParams } = new URL(answered.location ?? '')
    expect(origin + pathname).toBe('https://app.example/callback')
    expect([...searchParams.keys()]).toEqual(['code', 'state', 'iss'])
    expect(searchParams.get('state')).toBe('state-1')
    expect(searchParams.get('iss')).toBe(testApp.services.baseUrl)
    const code = await codeOf(answered)
    const grant = await grantOf('ada', client)
    expect(code).toMatchObject({
      client_id: client.id,
      grant_id: grant?.id,
      redirect_uri: client.redirect_uris[0],
      redirect_uri_given: true,
      scopes: ['project:read'],
      resources: [`${testApp.services.baseUrl}/mcp`],
      expires_at: new Date(testApp.services.now().getTime() + 60_000).toISOString(),
      used_at: null,
    })
    expect(grant).toMatchObject({ scopes: ['project:read'], denied: ['project:write'], accounts: 'all' })
    expect((await testApp.services.store.read.clients.get(client.id))?.last_used_at).not.toBeNull()
    const [event] = await events('ada')
    expect(event).toMatchObject({
      action: 'grant_allowed',
      surface: 'web',
      credential: { kind: 'session' },
      target: client.id,
      detail: { client_name: 'Test App', redirect: 'https://app.example', scopes: 'project:read', grant: grant?.id },
    })
    expect(JSON.stringify(event)).not.toMatch(/svc[gwb]_/)
    const { status, body } = await exchange(answered, client)
    expect([status, body.scope]).toEqual([200, 'project:read'])
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await fetch(`${testApp.url}/api/projects`, { headers })).status).toBe(200)
  })

  it('shows the client, the redirect address, the scopes, and how to revoke them', async () => {
    const client = await keepClient(testApp.services, { name: 'App <b>bold</b>' })
    const { text, status } = await ask(client, { scope: ALL_SCOPES.join(' ') })
    expect(status).toBe(200)
    for (const part of [
      'App &lt;b>bold&lt;/b>',
      'unverified name',
      'https://app.example',
      '<strong>ada</strong>',
      'Use another account',
      'All my accounts',
      'never exceeds your own permissions',
      "don't use it for 30 days",
      'href="/account/apps"',
      '<legend>Read</legend>',
      '<legend>Write</legend>',
      '<legend>Admin</legend>',
      '<legend>Delete</legend>',
      'Delete projects with all their translations, and restore deleted projects.',
      new URL(testApp.services.baseUrl).host,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('<b>bold')
    expect(text).not.toContain('Did you start this yourself?')
  })

  it('shows the host of a client with a metadata document as verified', async () => {
    const id = 'https://known.example/client.json'
    const client = await keepClient(testApp.services, {
      id,
      kind: 'document',
      fetched_at: testApp.services.now().toISOString(),
      fresh_until: '2030-01-01T00:00:00.000Z',
    })
    const { text } = await ask(client)
    expect(text).toContain('<strong>known.example</strong> <span class="badge good">verified domain</span>')
  })

  it('blocks forms that leave the service, and sends all security headers', async () => {
    for (const redirect of ['https://app.example:8443/callback', 'cursor://anysphere.cursor-mcp/oauth/callback']) {
      const page = await ask(await keepClient(testApp.services, { redirect_uris: [redirect] }))
      expect(page.headers).toMatchObject({ ...STRICT, 'cross-origin-opener-policy': 'same-origin' })
      expect(page.headers['content-security-policy']).toBe(POLICY)
      const incomplete = await jar.post(page.path, {})
      expect(incomplete.headers).toMatchObject({ ...STRICT, 'cross-origin-opener-policy': 'same-origin' })
    }
  })

  it('warns of redirect URIs that any local program can receive', async () => {
    const local = await ask(await keepClient(testApp.services, { redirect_uris: ['http://127.0.0.1:59656/cb'] }))
    expect(local.text).toContain('this computer (port 59656)')
    expect(local.text).toContain('Allow only if you just started this sign-in.')
    const app = await ask(await keepClient(testApp.services, { redirect_uris: ['cursor://x/cb'] }))
    expect(app.text).toContain('the app cursor')
    expect(app.text).toContain('Allow only if you just started this sign-in.')
  })
})

describe('a denial', () => {
  it('is returned to the client with its state, and grants nothing', async () => {
    const client = await keepClient(testApp.services)
    const answered = await jar.post((await ask(client)).path, { answer: 'deny', scope: ['project:read'] })
    expect(answered.status).toBe(200)
    const { searchParams } = new URL(answered.location ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: testApp.services.baseUrl,
    })
    expect(searchParams.has('code')).toBe(false)
    expect([await codes(), await grantOf('ada', client)]).toEqual([0, undefined])
    expect((await events('ada'))[0]).toMatchObject({ action: 'grant_denied', target: client.id })
  })

  it('is not assumed: a form without a decision or an account asks again', async () => {
    const client = await keepClient(testApp.services)
    const { path } = await ask(client)
    const scope = ['project:read']
    for (const [fields, words] of [
      [{ scope, accounts: 'all' }, 'Choose Allow or Deny.'],
      [{ answer: 'allow', scope, accounts: 'chosen' }, 'Select at least one account, or choose all your accounts.'],
      [{ answer: 'allow', scope }, 'Select at least one account, or choose all your accounts.'],
    ] as const) {
      const again = await jar.post(path, fields)
      expect([again.status, again.location]).toEqual([400, undefined])
      expect(again.text).toContain(words)
      expect(again.text).toMatch(/autofocus[^>]*>.*?Nothing was allowed yet/s)
      expect(again.text).toMatch(/<title>Error: .* wants to access your account/)
    }
    expect(await codes()).toBe(0)
  })

  it('is not assumed: an incomplete form keeps its selection and accounts', async () => {
    const organization = await testApp.world.organization('acme', { ada: 'admin' })
    const client = await keepClient(testApp.services)
    const page = await ask(client, { scope: 'project:read project:write project:delete' })
    expect(ticks(page)).toEqual(['project:read', 'project:write', 'all'])
    const sent = { scope: ['project:read', 'project:delete'], accounts: 'chosen', account: organization }
    const again = await jar.post(page.path, sent)
    expect(again.status).toBe(400)
    // A change of theme there would lose the page, because only its form has its URL.
    expect([page, again].map(({ text }) => text.includes('action="/theme"'))).toEqual([true, false])
    expect(ticks(again)).toEqual(['project:read', 'project:delete', 'chosen', organization])
    expect(ticks(await jar.post(page.path, { answer: 'allow' }))).toEqual([])
    const both = await jar.post(page.path, { ...sent, answer: 'allow', accounts: 'all' })
    expect(ticks(both)).toEqual(['project:read', 'project:delete', 'all', organization])
  })
})

describe('a form of the consent page', () => {
  it('is valid for its browser, for ten minutes, and once', async () => {
    const client = await keepClient(testApp.services)
    const { path } = await ask(client)
    const other = await openJarOf(testApp, 'ada')
    expect((await other.get(path)).status).toBe(400)
    expect((await allow(await jar.get(path), ['project:read'])).location).toMatch(/[?]code=/)
    const late = await ask(client, { prompt: 'consent' })
    testApp.world.pass(10 * MINUTE)
    expect((await allow(late, ['project:read'])).status).toBe(400)
    expect((await jar.get('/oauth/consent/nothing')).status).toBe(400)
    expect(await codes()).toBe(1)
  })

  it('grants nothing once the client is deleted or has another redirect URI', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client)
    const { store } = testApp.services
    await store.transaction(tx => tx.clients.put({ ...client, redirect_uris: ['https://other.example/'] }))
    const moved = await allow(page, ['project:read'])
    expect([moved.status, moved.location]).toEqual([400, undefined])
    await store.transaction(tx => tx.clients.remove(client.id))
    const gone = await jar.get(page.path)
    expect(gone.status).toBe(400)
    expect(gone.text).toContain('invalid_client')
    expect(await codes()).toBe(0)
  })
})

it('scopes that delete and administer need a sign-in of the last ten minutes', async () => {
  const client = await keepClient(testApp.services)
  testApp.world.pass(11 * MINUTE)
  const page = await ask(client, { scope: 'project:read project:delete' })
  expect(page.text).toContain('need a sign-in of the last ten minutes')
  const sent = await jar.post(
    page.path,
    { answer: 'allow', accounts: 'all', scope: ['project:read', 'project:delete'] },
    { follow: false },
  )
  expect(sent.status).toBe(303)
  expect(sent.location).toMatch(`/login?again=1&next=${encodeURIComponent(page.path)}`)
  expect(await codes()).toBe(0)
  await jar.get(sent.location ?? '')
  const back = await signIn(testApp, jar, 'ada')
  expect(back.path.split('?')[0]).toBe(page.path)
  const code = await codeOf(await allow(back, ['project:read', 'project:delete']))
  expect(code?.scopes).toEqual(['project:read', 'project:delete'])
})

it('prompt=login needs a sign-in after the request, also without the page that says so', async () => {
  const client = await keepClient(testApp.services)
  testApp.world.pass(1000)
  const sent = await jar.get(authorizePath(client, { prompt: 'login' }), { follow: false })
  const held = await jar.get(sent.location ?? '', { follow: false })
  expect(held.location).toBe(`/login?again=1&next=${encodeURIComponent(sent.location ?? '')}`)
  await jar.get(held.location ?? '')
  const page = await signIn(testApp, jar, 'ada')
  expect(page.path).toBe(sent.location)
  expect((await allow(page, ['project:read'])).location).toContain('code=')
})
