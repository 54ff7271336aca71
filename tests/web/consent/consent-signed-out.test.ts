import { describe, expect, it, vi } from 'vitest'
import { DEVICE_GRANT } from '../../../src/auth/oauth/capabilities.ts'
import { noteWanted } from '../../../src/auth/oauth/grants/step-up.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { authorizePath, keepClient } from '../authorize-steps.ts'
import { MINUTE, useConsent } from '../consent-scene.ts'
import { type Seen } from '../jar.ts'

const { testApp, jar, ask, allow, codes, grantOf } = useConsent('ada')

const stay = { follow: false }

/** Ends every session after a request was authenticated, right before its next transaction, and after `first`. */
function endSessionsMeanwhile(first?: () => Promise<unknown>): void {
  const { store } = testApp.services
  const transaction = store.transaction.bind(store)
  vi.spyOn(store, 'transaction').mockImplementationOnce(async work => {
    await first?.()
    await transaction(async tx => {
      for (const { id } of await tx.sessions.list('all', '')) await tx.sessions.remove(id)
    })
    return transaction(work)
  })
}

function expectRefused({ status, location, text }: Seen): void {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(location).toBeUndefined()
  expect(text).toContain('<p>You are signed out.</p><p>Sign in and send the form again.</p>')
  expect(text).toContain('Code: <code>signed_out</code>')
}

describe('a user who is signed out during a request', () => {
  it('allows nothing on the consent page', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client)
    endSessionsMeanwhile()
    expectRefused(await allow(page, ['project:read']))
    expect([await codes(), await grantOf('ada', client)]).toEqual([0, undefined])
  })

  it('gets no code from a remembered consent', async () => {
    const client = await keepClient(testApp.services)
    const wish = { scope: 'project:read' }
    await allow(await ask(client, wish), ['project:read'])
    endSessionsMeanwhile()
    expectRefused(await jar.get(authorizePath(client, wish), stay))
    expect(await codes()).toBe(1)
  })

  it('does not receive a code that another tab got', async () => {
    const client = await keepClient(testApp.services)
    const wish = { scope: 'project:read' }
    const { path } = await ask(client, wish)
    await allow(await ask(client, wish), ['project:read'])
    endSessionsMeanwhile(() => jar.get(path, stay))
    expectRefused(await jar.get(path, stay))
    expect(await codes()).toBe(2)
  })

  it('allows no device', async () => {
    const client = await keepClient(testApp.services, { grant_types: [DEVICE_GRANT], redirect_uris: [] })
    const begun = await fetch(`${testApp.url}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id, scope: 'project:read' }),
    })
    const { user_code } = (await begun.json()) as { readonly user_code: string }
    await jar.sendForm('/device', { user_code })
    endSessionsMeanwhile()
    expectRefused(await jar.post('/device', { answer: 'allow', accounts: 'all', scope: 'project:read' }))
    expect(await grantOf('ada', client)).toBeUndefined()
  })

  it('adds nothing by an approval link', async () => {
    const { grantId } = await connect(testApp.services, 'ada', { scopes: ['project:read'] })
    const path = `/account/apps/${grantId}/scopes?add=project:write`
    await jar.get(path)
    endSessionsMeanwhile()
    expectRefused(await jar.post(path, { answer: 'allow', scope: 'project:write' }))
    expect((await testApp.services.store.read.grants.get(grantId))?.scopes).toEqual(['project:read'])
  })
})

describe('a session in use for longer than an hour', () => {
  it('is no recent sign-in on the consent page', async () => {
    testApp.world.pass(61 * MINUTE)
    await jar.get('/account')
    const page = await ask(await keepClient(testApp.services), { scope: 'project:read project:delete' })
    const fields = { answer: 'allow', accounts: 'all', scope: ['project:delete'] }
    expect((await jar.post(page.path, fields, stay)).location).toMatch(/^\/login\?again=1&/)
    expect(await codes()).toBe(0)
  })

  it('is no recent sign-in for an approval link', async () => {
    const { grantId } = await connect(testApp.services, 'ada', { scopes: ['project:read'] })
    testApp.world.pass(61 * MINUTE)
    await jar.get('/account')
    const { store, now } = testApp.services
    const path = `/account/apps/${grantId}/scopes?add=user:write+project:delete`
    const sent = await jar.sendForm(path, { answer: 'allow', scope: ['user:write', 'project:delete'] }, stay)
    expect(sent.location).toMatch(/^\/login\?again=1&/)
    expect((await store.read.grants.get(grantId))?.scopes).toEqual(['project:read'])
    await store.transaction(tx => noteWanted(tx, grantId, ['project:delete'], now()))
    expect((await jar.get(path, stay)).location).toMatch(/^\/login\?again=1&/)
  })
})

it('a refused scope of an approval link counts as denied when its user allows others and omits it', async () => {
  const { grantId } = await connect(testApp.services, 'ada', { scopes: ['project:read'] })
  const { store, now } = testApp.services
  await store.transaction(tx => noteWanted(tx, grantId, ['project:write', 'voice:write'], now()))
  const path = `/account/apps/${grantId}/scopes?add=project:write+voice:write+user:write`
  await jar.sendForm(path, { answer: 'allow', scope: 'project:write' })
  expect(await store.read.grants.get(grantId)).toMatchObject({
    scopes: ['project:read', 'project:write'],
    denied: ['voice:write'],
    wanted: [],
  })
})
