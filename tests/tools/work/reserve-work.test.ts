import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import { type Loop, openLoop, type Packet, type Row } from '../loop.ts'
import { refused } from '../world.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Text ${at}`]))

interface Reserved {
  readonly reserved: readonly string[]
  readonly until: string
  readonly held?: readonly { id: string; worker: string; until: string }[]
  readonly refused?: readonly { id: string; why: string; fix: string }[]
  readonly next: string
}

/** IDs sort by their millisecond, so the clock must advance. */
async function reserve(one: Loop, worker: string, more: object): Promise<Reserved> {
  one.world.pass(1)
  return one.ada.call('reserve_work', { project: one.project, locale: 'de', worker, ...more })
}

const getKeys = (rows: readonly Row[]) => rows.map(({ key }) => key)
const idsOf = async (...keys: string[]): Promise<readonly string[]> => {
  const { items } = await loop.work({ limit: 200 })
  return keys.map(key => items.find(item => item.key === key)?.id ?? '')
}

async function walk(one: Loop, more: object, between: (packet: Packet) => Promise<void> = async () => undefined) {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const packet = await one.work({ ...more, ...(cursor !== undefined && { cursor }) })
    rows.push(...packet.items)
    cursor = packet.next_cursor
    await between(packet)
  } while (cursor !== undefined && rows.length < 1000)
  return rows
}

describe('reserved work', () => {
  it('is offered first to its worker, last to others, and hidden from nobody', async () => {
    await loop.push(numbered(5))
    const ids = await idsOf('k1', 'k3')
    expect(await reserve(loop, 'anna', { ids })).toEqual({
      reserved: ids,
      until: '2027-03-01T12:10:00.001Z',
      next: 'get_work with locale de and worker anna gives them first.',
    })
    expect(getKeys((await loop.work({ worker: 'anna' })).items)).toEqual(['k1', 'k3', 'k0', 'k2', 'k4'])
    const bens = await loop.work({ worker: 'ben' })
    expect(getKeys(bens.items)).toEqual(['k0', 'k2', 'k4', 'k1', 'k3'])
    expect(bens.items.map(({ worker }) => worker)).toEqual([undefined, undefined, undefined, 'anna', 'anna'])
    expect(bens.left).toBe(5)
    expect((await loop.work()).items).toEqual(bens.items)
    expect((await loop.work({ worker: 'anna' })).items[0]).not.toHaveProperty('worker')
  })

  it('is free again after its minutes, and once it is submitted', async () => {
    await loop.push(numbered(3))
    await reserve(loop, 'anna', { ids: await idsOf('k0'), minutes: 5 })
    expect(getKeys((await loop.work()).items)).toEqual(['k1', 'k2', 'k0'])
    loop.world.pass(5 * 60_000)
    expect(getKeys((await loop.work()).items)).toEqual(['k0', 'k1', 'k2'])
    expect(await reserve(loop, 'ben', { ids: await idsOf('k0') })).toMatchObject({ reserved: await idsOf('k0') })
    await loop.submit([{ key: 'k0', text: 'x' }])
    await loop.push({ ...numbered(3), k0: 'New' })
    expect((await loop.work()).items[0]).toMatchObject({ key: 'k0', before: { text: 'x' } })
  })

  it('stays reserved after a rejected submission or a dry run', async () => {
    await loop.push({ a: 'Hello {name}', b: 'B' })
    await reserve(loop, 'anna', { limit: 1 })
    await loop.submit([{ key: 'a', text: 'Hallo' }])
    await loop.submit([{ key: 'a', text: 'Hallo {name}' }], { dry_run: true })
    expect(getKeys((await loop.work()).items)).toEqual(['b', 'a'])
    await loop.submit([{ key: 'a', text: 'Hallo {name}' }])
    expect(await reserve(loop, 'anna', { limit: 5 })).toMatchObject({ reserved: await idsOf('b') })
  })

  it('of another worker is reported, and of the same worker it is extended', async () => {
    await loop.push(numbered(4))
    const ids = await idsOf('k0', 'k1')
    const first = await reserve(loop, 'anna', { ids })
    loop.world.pass(60_000)
    const bens = await reserve(loop, 'ben', { ids: await idsOf('k1', 'k2') })
    expect(bens).toMatchObject({
      reserved: await idsOf('k2'),
      held: [{ id: ids[1], worker: 'anna', until: first.until }],
    })
    const longer = await reserve(loop, 'anna', { ids, minutes: 60 })
    expect(longer.reserved).toEqual(ids)
    expect(longer.until > first.until).toBe(true)
  })

  it('may be requested by number: own units first, then free ones, repeatedly', async () => {
    await loop.push(numbered(6))
    await reserve(loop, 'ben', { ids: await idsOf('k0') })
    const { reserved } = await reserve(loop, 'anna', { limit: 3 })
    expect(reserved).toEqual(await idsOf('k1', 'k2', 'k3'))
    expect((await reserve(loop, 'anna', { limit: 3 })).reserved).toEqual(reserved)
    expect((await reserve(loop, 'cleo', { limit: 9 })).reserved).toEqual(await idsOf('k4', 'k5'))
    expect(await reserve(loop, 'dora', { limit: 9 })).toMatchObject({ reserved: [], next: expect.any(String) })
  })

  it('covers one locale, and every branch that has the entry', async () => {
    await loop.close()
    loop = await openLoop(['de', 'ja'])
    await loop.push(numbered(3))
    await loop.push({ ...numbered(3), k9: 'More' }, { branch: 'f' })
    await reserve(loop, 'anna', { limit: 1 })
    expect(getKeys((await loop.work({ locale: 'ja' })).items)).toEqual(['k0', 'k1', 'k2'])
    expect(getKeys((await loop.work({ branch: 'f' })).items)).toEqual(['k1', 'k2', 'k9', 'k0'])
    expect(getKeys((await loop.work({ branch: 'f', worker: 'anna' })).items)).toEqual(['k0', 'k1', 'k2', 'k9'])
    const both = await loop.work({ locales: 'all' })
    expect(both.items.map(({ key, want, worker }) => [key, want, worker])).toEqual([
      ['k0', ['ja'], undefined],
      ['k1', undefined, undefined],
      ['k2', undefined, undefined],
      ['k0', ['de'], 'anna'],
    ])
  })
})

