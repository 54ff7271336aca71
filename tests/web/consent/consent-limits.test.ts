import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_PENDING } from '../../../src/auth/oauth/pending-limit.ts'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { GrantRecord } from '../../../src/store/records/authorization.ts'
import { authorizationTables } from '../../store/authorization-samples.ts'
import { hash, token } from '../../store/contract/samples.ts'
import { keepClient, keepGrant } from '../authorize-steps.ts'
import { useConsent } from '../consent-scene.ts'
import { signIn } from '../jar.ts'

const DAY = 24 * 60 * 60 * 1000

let ada: { readonly id: string; readonly account_id: string }

const asking = useConsent('ada')
const { testApp } = asking
beforeEach(async () => {
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  if (user === undefined) throw new Error('there is no ada')
  ada = user
})

const read = () => testApp.services.store.read
const instant = () => testApp.services.now().toISOString()
const count = () => read().grants.count('user', ada.id)
const isThere = async ({ id }: Frozen<GrantRecord>) => (await read().grants.get(id)) !== undefined

/** An app that ada allowed a day after the previous one. */
async function app(change: Partial<GrantRecord> = {}): Promise<Frozen<GrantRecord>> {
  testApp.world.pass(DAY)
  const grant = { ...(await keepGrant(testApp.services, 'ada', await keepClient(testApp.services))), ...change }
  await testApp.services.store.transaction(tx => tx.grants.put(grant))
  return grant
}

/** Adds apps that were just allowed, until ada has this many. */
const fill = async (most: number, like: Frozen<GrantRecord>) => {
  const from = await count()
  const young = { ...like, created_at: instant(), last_used_at: null, revoked_at: null }
  await testApp.services.store.transaction(async tx => {
    for (let at = from; at < most; at += 1) await tx.grants.insert({ ...young, id: `g${at}`, client_id: `c${at}` })
  })
}

/** Allows one more app. */
async function connect(): Promise<void> {
  await signIn(testApp, asking.jar, 'ada')
  const page = await asking.ask(await keepClient(testApp.services, { name: 'One more' }))
  expect((await asking.allow(page, ['project:read'])).status).toBe(200)
}

describe('a user with 500 apps', () => {
  it('connects one more, and the least recently used one is revoked', async () => {
    const [used, making, idle] = [await app(), await app(), await app()]
    const made = { user_id: ada.id, account_id: ada.account_id, grant_id: making.id }
    testApp.world.pass(DAY)
    await testApp.services.store.transaction(async tx => {
      await tx.grants.put({ ...used, last_used_at: instant() })
      await tx.tokens.insert(token('in use', { ...made, last_used_at: instant() }))
      await tx.tokens.insert(token('of the idle one', { ...made, grant_id: idle.id }))
    })
    await fill(499, used)
    await connect()
    expect([await count(), await isThere(idle)]).toEqual([500, true])
    await connect()
    expect([await count(), await isThere(used), await isThere(making), await isThere(idle)]).toEqual([
      500,
      true,
      true,
      false,
    ])
    expect((await read().tokens.get('in use'))?.revoked_at).toBeNull()
    expect((await read().tokens.get('of the idle one'))?.revoked_at).toBe(instant())
    const events = (await asking.events('ada')).filter(({ action }) => action.startsWith('revoke_'))
    expect(events.map(({ action, target, detail }) => [action, target, detail?.why])).toEqual([
      ['revoke_grant', idle.id, 'too_many'],
      ['revoke_token', 'of the idle one', 'app_revoked'],
    ])
    expect(events[0]).toMatchObject({ surface: 'web', detail: { client: 'Test App', revoked_tokens: 1 } })
  })

  it('removes leftovers of a revoked one first, without an event', async () => {
    const [idle, revoked] = [await app(), await app({ revoked_at: instant() })]
    const tables = authorizationTables('text')
    await testApp.services.store.transaction(async tx => {
      const of = { grant_id: revoked.id, user_id: ada.id }
      for (const one of tables.families) await tx.families.insert({ ...one, ...of })
      for (const one of tables.access_tokens) await tx.access_tokens.insert({ ...one, hash: hash('used') })
    })
    await fill(500, idle)
    await connect()
    expect([await count(), await isThere(revoked), await isThere(idle)]).toEqual([500, false, true])
    const left = [await read().families.get('fa1'), await read().access_tokens.get('at1')]
    expect(left).toEqual([undefined, undefined])
    expect((await asking.events('ada')).map(({ action }) => action)).not.toContain('revoke_grant')
  })

  it('extends one of them, and none is revoked', async () => {
    const client = await keepClient(testApp.services)
    const grant = await keepGrant(testApp.services, 'ada', client)
    testApp.world.pass(DAY)
    await fill(500, grant)
    await signIn(testApp, asking.jar, 'ada')
    await asking.allow(await asking.ask(client, { scope: 'project:read voice:read' }), ['voice:read'])
    expect((await asking.grantOf('ada', client))?.scopes).toEqual(['project:read', 'voice:read'])
    expect(await count()).toBe(500)
  })
})

it('a user with many requests has at most 200, of which the newest can be answered', async () => {
  const client = await keepClient(testApp.services)
  await asking.ask(client)
  const [first] = await read().interactions.list('user', ada.id)
  if (first === undefined) throw new Error('no request of ada')
  const expires_at = new Date(Date.parse(first.expires_at) + 1).toISOString()
  await testApp.services.store.transaction(async tx => {
    for (let at = 1; at < MAX_PENDING.network; at += 1) {
      await tx.interactions.insert({ ...first, id: `more-${at}`, expires_at })
    }
  })
  testApp.world.pass(2)
  const page = await asking.ask(client)
  expect(await read().interactions.count('user', ada.id)).toBe(MAX_PENDING.network)
  expect(await read().interactions.get(first.id)).toBeUndefined()
  expect((await asking.allow(page, ['project:read'])).status).toBe(200)
})
