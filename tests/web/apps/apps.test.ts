import { describe, expect, it } from 'vitest'
import { revokeStolenFamily } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { noteWanted } from '../../../src/auth/oauth/grants/step-up.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { makeAccountToken, scopesOf as scopesOfToken } from '../../auth/oauth/authorized.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openJarOf, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useOneTestApp } from '../scene.ts'

const MINUTE = 60_000

const testApp = useOneTestApp()
const ada = eachTest(() => openJarOf(testApp, 'ada'))
const app = eachTest(() => connect(testApp.services, 'ada'))

const path = (more = '') => `/account/apps/${app.grantId}${more}`
const grant = async (id = app.grantId) => {
  const found = await testApp.services.store.read.grants.get(id)
  if (found === undefined) throw new Error('no grant')
  return found
}
const want = (...scopes: Scope[]) =>
  testApp.services.store.transaction(tx => noteWanted(tx, app.grantId, scopes, testApp.services.now()))
const scopesOf = (token: string) => scopesOfToken(testApp, token)
const lastEvent = async () => {
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  const { items } = await testApp.services.store.read.audit.page('user', user?.id ?? '', { limit: 1 })
  return items[0]
}
/** The checkboxes of the page, and which are selected. */
const boxes = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="(scope|account)" value="([^"]+)"([^>]*)>/g)].map(
    ([, , value = '', rest = '']) => `${value}${/\bchecked\b/.test(rest) ? '*' : ''}`,
  )

describe('the list of connected apps', () => {
  it('shows each with its address, scopes, machines and last use, as text', async () => {
    const clientName = '<img src=x onerror=alert(1)> “Ünï”'
    const other = await connect(testApp.services, 'ada', { clientName, scopes: ['project:read'], clientId: 'two' })
    await connect(testApp.services, 'ada', { clientName, scopes: ['project:read'], clientId: 'two' })
    await fetch(`${testApp.url}/api/context`, {
      headers: { authorization: `Bearer ${other.token}`, 'user-agent': 'codex/9 <b>' },
    })
    await expect.poll(async () => (await grant(other.grantId)).last_used_at).not.toBeNull()
    const { status, text, headers } = await ada.get('/account/apps')
    expect(status).toBe(200)
    expect(text).toContain('&lt;img src=x onerror=alert(1)>')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('<b>')
    expect(text).toMatch(/this computer<\/span><\/td><td class="wide">1 scope<\/td><td class="wide">2 devices</)
    expect(text).toMatch(/just now.* from 127\.0\.0\.1.* by codex\/9/s)
    expect(text).toContain('<td>Never</td>')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(text.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* (style|on[a-z]+)=/)
  })

  it('explains how to connect an app when there is none', async () => {
    const grace = await openJarOf(testApp, 'grace')
    const { text } = await grace.get('/account/apps?revoked=all')
    expect(text).toContain('No app is connected')
    expect(text).toMatch(/<pre tabindex="0" dir="auto">[^<]*\/mcp<\/pre>/i)
    expect(text).not.toContain('All apps are revoked')
    expect((await ada.get('/account/apps?revoked=all')).text).not.toContain('All apps are revoked')
  })

  it('reports a reused token of an app for 30 days', async () => {
    const other = await connect(testApp.services, 'ada', { clientName: 'Stolen One' })
    await testApp.services.store.transaction(async tx => {
      const family = await tx.families.get(other.familyId)
      if (family !== undefined) await revokeStolenFamily(tx, family, testApp.services.now())
    })
    expect((await ada.get('/account/apps')).text).toContain('Stolen One was signed out on one device')
    await ada.post(`/account/apps/${other.grantId}/revoke`)
    expect((await ada.get('/account/apps')).text).toContain('Stolen One was signed out on one device')
    testApp.world.pass(30 * 24 * 60 * MINUTE)
    await signIn(testApp, ada, 'ada')
    testApp.world.pass(1)
    expect((await ada.get('/account/apps')).text).not.toContain('was signed out on one device')
  })

  it('revokes all apps', async () => {
    const other = await connect(testApp.services, 'ada')
    const { path: at, text } = await ada.sendForm('/account/apps')
    expect(at).toBe('/account/apps?revoked=all')
    expect(text).toContain('All apps are revoked')
    expect(text).toContain('No app is connected')
    for (const one of [app, other]) expect(await scopesOf(one.token)).toBeUndefined()
  })
})