describe('a reservation', () => {
  it('is rejected for unknown or finished entries with the reason, and made for the others', async () => {
    await loop.push(numbered(3))
    await loop.submit([{ key: 'k0', text: 'x' }])
    const answer = await reserve(loop, 'anna', { ids: ['e1', 'e999', 'e2', 'e2'] })
    expect(answer.reserved).toEqual(['e2'])
    expect(answer.refused).toMatchObject([
      { id: 'e1', why: 'Its de translation needs no work.' },
      { id: 'e999', why: 'There is no entry "e999".' },
    ])
  })

  it('needs IDs or a limit, a target locale, a plain name, and write access', async () => {
    await loop.push(numbered(2))
    expect((await refused(reserve(loop, 'anna', {}))).message).toBe('ids is missing.')
    expect((await refused(reserve(loop, 'anna', { ids: ['e1'], limit: 1 }))).message).toContain('both given')
    expect((await refused(reserve(loop, 'anna', { limit: 1, locale: 'fr' }))).message).toContain('"fr"')
    expect((await refused(reserve(loop, 'an na', { limit: 1 }))).message).toContain('worker')
    expect((await refused(reserve(loop, 'anna', { limit: 1, minutes: 61 }))).message).toContain('minutes')
    const reader = await loop.world.user('ada', ['project:read'])
    const call = reader.call('reserve_work', { project: loop.project, locale: 'de', worker: 'anna', limit: 1 })
    expect((await refused(call)).code).toBe('insufficient_scope')
  })

  it('is rejected beyond 800 of a locale', async () => {
    await loop.push(numbered(1001))
    for (let at = 0; at < 4; at += 1) await reserve(loop, `w${at}`, { limit: 200 })
    const full = await reserve(loop, 'late', { limit: 200 })
    expect(full.reserved).toEqual([])
    expect(full.refused).toHaveLength(200)
    expect(full.refused?.[0]?.why).toBe('The locale already has 800 reservations.')
    const { items } = await loop.work({ limit: 200, max_bytes: 60_000 })
    expect(items.every(({ worker }) => worker === undefined)).toBe(true)
    loop.world.pass(10 * 60_000)
    expect((await reserve(loop, 'late', { limit: 200 })).reserved).toHaveLength(200)
  })
})

