import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCounters } from '../../../src/http/limits/counters.ts'
import { createRateLimiter } from '../../../src/http/limits/rate-limits.ts'
import { WINDOW_MS } from '../../../src/http/limits/times.ts'
import { isNightly } from '../../runs.ts'

const START = Date.UTC(2026, 0, 5)
/** Of so many addresses; ten thousand have all counters. */
const flood = (ordinary: number): number => (isNightly ? ordinary : 20_000)

/** Takes until one is refused. */
function exhaust(take: () => { allowed: boolean }): number {
  let taken = 0
  while (take().allowed) taken += 1
  return taken
}

describe('a rate limit counter', () => {
  it('never allows more than the limit in any minute, and forgets at most two seconds late', () => {
    const steps = array(tuple(constantFrom('a', 'b'), integer({ min: 0, max: 25_000 })), { maxLength: 150 })
    assert(
      property(steps, integer({ min: 1, max: 6 }), (requests, limit) => {
        const counters = createCounters(key => key)
        const passed: { key: string; at: number }[] = []
        let at = START
        for (const [key, later] of requests) {
          at += later
          const since = (ms: number) => passed.filter(one => one.key === key && one.at > at - ms).length
          const [strict, lax] = [since(WINDOW_MS), since(WINDOW_MS + 2_000)]
          const { allowed } = counters.take(key, { limit: limit, at: at })
          if (allowed) expect(strict).toBeLessThan(limit)
          else expect(lax).toBeGreaterThanOrEqual(limit)
          if (allowed) passed.push({ key, at })
        }
      }),
    )
  })

  it('returns the exact wait time', () => {
    const counters = createCounters(key => key)
    for (const at of [0, 9_000, 18_000]) counters.take('a', { limit: 3, at: START + at })
    const { waitMs } = counters.take('a', { limit: 3, at: START + 20_000 })
    expect(counters.take('a', { limit: 3, at: START + 20_000 + waitMs - 1 }).allowed).toBe(false)
    expect(counters.take('a', { limit: 3, at: START + 20_000 + waitMs }).allowed).toBe(true)
  })

  it('continues when the clock is set back', () => {
    const counters = createCounters(key => key)
    exhaust(() => counters.take('a', { limit: 5, at: START }))
    expect(counters.take('a', { limit: 5, at: START - 3_600_000 }).allowed).toBe(true)
  })
})

describe('a request that counts several times', () => {
  it('is counted completely or not at all', () => {
    const counters = createCounters(key => key)
    expect(counters.take('a', { limit: 5, at: START, amount: 3 })).toMatchObject({ allowed: true, taken: 3 })
    expect(counters.look('a', { limit: 5, at: START, amount: 2 })).toMatchObject({ allowed: true, taken: 5 })
    expect(counters.take('a', { limit: 5, at: START, amount: 3 })).toMatchObject({ allowed: false, taken: 3 })
    expect(counters.take('a', { limit: 5, at: START, amount: 2 })).toMatchObject({ allowed: true, taken: 5 })
  })

  it('returns the wait time for all of them', () => {
    const counters = createCounters(key => key)
    for (const at of [0, 10_000, 20_000, 30_000]) counters.take('a', { limit: 4, at: START + at })
    const asked = { limit: 4, at: START + 40_000, amount: 3 }
    const { waitMs } = counters.take('a', asked)
    expect(waitMs).toBe(40_000)
    expect(counters.look('a', { ...asked, at: asked.at + waitMs - 1 }).allowed).toBe(false)
    expect(counters.look('a', { ...asked, at: asked.at + waitMs }).allowed).toBe(true)
  })
})

describe('a flood of addresses', () => {
  /** The neighborhood is the part before the first colon. */
  const crowded = () => createCounters(key => key.slice(0, key.indexOf(':')))

  it('of one neighborhood fills 256 counters and one shared one, and spares others', () => {
    const counters = crowded()
    for (let n = 0; n < flood(200_000); n += 1) counters.take(`flood:${n}`, { limit: 5, at: START })
    expect(counters.size).toBe(256)
    expect(counters.take('flood:late', { limit: 5, at: START }).allowed).toBe(false)
    const refused = Array.from({ length: 300 }, (_, n) => counters.take(`${n}:1`, { limit: 5, at: START + 1 }))
    expect(refused.filter(({ allowed }) => !allowed).length).toBeLessThan(5)
  })

  it('of forty neighborhoods fills all counters, and shares only its own', () => {
    const counters = crowded()
    for (let n = 0; n < flood(200_000); n += 1) counters.take(`flood ${n % 40}:${n}`, { limit: 5, at: START })
    expect(counters.size).toBe(10_000)
    const refused = Array.from({ length: 300 }, (_, n) => counters.take(`${n}:1`, { limit: 5, at: START + 1 }))
    expect(refused.filter(({ allowed }) => !allowed).length).toBeLessThan(30)
  })

  it('returns the counters of its neighborhood when it stops', () => {
    const counters = crowded()
    for (let n = 0; n < 1_000; n += 1) counters.take(`flood:${n}`, { limit: 5, at: START })
    counters.take('flood:0', { limit: 5, at: START + WINDOW_MS })
    counters.take('flood:0', { limit: 5, at: START + 2 * WINDOW_MS })
    for (let n = 0; n < 255; n += 1) counters.take(`flood:new ${n}`, { limit: 5, at: START + 2 * WINDOW_MS })
    expect(counters.size).toBe(256)
  })

  it('keeps at most ten thousand counters, and drops them when it stops', () => {
    const counters = createCounters(key => key)
    for (let n = 0; n < flood(100_000); n += 1) counters.take(`address ${n}`, { limit: 5, at: START })
    expect(counters.size).toBe(10_000)
    counters.take('late', { limit: 5, at: START + 2 * WINDOW_MS })
    expect(counters.size).toBe(1)
  })

  it('resets no count', () => {
    const counters = createCounters(key => key)
    exhaust(() => counters.take('known before', { limit: 5, at: START }))
    for (let n = 0; n < flood(50_000); n += 1) counters.take(`address ${n}`, { limit: 5, at: START + 1 })
    exhaust(() => counters.take('came during', { limit: 5, at: START + 2 }))
    for (let n = 0; n < flood(50_000); n += 1) counters.take(`other ${n}`, { limit: 5, at: START + 3 })
    expect(counters.take('known before', { limit: 5, at: START + 59_000 }).allowed).toBe(false)
    expect(counters.take('came during', { limit: 5, at: START + 59_000 }).allowed).toBe(false)
  })

  it('gives no fresh counter to an address that just shared one', () => {
    const counters = createCounters(key => key)
    for (let n = 0; n < 10_000; n += 1) counters.take(`address ${n}`, { limit: 5, at: START })
    // The flood has stopped, so its counters are dropped soon, while this address has just used up a shared one.
    counters.take('turn', { limit: 1000, at: START + 60_000 })
    exhaust(() => counters.take('came during', { limit: 5, at: START + 119_000 }))
    counters.take('turn', { limit: 1000, at: START + 120_000 })
    expect(counters.size).toBeLessThan(10)
    expect(counters.take('came during', { limit: 5, at: START + 121_000 }).allowed).toBe(false)
  })

  it('of one endpoint does not affect the others', async () => {
    const limits = createRateLimiter(() => new Date(START), 1)
    for (let n = 0; n < flood(100_000); n += 1) await limits.take('login', `address ${n}`)
    expect(await limits.take('authorize', 'somebody')).toMatchObject({ allowed: true, limit: 60, remaining: 59 })
  })
})
