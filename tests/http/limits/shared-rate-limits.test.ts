import { array, assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createRateLimiter, type LimitName, type RateLimiter } from '../../../src/http/limits/rate-limits.ts'
import { createSharedRateLimiter } from '../../../src/http/limits/shared-rate-limits.ts'
import { WINDOW_MS } from '../../../src/http/limits/times.ts'
import { LocalSharedState } from '../../../src/store/embedded/shared-state.ts'

const START = Date.UTC(2026, 0, 5)
const ADDRESS = '203.0.113.7'
const ALLOWED = { allowed: true }
const REFUSED = { allowed: false, remaining: 0 }

/** Processes that share their state. */
function open(processes = 2, factor = 1) {
  const clock = { at: START }
  const shared = new LocalSharedState(() => clock.at)
  const update = vi.spyOn(shared, 'update')
  const now = () => new Date(clock.at)
  const limiters = Array.from({ length: processes }, () => createSharedRateLimiter({ shared, now, factor }))
  const [one, other] = limiters
  if (one === undefined || other === undefined) throw new Error('two processes at least')
  return { clock, limiters, one, other, update, local: createRateLimiter(now, factor) }
}

/** Takes from the processes in turn until one refuses. */
async function exhaust(limiters: readonly RateLimiter[], name: LimitName, who: string): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const limiter = limiters[taken % limiters.length]
    if ((await limiter?.take(name, who))?.allowed !== true) return taken
  }
}

