import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LocalSharedState } from '../../src/store/embedded/shared-state.ts'
import { keepLease } from '../../src/store/kept-lease.ts'
import type { SharedState } from '../../src/store/shared-state.ts'

const HOUR = 3_600_000

let clock: number
let shared: LocalSharedState

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  clock = 0
  shared = new LocalSharedState(() => clock)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Time that passes for a process that is not frozen. */
const live = async (milliseconds: number): Promise<void> => {
  for (let passed = 0; passed < milliseconds; passed += 1_000) {
    clock += 1_000
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

const take = async () => {
  const lease = await keepLease(shared, 'work')
  if (lease === undefined) throw new Error('another process has the lease')
  return lease
}

it('is held until it is released', async () => {
  const lease = await take()
  await live(HOUR)
  expect(await lease.isHeld()).toBe(true)
  expect(await keepLease(shared, 'work')).toBeUndefined()
  await lease.release()
  expect(await keepLease(shared, 'work')).toBeDefined()
})

it('is lost when another process took it meanwhile, and is not given back then', async () => {
  const lease = await take()
  clock += 15_000
  const other = await take()
  await live(5_000)
  expect(lease.lost.aborted).toBe(true)
  expect(await lease.isHeld()).toBe(false)
  await lease.release()
  expect(await other.isHeld()).toBe(true)
  expect(await keepLease(shared, 'work')).toBeUndefined()
})

it('is asked for by a process that wakes up, before any timer', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['performance'] })
  const lease = await take()
  clock += 15_000
  await take()
  expect(await lease.isHeld()).toBe(true)
  vi.advanceTimersByTime(15_000)
  expect(await lease.isHeld()).toBe(false)
  expect(lease.lost.aborted).toBe(true)
})

it('outlives a time in which the store cannot be reached', async () => {
  let isDown = false
  const flaky: Pick<SharedState, 'lease'> = {
    lease: async (name, ms) => {
      const lease = await shared.lease(name, ms)
      return (
        lease && {
          ...lease,
          renew: async longer => {
            if (isDown) throw new Error('no connection')
            return lease.renew(longer)
          },
        }
      )
    },
  }
  const lease = await keepLease(flaky, 'work')
  isDown = true
  await live(20_000)
  await expect(lease?.isHeld()).rejects.toThrow('no connection')
  isDown = false
  await live(5_000)
  expect(await lease?.isHeld()).toBe(true)
})