describe('the page of a connected app', () => {
  it('revokes the app by one form, at once, in the name of the user', async () => {
    expect((await ada.get(path())).text).toContain('<dt>Devices</dt>')
    const { path: at } = await ada.post(path('/revoke'))
    expect(at).toBe(`/account/apps?revoked=${app.grantId}`)
    expect(await scopesOf(app.token)).toBeUndefined()
    expect(await grant()).toMatchObject({ revoked_for: 'user' })
    expect(await lastEvent()).toMatchObject({
      action: 'revoke_grant',
      surface: 'web',
      target: app.grantId,
      credential: { kind: 'session' },
      client: 'Mozilla/5.0 (X11; Linux x86_64) Jar/1.0',
    })
  })

  it('reports a revoked app, also to a repeated request, and revokes it once', async () => {
    const csrf = await ownCsrf(testApp, ada, path('/revoke'))
    const first = await ada.post(path('/revoke'), { csrf })
    const event = await lastEvent()
    testApp.world.pass(MINUTE)
    const second = await ada.post(path('/revoke'), { csrf })
    for (const seen of [first, second, await ada.get(path())]) {
      expect(seen).toMatchObject({ status: 200, path: `/account/apps?revoked=${app.grantId}` })
      expect(seen.text).toContain('Claude Code is revoked')
    }
    expect(await lastEvent()).toEqual(event)
  })

  it('reports no revocation that did not happen or belongs to another user', async () => {
    const foreign = await connect(testApp.services, 'grace', { clientName: 'Of Grace' })
    const grace = await openJarOf(testApp, 'grace')
    await grace.get('/account/apps')
    await grace.post(`/account/apps/${foreign.grantId}/revoke`)
    for (const id of [app.grantId, foreign.grantId, 'nothing', '']) {
      const { status, text } = await ada.get(`/account/apps?revoked=${id}`)
      expect(status).toBe(200)
      expect(text).not.toContain('is revoked')
      expect(text).not.toContain('Of Grace')
    }
  })

  it('reports scopes that were just added, if the app has them', async () => {
    const { text } = await ada.get(path('?added=project:write+project:admin+nonsense'))
    const [, notice = ''] = /Permissions added(.*?)<\/ul>/s.exec(text) ?? []
    expect([...notice.matchAll(/<code>([^<]+)</g)].map(([, scope]) => scope)).toEqual(['project:write'])
    expect((await ada.get(path('?added=project:admin'))).text).not.toContain('Permissions added')
    expect((await ada.get(path())).text).not.toContain('Permissions added')
  })

  it('removes a scope from existing tokens, and revokes the account tokens that have it', async () => {
    const all = await connect(testApp.services, 'ada', { scopes: [...EVERYDAY_SCOPES, 'user:write'] })
    const make = (scopes: readonly Scope[]) => makeAccountToken(testApp, all.token, { scopes })
    const [writer, reader] = [await make(['project:write', 'project:read']), await make(['project:read'])]
    await ada.get(`/account/apps/${all.grantId}`)
    const { path: at } = await ada.post(`/account/apps/${all.grantId}/scopes`, {
      scope: 'project:write',
      answer: 'remove',
    })
    expect(at).toBe(`/account/apps/${all.grantId}?removed=project%3Awrite`)
    expect(ada.last().text).toMatch(/Permission removed.*?<code>project:write</s)
    expect((await ada.get(`/account/apps/${all.grantId}?removed=project:read`)).text).not.toContain(
      'Permission removed',
    )
    expect(await scopesOf(all.token)).not.toContain('project:write')
    expect(await scopesOf(writer)).toBeUndefined()
    expect(await scopesOf(reader)).toEqual(['project:read'])
    expect((await grant(all.grantId)).denied).toEqual(['project:write'])
    expect(await lastEvent()).toMatchObject({
      action: 'grant_narrowed',
      target: all.grantId,
      detail: { scopes: 'project:write', revoked_tokens: 1 },
    })
    const { items } = await testApp.services.store.read.audit.page('all', '', { limit: 2 })
    expect(items[1]).toMatchObject({ action: 'revoke_token', detail: { why: 'app_narrowed' } })
  })

  it('returns 404 for an app of another user and for an unknown one', async () => {
    const foreign = await connect(testApp.services, 'grace')
    for (const id of [foreign.grantId, 'nothing']) {
      for (const more of ['', '/scopes', '/scopes?add=project:admin']) {
        const { status, text } = await ada.get(`/account/apps/${id}${more}`)
        expect(status).toBe(404)
        expect(text).not.toContain('Claude Code')
        expect(text).toContain('href="/account/apps">Connected apps<')
      }
      for (const more of ['/revoke', '/scopes']) {
        const csrf = await ownCsrf(testApp, ada, `/account/apps/${id}${more}`)
        const fields = { csrf, answer: 'allow', scope: 'user:write' }
        expect((await ada.post(`/account/apps/${id}${more}`, fields)).status).toBe(404)
      }
    }
    expect(await scopesOf(foreign.token)).toEqual(EVERYDAY_SCOPES)
  })
})