describe('a rate limit of several processes', () => {
  it('admits as many as one process does, one after the other', async () => {
    const { one, other, clock } = open()
    for (const [at, limiter] of [one, one, other, one, other].entries())
      expect(await limiter.take('register', ADDRESS)).toMatchObject({ allowed: true, limit: 5, remaining: 4 - at })
    clock.at += 1_000
    for (const limiter of [one, other, one])
      expect(await limiter.take('register', ADDRESS)).toMatchObject({ ...REFUSED, resetSeconds: 59 })
    expect(await other.take('register', '203.0.113.8')).toMatchObject(ALLOWED)
    clock.at = START + WINDOW_MS
    expect(await other.take('register', ADDRESS)).toMatchObject({ allowed: true, remaining: 4 })
  })

  it('admits as many as one process does, at the same time', async () => {
    const { one, other } = open()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? one : other).take('register', ADDRESS)),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5)
    const frequent = await Promise.all(
      Array.from({ length: 900 }, (_, n) => (n % 3 === 0 ? one : other).take('read', 'token:a')),
    )
    const admitted = frequent.filter(({ allowed }) => allowed).length
    expect(admitted).toBeLessThanOrEqual(600)
    expect(admitted).toBeGreaterThan(570)
  })

  it('never admits more than the limit in any minute, in any order', async () => {
    const steps = array(tuple(constantFrom(0, 1, 2), integer({ min: 0, max: 3_000 }), integer({ min: 1, max: 12 })), {
      maxLength: 60,
    })
    await assert(
      asyncProperty(steps, async requests => {
        const { clock, limiters } = open(3, 0.2)
        const passed: { readonly at: number; readonly amount: number }[] = []
        for (const [process, later, times] of requests) {
          clock.at += later
          for (let count = 0; count < times; count += 1) {
            const answer = await limiters[process]?.take('read', 'token:a')
            if (answer?.allowed !== true) continue
            passed.push({ at: clock.at, amount: 1 })
            const recent = passed.filter(({ at }) => at > clock.at - WINDOW_MS)
            expect(recent.length).toBeLessThanOrEqual(120)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('loses at most a few percent to the chunks of other processes', async () => {
    for (const name of ['read', 'write', 'unauthenticated'] as const) {
      const { limiters } = open(4)
      const limit = { read: 600, write: 120, unauthenticated: 300 }[name]
      const taken = await exhaust(limiters, name, ADDRESS)
      expect(taken).toBeLessThanOrEqual(limit)
      expect(taken).toBeGreaterThanOrEqual(0.94 * limit)
    }
  })

  it('gives the unspent part of a chunk back with the next request', async () => {
    const { one, other, clock } = open()
    for (let count = 0; count < 20; count += 1) {
      await one.take('read', 'token:a')
      clock.at += 2_500
    }
    expect(await other.look('read', 'token:a', 1)).toMatchObject({ allowed: true, remaining: 600 - 19 - 30 - 1 })
    expect(await one.take('read', 'token:a')).toMatchObject({ allowed: true, remaining: 600 - 21 })
  })

  it('asks the shared state once for a chunk, and once for a client that is refused', async () => {
    const { one, update, clock } = open()
    for (let count = 0; count < 300; count += 1) await one.take('read', 'token:a')
    expect(update.mock.calls.length).toBeLessThanOrEqual(10)
    await exhaust([one], 'read', 'token:a')
    update.mockClear()
    for (let count = 0; count < 100; count += 1) expect(await one.take('read', 'token:a')).toMatchObject(REFUSED)
    expect(update).not.toHaveBeenCalled()
    clock.at += WINDOW_MS
    expect(await one.take('read', 'token:a')).toMatchObject(ALLOWED)
  })

  it('has the results of the local one, as long as there is one process', async () => {
    const { one, local, clock } = open()
    for (let second = 0; second < 200; second += 1) {
      for (const [name, who, amount] of [
        ['login', ADDRESS, 1],
        ['read', 'token:a', 1],
        ['write', 'token:a', 3],
      ] as const) {
        const expected = await local.take(name, who, amount)
        const { allowed, limit, remaining, resetSeconds } = await one.take(name, who, amount)
        expect([allowed, limit]).toEqual([expected.allowed, expected.limit])
        expect(Math.abs(remaining - expected.remaining)).toBeLessThanOrEqual(amount)
        expect(Math.abs(resetSeconds - expected.resetSeconds)).toBeLessThanOrEqual(2)
      }
      clock.at += 2_500
    }
  })

  it('counts all of several requests or none', async () => {
    const { one, other } = open()
    expect(await one.take('admin', 'token:a', 20)).toMatchObject({ allowed: true, remaining: 10 })
    expect(await other.take('admin', 'token:a', 11)).toMatchObject({ allowed: false, remaining: 10 })
    expect(await other.take('admin', 'token:a', 10)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('keeps the requests of a process that was killed', async () => {
    const { one, other, clock } = open()
    for (let count = 0; count < 30; count += 1) await one.take('read', 'token:a')
    clock.at += 30_000
    expect(await other.look('read', 'token:a', 570)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await other.look('read', 'token:a', 571)).toMatchObject({ allowed: false })
  })

  it('fails when the shared state does, and counts nothing for that', async () => {
    const { one, update } = open()
    update.mockRejectedValueOnce(new Error('no connection'))
    await expect(one.take('read', 'token:a')).rejects.toThrow('no connection')
    expect(await one.take('read', 'token:a')).toMatchObject({ allowed: true, remaining: 599 })
  })
})

describe('a flood of addresses on several processes', () => {
  it('of one neighborhood fills 256 counts and one shared one, and spares others', async () => {
    const { one, other } = open()
    const admitted = new Set<string>()
    for (let n = 0; n < 2_000; n += 1) {
      const who = `2001:db8:1:${n.toString(16)}::/64`
      if ((await (n % 2 === 0 ? one : other).take('register', who)).allowed) admitted.add(who)
    }
    expect(admitted.size).toBe(256 + 5)
    expect(await one.take('register', '2001:db8:1:ffff::/64')).toMatchObject(REFUSED)
    expect(await one.take('register', '2001:db8:2:0::/64')).toMatchObject(ALLOWED)
    expect(await one.take('register', ADDRESS)).toMatchObject(ALLOWED)
  })

  it('resets no count', async () => {
    const { one, other, clock } = open()
    const known = '2001:db8:1:aaaa::/64'
    for (let count = 0; count < 5; count += 1) await one.take('register', known)
    for (let n = 0; n < 1_000; n += 1) await other.take('register', `2001:db8:1:${n.toString(16)}::/64`)
    clock.at += 59_000
    expect(await other.take('register', known)).toMatchObject(REFUSED)
  })
})
