import { describe, expect, it } from 'vitest'
import { createInteraction } from '../../../src/auth/oauth/authorize/interactions.ts'
import { MAX_PENDING, makeRoomForRequest } from '../../../src/auth/oauth/pending-limit.ts'
import { eachTest } from '../../harness/each-test.ts'
import { isNightly } from '../../runs.ts'
import { authorizationTables } from '../../store/authorization-samples.ts'
import { hash } from '../../store/contract/samples.ts'
import { openWorld } from '../../tools/world.ts'

const samples = authorizationTables('text')

const world = eachTest(() => openWorld())

/** The maximum of requests, each a little younger than the one before. */
async function fill(
  table: 'interactions' | 'device_codes' | 'sign_ins',
  count: number,
  networkOf: (n: number) => string,
) {
  const expires_at = (n: number) => new Date(world.services.now().getTime() + n).toISOString()
  for (let from = 0; from < count; from += 2_000) {
    await world.services.store.transaction(async tx => {
      for (let n = from; n < Math.min(from + 2_000, count); n += 1) {
        const common = { id: `r${n}`, network: networkOf(n), expires_at: expires_at(n) }
        for (const one of table === 'interactions' ? samples.interactions : []) {
          await tx.interactions.insert({ ...one, ...common, answered: undefined })
        }
        for (const one of table === 'sign_ins' ? samples.sign_ins : []) {
          await tx.sign_ins.insert({ ...one, ...common, hash: hash(`r${n}`) })
        }
        for (const one of table === 'device_codes' ? samples.device_codes : []) {
          const secrets = { hash: hash(`r${n}`), user_code_hash: hash(`u${n}`) }
          await tx.device_codes.insert({ ...one, ...secrets, ...common, status: 'pending' })
        }
      }
    })
  }
}

describe.each(['interactions', 'device_codes', 'sign_ins'] as const)('%s of signed-out users', table => {
  const make = (network: string) => world.services.store.transaction(tx => makeRoomForRequest(tx[table], network))
  const count = () => world.services.store.read[table].count('waiting', '')
  const isThere = async (id: string) => (await world.services.store.read[table].get(id)) !== undefined

  it('are at most 200 of one network, which replaces only its own oldest', async () => {
    await fill(table, MAX_PENDING.network + 1, n => (n === 0 ? '198.51.100.1' : '192.0.2.1'))
    await make('198.51.100.1')
    await make('203.0.113.1')
    expect(await count()).toBe(MAX_PENDING.network + 1)
    await make('192.0.2.1')
    expect([await isThere('r0'), await isThere('r1'), await isThere('r2')]).toEqual([true, false, true])
  })

  // The tables share the limit, and each one counts its own networks above.
  it.runIf(isNightly || table === 'device_codes')(
    'leave room for other networks, and never replace theirs',
    async () => {
      await fill(table, MAX_PENDING.all, n => `192.0.2.${n % 50}`)
      await make('203.0.113.1')
      expect(await count()).toBe(MAX_PENDING.all)
      await make('192.0.2.7')
      expect([await count(), await isThere('r7')]).toEqual([MAX_PENDING.all - 1, false])
    },
  )
})

it('requests of thousands of networks are rejected at the overall limit', async () => {
  // Thousands take long to store: by day most are only counted.
  const stored = isNightly ? 2 * MAX_PENDING.all : 6
  await fill('interactions', stored, n => `network ${Math.floor(n / 3)}`)
  const make = (network: string) =>
    world.services.store.transaction(({ interactions }) => {
      const room: Parameters<typeof makeRoomForRequest>[0] = {
        count: async (index, key) =>
          (await interactions.count(index, key)) + (index === 'waiting' ? 2 * MAX_PENDING.all - stored : 0),
        page: (index, key, options) => interactions.page(index, key, options),
        remove: id => interactions.remove(id),
      }
      return makeRoomForRequest(room, network)
    })
  await expect(make('203.0.113.1')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  await make('network 1')
})

it('requests of a signed-in user are at most 200, and replace only that user’s oldest', async () => {
  const { store, newId, now } = world.services
  const there = async () => {
    const kept = await store.read.interactions.list('all', '')
    return ['of ada', 'answered', 'of bob', 'of a network'].filter(id => kept.some(one => one.id === id))
  }
  const expires_at = (n: number) => new Date(now().getTime() + n).toISOString()
  const [one] = samples.interactions
  if (one === undefined) throw new Error('no sample')
  const { network: _, answered, ...open } = one
  await store.transaction(async tx => {
    const { interactions } = tx
    if (answered)
      await interactions.insert({ ...open, id: 'answered', user_id: 'ada', answered, expires_at: expires_at(1) })
    await interactions.insert({ ...open, id: 'of ada', user_id: 'ada', expires_at: expires_at(2) })
    await interactions.insert({ ...open, id: 'of bob', user_id: 'bob', expires_at: expires_at(0) })
    await interactions.insert({ ...open, id: 'of a network', network: '192.0.2.1', expires_at: expires_at(0) })
    for (let n = 2; n < MAX_PENDING.network - 1; n += 1) {
      await interactions.insert({ ...open, id: `r${n}`, user_id: 'ada', expires_at: expires_at(n + 1) })
    }
  })
  const ask = () =>
    store.transaction(tx => createInteraction(tx, open, 'browser', { now: now(), newId, from: { user_id: 'ada' } }))
  await ask()
  expect(await there()).toEqual(['of ada', 'answered', 'of bob', 'of a network'])
  await ask()
  expect(await there()).toEqual(['of ada', 'of bob', 'of a network'])
  await ask()
  expect(await there()).toEqual(['of bob', 'of a network'])
  expect(await store.read.interactions.count('user', 'ada')).toBe(MAX_PENDING.network)
})

it('answered requests and those of signed-in users take no room', async () => {
  const { store } = world.services
  await store.transaction(async tx => {
    for (const one of samples.interactions) {
      await tx.interactions.insert({ ...one, id: 'of nobody', answered: undefined })
      await tx.interactions.insert({ ...one, id: 'of somebody', answered: undefined, network: undefined })
      await tx.interactions.insert({
        ...one,
        id: 'answered',
        answered: { at: one.created_at, user_id: 'ada', answer: 'x' },
      })
    }
    for (const one of samples.device_codes) await tx.device_codes.insert({ ...one, status: 'allowed' })
  })
  expect([
    await store.read.interactions.count('waiting', ''),
    await store.read.device_codes.count('waiting', ''),
  ]).toEqual([1, 0])
})