describe('the approval link', () => {
  it('selects scopes that the app was refused, and adds them to existing tokens', async () => {
    await want('project:delete')
    const { text } = await ada.get(path('/scopes?add=project:delete'))
    expect(text).toContain('Needed in the last 15 minutes')
    expect(text).not.toContain('The app did not ask for this')
    expect(boxes(text)).toEqual(['project:delete*'])
    const { path: at } = await ada.post(path('/scopes?add=project:delete'), {
      scope: 'project:delete',
      answer: 'allow',
    })
    expect(at).toBe(path('?added=project%3Adelete'))
    expect(await scopesOf(app.token)).toContain('project:delete')
    expect(await grant()).toMatchObject({ wanted: [], denied: [] })
    expect(await lastEvent()).toMatchObject({
      action: 'grant_widened',
      surface: 'web',
      target: app.grantId,
      detail: { client_name: 'Claude Code', scopes: 'project:delete' },
    })
  })

  it('flags scopes that the app did not request, without selecting them, at the end', async () => {
    await want('user:write')
    const { text } = await ada.get(path('/scopes?add=project:admin+user:write+everything'))
    expect(boxes(text)).toEqual(['user:write*', 'project:admin'])
    expect(text.indexOf('Needed in the last')).toBeLessThan(text.indexOf('The app did not ask for this'))
    expect(text).toContain('Unknown scopes in the address')
    expect(text).toContain('everything')
  })

  it('needs a sign-in of the last ten minutes for scopes that delete or administer', async () => {
    testApp.world.pass(10 * MINUTE)
    await want('project:delete', 'user:write')
    const back = encodeURIComponent(path('/scopes?add=project:delete'))
    const asked = await ada.get(path('/scopes?add=project:delete'), { follow: false })
    expect([asked.status, asked.location]).toEqual([302, `/login?again=1&next=${back}`])
    await ada.get(path('/scopes?add=user:write'))
    const sent = await ada.post(
      path('/scopes?add=user:write+project:delete'),
      { scope: ['user:write', 'project:delete'], answer: 'allow' },
      { follow: false },
    )
    expect(sent.location).toMatch(/^\/login\?again=1&next=/)
    expect((await grant()).scopes).toEqual(EVERYDAY_SCOPES)
    await ada.get(path('/scopes?add=user:write'))
    await ada.post(path('/scopes?add=user:write+project:delete'), { scope: 'user:write', answer: 'allow' })
    expect((await grant()).scopes).toContain('user:write')
  })

  it('remembers a denial, so that calls get an error result', async () => {
    await want('project:admin')
    await ada.sendForm(path('/scopes?add=project:admin'), { scope: 'project:admin', answer: 'deny' })
    expect(await grant()).toMatchObject({ scopes: EVERYDAY_SCOPES, denied: ['project:admin'], wanted: [] })
    expect(await lastEvent()).toMatchObject({ action: 'grant_denied', detail: { scopes: 'project:admin' } })
  })

  it('asks for a selection when nothing is selected', async () => {
    await want('user:write')
    const { status, text } = await ada.sendForm(path('/scopes?add=user:write'), { answer: 'allow' })
    expect(status).toBe(400)
    expect(text).toContain('Nothing is selected')
    expect(text).toContain('Code: <code>invalid_input</code>')
    expect(text).toContain('<title>Error: Add permissions for Claude Code')
    expect(text).toMatch(/autofocus[^>]*>.*?Nothing is selected/s)
    expect((await grant()).scopes).toEqual(EVERYDAY_SCOPES)
  })

  it('adds accounts', async () => {
    const acme = await testApp.world.organization('acme', { ada: 'admin' })
    const own = await testApp.services.store.read.accounts.by('handle', 'ada')
    const narrow = await connect(testApp.services, 'ada', { accounts: [own?.id ?? ''] })
    const at = `/account/apps/${narrow.grantId}/scopes`
    const { text } = await ada.get(`${at}?add=`)
    expect(boxes(text)).toEqual([acme])
    await ada.post(at, { account: [acme, 'another'], answer: 'allow' })
    expect((await grant(narrow.grantId)).accounts).toEqual([own?.id, acme])
    expect(ada.last().path).toBe(`/account/apps/${narrow.grantId}?added=acme`)
    expect(ada.last().text).toContain('Access to the account <code>acme</code>.')
    expect(ada.last().text).toContain('Go back to the app')
    expect((await ada.get(`/account/apps/${narrow.grantId}?added=other`)).text).not.toContain('Access to the account')
    expect(await lastEvent()).toMatchObject({ action: 'grant_widened', detail: { scopes: '', accounts: 'acme' } })
  })

  it('affects a machine that was allowed less than another of the same client', async () => {
    const wide = await connect(testApp.services, 'ada', { scopes: ['project:read', 'project:write'], clientId: 'pair' })
    const narrow = await connect(testApp.services, 'ada', { scopes: ['project:read'], clientId: 'pair' })
    expect(narrow.grantId).toBe(wide.grantId)
    expect(await scopesOf(narrow.token)).toEqual(['project:read'])
    const at = `/account/apps/${narrow.grantId}/scopes?add=project:write`
    await ada.sendForm(at, { scope: 'project:write', answer: 'allow' })
    expect(await scopesOf(narrow.token)).toEqual(['project:read', 'project:write'])
  })

  it('offers missing scopes from the page of the app, with nothing selected', async () => {
    const { text } = await ada.get(path())
    const link = /href="([^"]+scopes\?add=[^"]+)"/.exec(text)?.[1] ?? ''
    const offered = boxes((await ada.get(link)).text)
    expect(new Set([...offered, ...EVERYDAY_SCOPES])).toEqual(new Set(ALL_SCOPES))
  })

  it('shows no warning after the button of the app’s own page, which nobody can forge', async () => {
    const at = path('/scopes?add=project:admin')
    const from = (referer: string, site = 'same-origin') =>
      ada.get(at, { headers: { referer, 'sec-fetch-site': site } })
    const own = await from(`${testApp.url}${path()}`)
    expect(own.text).not.toContain('The app did not ask for this')
    expect(own.text).toContain('<h2>Permissions</h2>')
    expect(boxes(own.text)).toEqual(['project:admin'])
    const again = await ada.post(at, { answer: 'allow' })
    expect(again).toMatchObject({ status: 400, text: expect.not.stringContaining('The app did not ask for this') })
    const other = await connect(testApp.services, 'ada', { clientId: 'other' })
    for (const seen of [
      await from(`${testApp.url}${path()}`, 'cross-site'),
      await from(`https://evil.example${path()}`, 'cross-site'),
      await from(`${testApp.url}/account/apps/${other.grantId}`),
      await from(`${testApp.url}/account/apps`),
      await ada.get(`${at}&own=1`),
    ]) {
      expect(seen.text).toContain('The app did not ask for this')
    }
  })

  it('is not offered on the page of an app with all scopes and accounts', async () => {
    const all = await connect(testApp.services, 'ada', { scopes: ALL_SCOPES, clientId: 'all' })
    expect((await ada.get(`/account/apps/${all.grantId}`)).text).not.toContain('Add permissions or accounts')
    expect((await ada.get(path())).text).toContain('Add permissions or accounts')
  })

  it('has nothing to add when the app has the scope already', async () => {
    const { text } = await ada.get(path('/scopes?add=project:read'))
    expect(text).toContain('There is nothing to add')
    expect(boxes(text)).toEqual([])
  })

  it('returns 400 for a form without a decision', async () => {
    await want('user:write')
    expect((await ada.sendForm(path('/scopes?add=user:write'), { scope: 'user:write' })).status).toBe(400)
  })
})