const WORKERS = ['anna', 'ben'] as const
const act = fc.oneof(
  fc.record({
    kind: fc.constant('reserve' as const),
    worker: fc.constantFrom('ben', 'cleo'),
    entries: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 4 }),
    minutes: fc.constantFrom(1, 30),
  }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(0.5, 2, 20) }),
  fc.record({ kind: fc.constant('submit' as const), entry: fc.integer({ min: 0, max: 11 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** The holder of each key and its expiration, in the simplest form. */
class Model {
  readonly held = new Map<string, { worker: string; until: number }>()
  readonly waiting: Set<string>

  constructor(keys: readonly string[]) {
    this.waiting = new Set(keys)
  }

  shareOf(key: string, worker: string | undefined, now: number): number {
    const one = this.held.get(key)
    if (one === undefined || one.until <= now) return 1
    return one.worker === worker ? 0 : 2
  }

  /** The keys in the work, in the order of a worker. */
  listing(worker: string | undefined, now: number): string[] {
    const number = (key: string): number => Number(key.slice(1))
    const rank = (key: string): number => this.shareOf(key, worker, now) * 100 + number(key)
    return [...this.waiting].sort((a, b) => rank(a) - rank(b))
  }
}

async function perform(one: Loop, model: Model, step: Act): Promise<void> {
  const now = (): number => one.world.services.now().getTime()
  if (step.kind === 'pass') one.world.pass(step.minutes * 60_000)
  else if (step.kind === 'submit') {
    await one.submit([{ key: `k${step.entry}`, text: `x${step.entry}` }])
    model.waiting.delete(`k${step.entry}`)
    model.held.delete(`k${step.entry}`)
  } else if (step.entries.length > 0) {
    const ids = step.entries.map(entry => `e${(entry + 1).toString(36)}`)
    const { reserved } = await reserve(one, step.worker, { ids, minutes: step.minutes })
    const expected = step.entries.filter(entry => {
      const key = `k${entry}`
      return model.waiting.has(key) && model.shareOf(key, step.worker, now()) < 2
    })
    expect(reserved).toEqual(expected.map(entry => `e${(entry + 1).toString(36)}`))
    for (const entry of expected) {
      const until = Math.max(now() + step.minutes * 60_000, model.held.get(`k${entry}`)?.until ?? 0)
      model.held.set(`k${entry}`, { worker: step.worker, until })
    }
  }
}

describe('any history of reservations, submissions and time', () => {
  const history = fc.array(act, { maxLength: 8 })

  it('leads to the listing of a simple model, in pages of any size, on two branches', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
        const one = await openLoop()
        try {
          await one.push(numbered(12))
          await one.push(numbered(12), { branch: 'f' })
          const model = new Model(Object.keys(numbered(12)))
          for (const step of steps) await perform(one, model, step)
          for (const worker of [undefined, ...WORKERS]) {
            const expected = model.listing(worker, one.world.services.now().getTime())
            for (const more of [{}, { branch: 'f' }]) {
              const query = { ...more, ...(worker !== undefined && { worker }) }
              expect(getKeys(await walk(one, { ...query, limit })), `${worker}`).toEqual(expected)
              expect(getKeys((await one.work({ ...query, limit: 200 })).items), `${worker}`).toEqual(expected)
            }
          }
        } finally {
          await one.close()
        }
      }),
      { numRuns: runs(20) },
    )
  }, 120_000)

  it('neither drops nor repeats free or own units of an open listing', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, fc.integer({ min: 1, max: 3 }), async (before, during, limit) => {
        const one = await openLoop()
        try {
          await one.push(numbered(12))
          const model = new Model(Object.keys(numbered(12)))
          for (const step of before) await perform(one, model, step)
          one.world.pass(1)
          const start = one.world.services.now().getTime()
          const live = new Set([...model.held].flatMap(([key, { until }]) => (until > start ? [key] : [])))
          const hadRunOut = new Set([...model.held.keys()].filter(key => !live.has(key)))
          const rest = [...during]
          const rows = await walk(one, { limit, worker: 'anna' }, async () => {
            const step = rest.shift()
            if (step !== undefined) await perform(one, model, step)
          })
          const given = getKeys(rows)
          expect([...model.waiting].filter(key => !given.includes(key))).toEqual([])
          const twice = given.filter((key, at) => given.indexOf(key) !== at)
          // Another worker took an expired one again, so it is listed again at the end, as that worker's.
          expect(twice.filter(key => !hadRunOut.has(key ?? ''))).toEqual([])
        } finally {
          await one.close()
        }
      }),
      { numRuns: runs(30) },
    )
  }, 120_000)
})

it('a reservation ends with an unchanged submission, in one audit event', async () => {
  await loop.push({ a: 'Apple' })
  const [item] = (await loop.work()).items
  const submit = () => loop.submit([{ id: item?.id ?? '', src: item?.src ?? '', text: 'Apfel' }])
  const { read } = loop.world.services.store
  const events = async () => {
    const { items } = await read.audit.page('all', '', { limit: 50 })
    return items.filter(({ action }) => action === 'submit_translations').length
  }
  await reserve(loop, 'anna', { ids: await idsOf('a') })
  const files = [{ path: 'locales/de.json', content: JSON.stringify({ a: 'Apfel' }) }]
  await loop.ada.call('push_translations', { project: loop.project, files })
  expect(await submit()).toMatchObject({ unchanged: 1 })
  expect(await events()).toBe(1)
  await submit()
  expect(await events()).toBe(1)
})

it('reservations are visible to members, and to no reader of a public project', async () => {
  await loop.push({ a: 'Apple' })
  await reserve(loop, 'bobs-laptop', { ids: await idsOf('a') })
  expect(JSON.stringify(await loop.work())).toContain('bobs-laptop')
  await loop.world.setAccount('ada', { public: true })
  const stranger = await loop.world.user('eve')
  const told = await stranger.call('get_work', { project: loop.project, locale: 'de' })
  expect(told).toMatchObject({ left: 1, items: [{ key: 'a' }] })
  expect(JSON.stringify(told)).not.toContain('bobs-laptop')
})
