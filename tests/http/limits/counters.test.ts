import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCounters, WINDOW_MS } from '../../../src/http/limits/counters.ts'
import { createLimits } from '../../../src/http/limits/limits.ts'

const START = Date.UTC(2026, 0, 5)

/** Takes until one is refused. */
function exhaust(take: () => { allowed: boolean }): number {
  let taken = 0
  while (take().allowed) taken += 1
  return taken
}

describe('a counter', () => {
  it('never lets more than the limit pass in any minute, and forgets at most two seconds late', () => {
    const steps = array(tuple(constantFrom('a', 'b'), integer({ min: 0, max: 25_000 })), { maxLength: 150 })
    assert(
      property(steps, integer({ min: 1, max: 6 }), (requests, limit) => {
        const counters = createCounters()
        const passed: { key: string; at: number }[] = []
        let at = START
        for (const [key, later] of requests) {
          at += later
          const since = (ms: number) => passed.filter(one => one.key === key && one.at > at - ms).length
          const [strict, lax] = [since(WINDOW_MS), since(WINDOW_MS + 2_000)]
          const { allowed } = counters.take(key, limit, at)
          if (allowed) expect(strict).toBeLessThan(limit)
          else expect(lax).toBeGreaterThanOrEqual(limit)
          if (allowed) passed.push({ key, at })
        }
      }),
    )
  })

  it('does not let twice the limit pass around the turn of a minute', () => {
    const counters = createCounters()
    expect(exhaust(() => counters.take('a', 5, START + 59_900))).toBe(5)
    expect(counters.take('a', 5, START + 60_100)).toMatchObject({ allowed: false, taken: 5, waitMs: 59_800 })
    expect(counters.take('a', 5, START + 119_899).allowed).toBe(false)
    expect(counters.take('a', 5, START + 119_900)).toMatchObject({ allowed: true, taken: 1 })
  })

  it('says truly when one more is taken', () => {
    const counters = createCounters()
    for (const at of [0, 9_000, 18_000]) counters.take('a', 3, START + at)
    const { waitMs } = counters.take('a', 3, START + 20_000)
    expect(counters.take('a', 3, START + 20_000 + waitMs - 1).allowed).toBe(false)
    expect(counters.take('a', 3, START + 20_000 + waitMs).allowed).toBe(true)
  })

  it('does not count what is refused, so that a client that keeps knocking is let in again', () => {
    const counters = createCounters()
    exhaust(() => counters.take('a', 5, START))
    for (let second = 1; second < 60; second += 1) counters.take('a', 5, START + second * 1000)
    expect(counters.take('a', 5, START + 60_000).allowed).toBe(true)
  })

  it('goes on when the clock is set back', () => {
    const counters = createCounters()
    exhaust(() => counters.take('a', 5, START))
    expect(counters.take('a', 5, START - 3_600_000).allowed).toBe(true)
  })
})

describe('a flood of addresses', () => {
  it('keeps ten thousand counters and no more, and they go when they are silent', () => {
    const counters = createCounters()
    for (let n = 0; n < 100_000; n += 1) counters.take(`address ${n}`, 5, START)
    expect(counters.size).toBe(10_000)
    counters.take('late', 5, START + 2 * WINDOW_MS)
    expect(counters.size).toBe(1)
  })

  it('resets the count of nobody', () => {
    const counters = createCounters()
    exhaust(() => counters.take('known before', 5, START))
    for (let n = 0; n < 50_000; n += 1) counters.take(`address ${n}`, 5, START + 1)
    exhaust(() => counters.take('came during', 5, START + 2))
    for (let n = 0; n < 50_000; n += 1) counters.take(`other ${n}`, 5, START + 3)
    expect(counters.take('known before', 5, START + 59_000).allowed).toBe(false)
    expect(counters.take('came during', 5, START + 59_000).allowed).toBe(false)
  })

  it('does not hand a fresh counter to who shared one a moment ago', () => {
    const counters = createCounters()
    for (let n = 0; n < 10_000; n += 1) counters.take(`address ${n}`, 5, START)
    // The flood is silent from here, so its counters go at the next turn but one, while this one has just used up what it shares.
    counters.take('turn', 1000, START + 60_000)
    exhaust(() => counters.take('came during', 5, START + 119_000))
    counters.take('turn', 1000, START + 120_000)
    expect(counters.size).toBeLessThan(10)
    expect(counters.take('came during', 5, START + 121_000).allowed).toBe(false)
  })

  it('of one endpoint leaves the others alone', () => {
    const limits = createLimits(() => new Date(START), 1)
    for (let n = 0; n < 100_000; n += 1) limits.take('login', `address ${n}`)
    expect(limits.take('authorize', 'somebody')).toMatchObject({ allowed: true, limit: 60, remaining: 59 })
  })
})
