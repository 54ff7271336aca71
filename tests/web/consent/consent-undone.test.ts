import { describe, expect, it } from 'vitest'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import { makeAccountToken, statusOf as statusOfToken } from '../../auth/oauth/authorized.ts'
import { eachTest } from '../../harness/each-test.ts'
import { authorizePath, keepClient } from '../authorize-steps.ts'
import { useConsent } from '../consent-scene.ts'
import { openJarOf, type Seen, signIn } from '../jar.ts'

const SECOND = 1000

const { testApp, jar, ask, allow, exchange: exchangeCode, codeOf, codes, grantOf, events } = useConsent('ada')
const client = eachTest(() => keepClient(testApp.services))

const READ = ['project:read']
const stay = { follow: false }

/** A consent page with its CSRF token, as Back shows it again. */
async function open(differs: Parameters<typeof ask>[1] = {}, by = client) {
  // Nobody is asked twice within a millisecond.
  testApp.world.pass(SECOND)
  const page = await ask(by, differs)
  const { csrf = [] } = jar.hidden(page.path)
  const send = (fields: object) => jar.post(page.path, { ...fields, csrf })
  return {
    page,
    csrf,
    yes: () => send({ answer: 'allow', accounts: 'all', scope: READ }),
    deny: () => send({ answer: 'deny' }),
  }
}

const answerIn = ({ location = '' }: Seen) => new URL(location).searchParams

const exchange = (answered: Seen, by = client) => exchangeCode(answered, by)
const statusOf = (token = '') => statusOfToken(testApp, token)

