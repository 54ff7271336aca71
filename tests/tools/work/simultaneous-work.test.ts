import { describe, expect, it } from 'vitest'
import type { SharedState } from '../../../src/store/shared-state.ts'
import { WorkLeases } from '../../../src/tools/work/leases.ts'
import { eachLoop, type Packet } from '../loop.ts'

const loop = eachLoop(['de', 'ja', 'pl'])

const WORKERS = ['anna', 'ben', 'cleo', 'dora', 'emil']
const RIVAL = { userId: 'u2', handle: 'bob', name: 'rival' }
const NOW = new Date(Date.UTC(2027, 2, 1))

const push = (count: number) =>
  loop.push(Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, `Text ${n}`])))

/** All workers request a packet, and each reads the leases before another one takes any. */
async function workAtOnce(input: { readonly limit: number; readonly locales?: 'all' }) {
  const { shared } = loop.world.services.store
  let missing = WORKERS.length
  let open: () => void = () => {}
  const all = new Promise<void>(resolve => {
    open = resolve
  })
  const leases = new WorkLeases({
    ...bind(shared),
    list: async group => {
      const found = await shared.list(group)
      missing -= 1
      if (missing === 0) open()
      await all
      return found
    },
  })
  Object.assign(loop.world.services, { leases })
  return Promise.all(WORKERS.map(worker => loop.work({ worker, ...input })))
}

/** The keys of the rows that nobody else holds. */
const freeKeys = ({ items }: Packet) => items.flatMap(row => ('held_by' in row ? [] : [row.key]))

const bind = (shared: SharedState): SharedState => ({
  isLocal: shared.isLocal,
  get: (...args) => shared.get(...args),
  list: (...args) => shared.list(...args),
  lease: (...args) => shared.lease(...args),
  update: (...args) => shared.update(...args),
})

/** Leases that a rival takes just before each of the first `times` workers who want them. */
function withRival(shared: SharedState, times: number): WorkLeases {
  const rival = new WorkLeases(shared)
  let left = times
  return new WorkLeases({
    ...bind(shared),
    update: async (group, keys, change) => {
      if (left-- > 0) {
        const [, unit = ''] = keys
        const [entry_id = '', locale = ''] = unit.split(' ')
        await rival.take(group.slice('leases '.length), [{ entry_id, locale }], RIVAL, loop.world.services.now())
      }
      return shared.update(group, keys, change)
    },
  })
}

/** Calls get_work with a rival who is `times` times faster. */
async function workWithRival(times: number, limit: number) {
  const leases = withRival(loop.world.services.store.shared, times)
  Object.assign(loop.world.services, { leases })
  return loop.work({ worker: 'anna', limit })
}

describe('workers who call get_work at the same time', () => {
  it('get different strings, and all of them', async () => {
    await push(20)
    const packets = (await workAtOnce({ limit: 4 })).map(freeKeys)
    expect(packets.map(keys => keys.length)).toEqual([4, 4, 4, 4, 4])
    expect(new Set(packets.flat()).size).toBe(20)
  })

  it('get no string twice if there are fewer than they want', async () => {
    await push(7)
    const keys = (await workAtOnce({ limit: 3 })).flatMap(freeKeys)
    expect(keys.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `key${n}`))
  })

  it('get the same strings without worker', async () => {
    await push(4)
    const [one, other] = await Promise.all([loop.work({ limit: 2 }), loop.work({ limit: 2 })])
    expect(one).toEqual(other)
  })
})

describe('a worker who comes second', () => {
  it('gets the strings behind those of the first', async () => {
    await push(4)
    const { items } = await workWithRival(1, 2)
    expect(items.map(({ key }) => key)).toEqual(['key1', 'key2'])
  })

  it('gets what is left of the packet if that happens again and again', async () => {
    await push(10)
    const { items } = await workWithRival(6, 3)
    expect(items.map(({ key }) => key)).toEqual(['key6', 'key7'])
  })

  it('is told to call again if nothing is left of it', async () => {
    await push(10)
    const { items, next } = await workWithRival(6, 1)
    expect(items).toEqual([])
    expect(next).toBe('Other workers took these strings meanwhile. Call get_work again.')
  })

  it('takes nothing of a packet that is collected again', async () => {
    const shared = loop.world.services.store.shared
    const leases = new WorkLeases(shared)
    const [one, two] = ['one', 'two'].map(entry_id => ({ entry_id, locale: 'de' }))
    if (one === undefined || two === undefined) throw new Error('no units')
    await leases.take('p', [one], RIVAL, NOW)
    const anna = { userId: 'u1', handle: 'ada', name: 'anna' }
    expect(await leases.take('p', [one, two], anna, NOW, 'all')).toMatchObject([one])
    expect((await leases.view('p', anna, undefined, NOW)).list('own')).toEqual([])
    expect(await leases.take('p', [one, two], anna, NOW, 'free')).toMatchObject([one])
    expect((await leases.view('p', anna, undefined, NOW)).list('own')).toMatchObject([two])
  })
})
