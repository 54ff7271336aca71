import { describe, expect, it } from 'vitest'
import type { Collections } from '../../src/store/records/schema.ts'
import type { Transaction } from '../../src/store/store.ts'
import { sweep } from '../../src/tools/retention/sweep.ts'
import { eachTest } from '../harness/each-test.ts'
import { authorizationTables } from '../store/authorization-samples.ts'
import { hash } from '../store/contract/samples.ts'
import { openWorld } from '../tools/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const samples = authorizationTables('text')
type Table = keyof typeof samples

const world = eachTest(() => openWorld())

const run = () => sweep(world.services)
const inMs = (ms: number) => new Date(world.services.now().getTime() + ms).toISOString()
const count = async (table: Table) => (await world.services.store.status()).counts[table]

/** Inserts the sample of a table with these fields and its own secrets. */
async function add<T extends Table>(table: T, id: string, fields: Partial<Collections[T]['record']>): Promise<void> {
  const [sample] = samples[table]
  const secrets = {
    ...('hash' in (sample ?? {}) && { hash: hash(id) }),
    ...('used' in (sample ?? {}) && { used: undefined }),
    ...('refresh' in (sample ?? {}) && { refresh: hash(id) }),
    ...('user_code_hash' in (sample ?? {}) && { user_code_hash: hash(id) }),
  }
  await world.services.store.transaction(tx =>
    (tx[table] as Transaction['codes']).insert({ ...sample, ...secrets, id, ...fields } as never),
  )
}

describe('expired sign-in and authorization records', () => {
  it.each(['interactions', 'sign_ins', 'passkey_challenges', 'login_links', 'sessions', 'device_codes'] as const)(
    '%s is deleted when it expires, and not a millisecond before',
    async table => {
      await add(table, 'first', { expires_at: inMs(HOUR) })
      await add(table, 'later', { expires_at: inMs(HOUR + 1) })
      world.pass(HOUR - 1)
      expect(await run()).toBe(0)
      world.pass(1)
      expect(await run()).toBe(1)
      expect(await world.services.store.read[table].get('later')).toBeDefined()
      world.pass(1)
      expect(await run()).toBe(1)
      expect(await count(table)).toBe(0)
    },
  )

  it('keep a code for a day, so that its reuse is detected', async () => {
    await add('codes', 'used', { expires_at: inMs(60_000), used_at: inMs(1_000) })
    await add('codes', 'unused', { expires_at: inMs(60_000), used_at: null })
    world.pass(60_000 + DAY - 1)
    expect(await run()).toBe(0)
    world.pass(1)
    expect(await run()).toBe(2)
  })

  it('keep an access token for as long as its record says', async () => {
    await add('access_tokens', 'kept', { expires_at: inMs(HOUR), kept_until: inMs(DAY) })
    await add('access_tokens', 'first', { expires_at: inMs(2 * HOUR), kept_until: inMs(2 * HOUR) })
    world.pass(2 * HOUR - 1)
    expect(await run()).toBe(0)
    world.pass(1)
    expect(await run()).toBe(1)
    world.pass(22 * HOUR - 1)
    expect(await run()).toBe(0)
    world.pass(1)
    expect(await run()).toBe(1)
  })

  it('keep a token family until it has ended and its tokens are deleted', async () => {
    await add('families', 'lives', { expires_at: inMs(DAY) })
    await add('families', 'ended', { expires_at: inMs(HOUR) })
    await add('access_tokens', 'kept', { family_id: 'ended', kept_until: inMs(2 * DAY) })
    await add('access_tokens', 'token', { family_id: 'ended', kept_until: inMs(HOUR) })
    world.pass(HOUR)
    expect(await run()).toBe(1)
    expect([await count('families'), await count('access_tokens')]).toEqual([2, 1])
    world.pass(2 * DAY)
    // The access token and both families, in one go.
    expect(await run()).toBe(3)
  })

  it('keep a revoked grant for 90 days, and an active grant forever', async () => {
    await add('grants', 'live', { user_id: 'bob' })
    await add('grants', 'revoked', { revoked_at: inMs(0) })
    await add('grants', 'young', { created_at: inMs(0), revoked_at: inMs(DAY), client_id: 'c2' })
    await add('families', 'fa1', { grant_id: 'revoked', expires_at: inMs(100 * DAY), revoked_at: inMs(0) })
    await add('access_tokens', 'at1', { family_id: 'fa1', kept_until: inMs(100 * DAY) })
    world.pass(90 * DAY)
    expect(await run()).toBe(0)
    world.pass(DAY)
    expect(await run()).toBe(1)
    expect(await world.services.store.read.grants.get('young')).toBeUndefined()
    world.pass(9 * DAY)
    expect(await run()).toBe(3)
    expect([...(await world.services.store.read.grants.list('user', 'bob'))].map(({ id }) => id)).toEqual(['live'])
    expect(await count('grants')).toBe(1)
  })

  it('delete a client that was not used for two days, and no other', async () => {
    const created_at = inMs(0)
    await add('clients', 'registered', { created_at, last_used_at: null })
    await add('clients', 'https://app.example/client.json', { kind: 'document', created_at, last_used_at: null })
    await add('clients', 'used', { created_at, last_used_at: inMs(1) })
    world.pass(HOUR)
    await add('clients', 'young', { created_at: inMs(0), last_used_at: null })
    world.pass(47 * HOUR - 1)
    expect(await run()).toBe(0)
    world.pass(1)
    expect(await run()).toBe(2)
    world.pass(365 * DAY)
    expect(await run()).toBe(1)
    expect(await world.services.store.read.clients.get('used')).toBeDefined()
  })

  it('keep a client with an open consent page or a waiting device', async () => {
    const created_at = inMs(0)
    await add('clients', 'asked', { created_at, last_used_at: null })
    await add('clients', 'typed', { created_at, last_used_at: null })
    await add('clients', 'answered', { created_at, last_used_at: null })
    world.pass(48 * HOUR)
    await add('interactions', 'page', { client_id: 'asked', expires_at: inMs(600_000) })
    await add('device_codes', 'device', { client_id: 'typed', status: 'pending', expires_at: inMs(600_000) })
    await add('device_codes', 'denied', { client_id: 'answered', status: 'denied', expires_at: inMs(600_000) })
    expect(await run()).toBe(1)
    expect(await world.services.store.read.clients.get('answered')).toBeUndefined()
    world.pass(600_000)
    expect(await run()).toBe(5)
  })

  it('are deleted in batches of 1,000', async () => {
    await world.services.store.transaction(async tx => {
      const [session] = samples.sessions
      if (session === undefined) throw new Error('no sample')
      for (let n = 0; n < 1_250; n += 1) {
        await tx.sessions.insert({
          ...session,
          id: `s${n}`,
          hash: hash(`${n}`),
          expires_at: inMs(n < 1_200 ? 0 : HOUR),
        })
      }
    })
    const sizes: number[] = []
    const stop = world.services.store.watch(changes => sizes.push(changes.length))
    expect(await run()).toBe(1_200)
    stop()
    expect(sizes).toEqual([1_000, 200])
    expect(await count('sessions')).toBe(50)
  })
})
