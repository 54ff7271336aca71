import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPersistentCounts } from '../../../src/http/limits/persistent-counts.ts'
import { createRateLimiter, type RateLimiter } from '../../../src/http/limits/rate-limits.ts'
import type { AtomicFile } from '../../../src/store/files/atomic-file.ts'
import { openTrap } from '../../log-trap.ts'

const START = Date.UTC(2026, 0, 5)

afterEach(() => vi.useRealTimers())

/** A file in memory that counts what is done to it. */
function openScene({ factor = 1, text }: { factor?: number; text?: string } = {}) {
  const state = { text, at: START, deeds: [] as string[], fails: false }
  const file: AtomicFile = {
    read: async () => state.text,
    replace: async next => {
      state.deeds.push('replace')
      if (state.fails) throw new Error('ENOSPC')
      state.text = next
    },
    remove: async () => {
      state.deeds.push('remove')
      state.text = undefined
    },
  }
  const { log, lines } = openTrap()
  const now = () => new Date(state.at)
  /** One run of the process: its counts, and its orderly end. */
  const begin = async () => {
    const counts = await openPersistentCounts(file, { now, log })
    const limits = createRateLimiter(now, factor, counts.earlier)
    return { limits, stop: counts.startSaving(limits) }
  }
  return { state, begin, lines }
}

async function take(
  limits: RateLimiter,
  times: number,
  who = '203.0.113.7',
  name: 'register' | 'token' = 'register',
): Promise<readonly boolean[]> {
  const taken = await Promise.all(Array.from({ length: times }, () => limits.take(name, who)))
  return taken.map(({ allowed }) => allowed)
}

describe('the saved counts of rate limits', () => {
  it('survive a restart until their minute is over', async () => {
    const { state, begin } = openScene()
    const first = await begin()
    expect(await take(first.limits, 4)).toEqual([true, true, true, true])
    state.at += 10_000
    await first.stop()
    const second = await begin()
    expect(await take(second.limits, 2)).toEqual([true, false])
    expect(await take(second.limits, 1, '203.0.113.8')).toEqual([true])
    state.at = START + 59_999
    expect(await take(second.limits, 1)).toEqual([false])
    state.at = START + 60_000
    expect(await take(second.limits, 5)).toEqual([true, true, true, true, false])
  })

  it('survive two restarts, also without requests in between', async () => {
    const { state, begin } = openScene()
    const first = await begin()
    await take(first.limits, 5)
    await first.stop()
    state.at += 10_000
    await (await begin()).stop()
    state.at += 10_000
    const third = await begin()
    expect(await take(third.limits, 1)).toEqual([false])
    expect((await third.limits.look('register', '203.0.113.7', 1)).resetSeconds).toBe(40)
  })

  it('return to the last saved state after a kill', async () => {
    const { state, begin } = openScene()
    const first = await begin()
    await take(first.limits, 3)
    await first.stop()
    state.at += 10_000
    await take((await begin()).limits, 2)
    state.at += 10_000
    expect(await take((await begin()).limits, 3)).toEqual([true, true, false])
  })

  it('are saved once a minute if changed, and leave no other file', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { state, begin } = openScene()
    const { limits, stop } = await begin()
    const minute = async () => {
      state.at += 60_000
      await vi.advanceTimersByTimeAsync(60_000)
    }
    await minute()
    expect(state.deeds).toEqual([])
    state.at += 59_000
    await take(limits, 3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.deeds).toEqual(['replace'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.deeds).toEqual(['replace'])
    await minute()
    await minute()
    expect(state.deeds).toEqual(['replace', 'remove'])
    await stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(state.deeds).toEqual(['replace', 'remove'])
  })

  it('contain no addresses, and at most 1,000 counts near their limit', async () => {
    const { state, begin } = openScene()
    const { limits, stop } = await begin()
    for (let n = 0; n < 2_000; n += 1) await take(limits, 1, `10.${n >> 8}.${n & 255}.1`)
    await take(limits, 5)
    await take(limits, 2, '203.0.113.9', 'token')
    await stop()
    const { counts } = JSON.parse(state.text ?? '') as { counts: Record<string, number[]> }
    expect(Object.keys(counts)).toHaveLength(1_000)
    expect(Object.values(counts)[0]).toEqual([START, 5])
    expect(state.text).not.toMatch(/203\.|10\.\d/)
    expect((state.text ?? '').length).toBeLessThan(100_000)
  })

  it('are not written when the limits are disabled', async () => {
    const { state, begin } = openScene({ factor: 1000 })
    const { limits, stop } = await begin()
    await take(limits, 100)
    await stop()
    expect(state.deeds).toEqual([])
  })

  it.each(['', '{', '[]', '{"salt":"x","counts":{"a":["b"]}}', '{"salt":"x"}'])(
    'start at zero when the file is damaged: %j',
    async text => {
      const { state, begin, lines } = openScene({ text })
      const { limits, stop } = await begin()
      expect(lines()).toMatchObject([{ level: 'warn' }])
      expect(await take(limits, 1)).toEqual([true])
      state.at += 120_000
      await stop()
      expect(state.text).toBeUndefined()
    },
  )

  it('of a future time, after the clock was set back, do not count', async () => {
    const { state, begin } = openScene()
    const first = await begin()
    await take(first.limits, 5)
    await first.stop()
    state.at -= 3_600_000
    const second = await begin()
    expect(await take(second.limits, 6)).toEqual([true, true, true, true, true, false])
  })

  it('that cannot be saved are logged, and the service continues', async () => {
    const { state, begin, lines } = openScene()
    const { limits, stop } = await begin()
    await take(limits, 5)
    state.fails = true
    await stop()
    expect(lines()).toMatchObject([{ level: 'warn', msg: 'rate-limit counts not saved' }])
  })
})