describe('Deny after Allow', () => {
  it('revokes the code that the client has not used, and everything with it', async () => {
    const { page, deny } = await open()
    const allowed = await allow(page, READ)
    testApp.world.pass(59 * SECOND)
    const denied = await deny()
    expect([answerIn(denied).get('error'), answerIn(denied).get('code')]).toEqual(['access_denied', null])
    expect(await codes()).toBe(0)
    expect(await grantOf('ada', client)).toBeUndefined()
    expect(await exchange(allowed)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await ask(client)).path).toMatch(/^\/oauth\/consent\//)
    expect((await events('ada'))[0]).toMatchObject({
      action: 'grant_denied',
      target: client.id,
      detail: { taken_back: true, revoked_tokens: 0 },
    })
    expect((await events('ada'))[1]).toMatchObject({ action: 'grant_allowed' })
  })

  it('stays a denial: Allow, Back and a reload get the same answer', async () => {
    const { page, csrf, deny } = await open()
    await allow(page, READ)
    const { location } = await deny()
    expect((await deny()).location).toBe(location)
    const again = await jar.post(page.path, { answer: 'allow', accounts: 'all', scope: READ, csrf })
    expect(again.location).toBe(location)
    expect((await jar.get(page.path, stay)).location).toBe(location)
    expect(await codes()).toBe(0)
  })

  it('works as long as the code is unused, also when it can no longer be repeated', async () => {
    const { page, deny } = await open()
    await allow(page, READ)
    testApp.world.pass(9 * 60 * SECOND)
    await sweep(testApp.services)
    expect(answerIn(await deny()).get('error')).toBe('access_denied')
    expect(await grantOf('ada', client)).toBeUndefined()
  })

  it('keeps what the client had before', async () => {
    const acme = await testApp.world.organization('acme', { ada: 'admin' })
    const first = await open({ scope: 'project:read' })
    const connected = await exchange(await allow(first.page, READ, { accounts: 'chosen', account: acme }))
    const before = await grantOf('ada', client)
    const second = await open({ scope: 'project:read voice:read' })
    await allow(second.page, ['voice:read'])
    expect(await grantOf('ada', client)).toMatchObject({ scopes: ['project:read', 'voice:read'], accounts: 'all' })
    expect(answerIn(await second.deny()).get('error')).toBe('access_denied')
    const after = await grantOf('ada', client)
    expect(after).toMatchObject({ id: before?.id, scopes: READ, accounts: [acme], denied: ['voice:read'] })
    const [family] = await testApp.services.store.read.families.list('active', before?.id ?? '')
    expect(family?.scopes).toEqual(READ)
    expect(await statusOf(connected.body.access_token)).toBe(200)
    expect((await jar.get(authorizePath(client, { scope: 'voice:read' }), stay)).location).toMatch(/consent/)
  })

  it('revokes the account tokens that the app created with the revoked scopes', async () => {
    const first = await open({ scope: 'project:read user:write' })
    const { body } = await exchange(await allow(first.page, [...READ, 'user:write']))
    const second = await open({ scope: 'voice:read' })
    await allow(second.page, ['voice:read'])
    const token = await makeAccountToken(testApp, body.access_token ?? '', { scopes: ['voice:read'] })
    expect(await statusOf(token)).toBe(200)
    await second.deny()
    expect([await statusOf(token), await statusOf(body.access_token)]).toEqual([401, 200])
    const [denied, ended] = await events('ada')
    expect(denied).toMatchObject({ action: 'grant_denied', detail: { taken_back: true, revoked_tokens: 1 } })
    expect(ended).toMatchObject({ action: 'revoke_token', detail: { why: 'app_narrowed' } })
  })

  it('keeps a newer authorization of the client, and says so', async () => {
    for (const isAsked of [false, true]) {
      const by = await keepClient(testApp.services)
      const { yes, deny } = await open({ scope: 'project:read' }, by)
      const other = isAsked ? await open({ scope: 'project:read' }, by) : undefined
      const lost = await yes()
      const since =
        other === undefined ? await jar.get(authorizePath(by, { scope: 'project:read' }), stay) : await other.yes()
      const { body } = await exchange(since, by)
      for (const denied of [await deny(), await deny()]) {
        expect([denied.status, denied.text]).toEqual([400, expect.stringContaining('Deny came too late')])
      }
      expect((await exchange(lost, by)).status).toBe(400)
      expect(await statusOf(body.access_token)).toBe(200)
      expect(await grantOf('ada', by)).toMatchObject({ scopes: READ })
    }
  })

  it('never extends the client’s access, and keeps later additions on its page', async () => {
    const acme = await testApp.world.organization('acme', { ada: 'admin' })
    const beta = await testApp.world.organization('beta', { ada: 'admin' })
    const first = await open({ scope: 'project:read' })
    await exchange(await allow(first.page, READ))
    const narrower = await open({ scope: 'voice:read' })
    await allow(narrower.page, ['voice:read'], { accounts: 'chosen', account: acme })
    expect((await grantOf('ada', client))?.accounts).toEqual([acme])
    expect(answerIn(await narrower.deny()).get('error')).toBe('access_denied')
    expect((await grantOf('ada', client))?.accounts).toEqual([acme])

    const more = await open({ scope: 'voice:read' })
    await allow(more.page, ['voice:read'], { accounts: 'chosen', account: acme })
    const id = (await grantOf('ada', client))?.id
    await jar.sendForm(`/account/apps/${id}/scopes`, { answer: 'allow', account: beta }, stay)
    await more.deny()
    expect(await grantOf('ada', client)).toMatchObject({ scopes: READ, accounts: [acme, beta] })
  })

  it('of a remembered consent revokes the code only', async () => {
    const { page, deny } = await open({ scope: 'project:read' })
    const other = await open({ scope: 'project:read' })
    await exchange(await allow(other.page, READ))
    const remembered = await jar.get(page.path, stay)
    expect(remembered.text).toMatch(/code=svcg_/)
    expect(answerIn(await deny()).get('error')).toBe('access_denied')
    expect(await codes()).toBe(1)
    expect((await grantOf('ada', client))?.scopes).toEqual(READ)
  })

  it('says that it came too late when the client is connected, and where to revoke it', async () => {
    const { page, deny } = await open()
    await exchange(await allow(page, READ))
    for (const wait of [SECOND, 2 * 60 * SECOND]) {
      testApp.world.pass(wait)
      const late = await deny()
      expect([late.status, late.location]).toEqual([400, undefined])
      expect(late.text).toContain('Deny came too late')
      expect(late.text).toContain(`href="/account/apps/${(await grantOf('ada', client))?.id}"`)
      expect(late.text).not.toContain('svcg_')
    }
    expect((await events('ada')).map(({ action }) => action)).not.toContain('grant_denied')
  })

  it('and the exchange at once: one of the two wins, and both learn which', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 12; round++) {
      const by = await keepClient(testApp.services)
      const { page, deny } = await open({}, by)
      const allowed = await allow(page, READ)
      const [exchanged, denied] = await (round % 2 === 0
        ? Promise.all([exchange(allowed, by), deny()])
        : Promise.all([deny(), exchange(allowed, by)]).then(([no, yes]) => [yes, no] as const))
      seen.add(exchanged.status)
      expect([exchanged.status, denied.status]).toEqual(exchanged.status === 200 ? [200, 400] : [400, 200])
      expect((await grantOf('ada', by)) === undefined).toBe(exchanged.status === 400)
    }
    expect([...seen].every(status => [200, 400].includes(status))).toBe(true)
  })

  it('is not possible for the next user of the browser', async () => {
    const { page } = await open()
    const allowed = await allow(page, READ)
    jar.cookies.delete('dragoman_session')
    await signIn(testApp, jar, 'eve')
    const elsewhere = await ask(client)
    expect(elsewhere.path).not.toBe(page.path)
    const { csrf = [] } = jar.hidden(elsewhere.path)
    const foreign = await jar.post(page.path, { answer: 'deny', csrf }, stay)
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    const other = await openJarOf(testApp, 'ada')
    expect((await other.get(page.path, stay)).location).toBeUndefined()
    expect(await codeOf(allowed)).toMatchObject({ used_at: null })
    expect((await exchange(allowed)).status).toBe(200)
  })
})
