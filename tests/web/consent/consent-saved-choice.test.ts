import { describe, expect, it } from 'vitest'
import { noteWanted } from '../../../src/auth/oauth/grants/step-up.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { keepClient } from '../authorize-steps.ts'
import { MINUTE, ticks, useConsent } from '../consent-scene.ts'
import { type Seen, signIn } from '../jar.ts'

const { testApp, jar, ask, grantOf } = useConsent('ada')

const WISH = { scope: 'project:read project:write members:write project:delete' }
const stay = { follow: false }

/** Requests consent right before the sign-in is too old. */
async function askLate(): Promise<Seen> {
  testApp.world.pass(9 * MINUTE)
  const page = await ask(await keepClient(testApp.services), WISH)
  testApp.world.pass(MINUTE)
  return page
}

/** Goes to the sign-in page, and signs in. */
async function comeBack(location: string, handle = 'ada'): Promise<Seen> {
  await jar.get(location)
  jar.cookies.delete('dragoman_session')
  return signIn(testApp, jar, handle)
}

describe('a selection that needs a new sign-in', () => {
  it('is restored on the consent page with all scopes and accounts', async () => {
    const organization = await testApp.world.organization('acme', { ada: 'admin' })
    const page = await askLate()
    const fields = { scope: ['members:write', 'project:delete'], accounts: 'chosen', account: organization }
    const { location = '' } = await jar.post(page.path, { ...fields, answer: 'allow' }, stay)
    const back = await comeBack(location)
    expect(back.path.split('?')[0]).toBe(page.path)
    expect(ticks(back)).toEqual(['members:write', 'project:delete', 'chosen', organization])
  })

  it('is bound to its user and page, and cannot be forged', async () => {
    const page = await askLate()
    const fields = { answer: 'allow', scope: ['project:delete'], accounts: 'all' }
    const { location = '' } = await jar.post(page.path, fields, stay)
    const usual = ['project:read', 'project:write', 'all']
    expect(ticks(await comeBack(location, 'eve'))).toEqual(usual)
    const kept = await comeBack(location)
    expect(ticks(kept)).toEqual(['project:delete', 'all'])
    const [text = '', signature = ''] = (new URLSearchParams(kept.path.split('?')[1]).get('kept') ?? '').split('.')
    const forged = Buffer.from('scope=members:write&scope=project:delete').toString('base64url')
    for (const one of ['', 'x', `${forged}.`, `${forged}.${signature}`, `${text}.${signature}x`]) {
      expect(ticks(await jar.get(`${page.path}?kept=${one}`)), one).toEqual(usual)
    }
    const other = await ask(await keepClient(testApp.services), WISH)
    expect(ticks(await jar.get(`${other.path}?kept=${text}.${signature}`))).toEqual(usual)
  })

  it('of too many accounts for a URL restores none of them, and not all', async () => {
    const page = await askLate()
    const account = Array.from({ length: 60 }, (_, n) => `account-number-${n}`)
    const fields = { answer: 'allow', scope: ['project:delete'], accounts: 'chosen', account }
    const own = (await testApp.services.store.read.accounts.by('handle', 'ada'))?.id ?? ''
    const sent = await jar.post(page.path, { ...fields, account: [own, ...account] }, stay)
    expect(ticks(await comeBack(sent.location ?? ''))).toEqual(['project:delete', 'chosen'])
  })

  it('is restored on the page of a device', async () => {
    const client = await keepClient(testApp.services, {
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [],
    })
    testApp.world.pass(9 * MINUTE)
    const begun = await fetch(`${testApp.url}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id, ...WISH }),
    })
    const { user_code } = (await begun.json()) as { readonly user_code: string }
    testApp.world.pass(MINUTE)
    await jar.sendForm('/device', { user_code })
    const again = await jar.post('/device', { scope: ['project:delete'], answer: 'allow', accounts: 'chosen' })
    expect([again.status, ticks(again)]).toEqual([400, ['project:delete', 'chosen']])
    const fields = { answer: 'allow', scope: ['project:read', 'project:delete'], accounts: 'all' }
    const { location = '' } = await jar.post('/device', fields, stay)
    await comeBack(location)
    const back = await jar.post('/device', { user_code })
    expect(ticks(back)).toEqual(['project:read', 'project:delete', 'all'])
    expect((await jar.post('/device', fields)).text).toContain('Device connected')
    expect((await grantOf('ada', client))?.scopes).toEqual(['project:read', 'project:delete'])
  })

  it('is restored on the page of an approval link', async () => {
    const own = (await testApp.services.store.read.accounts.by('handle', 'ada'))?.id ?? ''
    const organization = await testApp.world.organization('acme', { ada: 'admin' })
    const { grantId } = await connect(testApp.services, 'ada', { scopes: ['project:read'], accounts: [own] })
    testApp.world.pass(10 * MINUTE)
    const { store, now } = testApp.services
    await store.transaction(tx => noteWanted(tx, grantId, ['project:write', 'voice:write'], now()))
    const path = `/account/apps/${grantId}/scopes?add=project:write+voice:write+project:delete+members:write`
    expect(ticks(await jar.get(path)).toSorted()).toEqual(['project:write', 'voice:write'])
    const chosen = { scope: ['project:write', 'project:delete'], account: organization }
    const { location = '' } = await jar.post(path, { ...chosen, answer: 'allow' }, stay)
    const back = await comeBack(location)
    expect(back.path.startsWith(path)).toBe(true)
    expect(ticks(back)).toEqual(['project:write', 'project:delete', organization])
    const nothing = await jar.post(path, { answer: 'allow' })
    expect([nothing.status, ticks(nothing)]).toEqual([400, []])
  })
})
