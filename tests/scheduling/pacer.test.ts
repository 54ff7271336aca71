import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { createCpuBudget } from '../../src/http/limits/cpu-budget.ts'
import { Pacer } from '../../src/scheduling/pacer.ts'
import { forEachFile } from '../../src/tools/files/transfer/sent-files.ts'
import { CallCpu } from '../../src/tools/pipeline/cpu-budget.ts'
import { CallComputation } from '../../src/workers/call-computation.ts'
import { DEFAULT_POOL_SETTINGS, Pool } from '../../src/workers/pool.ts'
import { refused } from '../tools/world.ts'

describe('the short tasks of one call', () => {
  let now = 0
  beforeEach(() => {
    now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    for (const clock of ['cpuUsage', 'threadCpuUsage'].filter(name => name in process))
      vi.spyOn(process, clock as 'cpuUsage').mockImplementation(() => ({ user: now * 1000, system: 0 }))
  })
  afterEach(() => vi.restoreAllMocks())

  it('pause together, each with a pace of its own', async () => {
    const pool = new Pool(DEFAULT_POOL_SETTINGS)
    const call = new CallComputation(pool, { queue: 'ada' })
    const isDue = (): boolean => {
      const pace = call.pace()
      now += 1
      return pace.shouldYield
    }
    expect([1, 2, 3, 4, 5, 6].map(isDue)).toEqual([false, false, false, false, false, true])
    await call.pace().yieldNow()
    expect(isDue()).toBe(false)
    await pool.close()
  })

  it('start a new slice after they waited for something else', async () => {
    const pace = new Pacer()
    now = 6
    expect(pace.shouldYield).toBe(true)
    // The event loop turns: this comes behind what it set for then.
    await new Promise(resolve => setImmediate(resolve))
    expect(pace.shouldYield).toBe(false)
  })

  it('are counted once, without the work of others while they waited', async () => {
    const meter = { sum: 0, add: (ms: number) => (meter.sum += ms), check: () => undefined }
    const pool = new Pool(DEFAULT_POOL_SETTINGS)
    const call = new CallComputation(pool, { queue: 'ada', meter })
    now += 2
    const outer = call.pace()
    now += 1
    call.pace().count()
    outer.count()
    expect(meter.sum).toBe(3)
    await new Promise(resolve => setImmediate(resolve))
    now += 100
    call.pace().count()
    now += 4
    outer.count()
    expect(meter.sum).toBe(7)
    await pool.close()
  })

  it('stop at a pause when the budget is exhausted', async () => {
    const budget = createCpuBudget(() => new Date(0), 20)
    const call = (id: string) =>
      new CallCpu(budget, { user: { id } as never, credential: { kind: 'token', id, prefix: '' } })
    const pace = new Pacer(call('t1'))
    await pace.yieldNow()
    call('t1').add(20_000)
    expect((await refused(pace.yieldNow())).code).toBe('rate_limited')
  })

  it('stop when the call alone used three budgets', async () => {
    const budget = createCpuBudget(() => new Date(0), 20)
    const cpu = new CallCpu(budget, {
      user: { id: 'ada' } as never,
      credential: { kind: 'token', id: 't', prefix: '' },
    })
    cpu.add(60_000)
    cpu.check()
    cpu.add(1)
    const { code, message, fix } = await refused(Promise.resolve().then(() => cpu.check()))
    expect([code, message, fix]).toEqual([
      'too_large',
      'This call used 60 seconds of CPU time, the most allowed.',
      'Send fewer files, locales or translations per call.',
    ])
  })

  it('report an exhausted budget once for all files', async () => {
    const files = ['a', 'b', 'c'].map(path => ({ path }))
    const work = vi.fn(() => Promise.reject(new AppError('rate_limited', 'Wait.', { retryAfter: 7 })))
    const fault = await refused(forEachFile(files, new Pacer(), work))
    expect([fault.message, fault.retryAfter, work.mock.calls.length]).toEqual(['Wait.', 7, 1])
  })
})

describe('concurrent tasks of many users', () => {
  let now = 0
  beforeEach(async () => {
    // A round that nothing began in: a timer may come before the round of the test before has ended.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(resolve => setImmediate(resolve))
    now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => vi.restoreAllMocks())

  /** Begins works of 4 ms and tells in which round of the event loop each was done. */
  const rounds = async (owners: readonly string[]): Promise<readonly string[]> => {
    let round = 0
    const done: string[] = []
    const count = (): void => {
      round += 1
      if (done.length < owners.length) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(
      owners.map(async owner => {
        await new Pacer(undefined, owner).begin()
        now += 4
        done.push(`${owner}${round}`)
      }),
    )
    return done
  }

  it('start at once for the first of an owner, then one in each round of the event loop', async () => {
    const done = await rounds(['eve', 'eve', 'eve', 'eve'])
    expect(done).toEqual(['eve0', 'eve1', 'eve2', 'eve3'])
  })

  it('take turns by owner', async () => {
    const done = await rounds(['eve', 'eve', 'eve', 'bob', 'bob'])
    expect(done).toEqual(['eve0', 'bob0', 'eve1', 'bob2', 'eve3'])
  })

  it('wait when other tasks used up the round', async () => {
    await new Pacer(undefined, 'eve').begin()
    now = 6
    const begun: string[] = []
    const late = new Pacer(undefined, 'bob').begin().then(() => begun.push('bob'))
    for (let tick = 0; tick < 50; tick += 1) await Promise.resolve()
    expect(begun).toEqual([])
    await late
  })
})
