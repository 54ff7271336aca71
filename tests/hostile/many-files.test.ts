import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { createCpuBudget } from '../../src/http/limits/cpu-budget.ts'
import { sourceHash } from '../../src/l10n/source-hash.ts'
import { Pace } from '../../src/pace.ts'
import { CallCpu } from '../../src/tools/cpu-budget.ts'
import { renderArchive } from '../../src/tools/files/archive.ts'
import { forEachFile } from '../../src/tools/files/sent-files.ts'
import { CallResults } from '../../src/workers/call-results.ts'
import { POOL_SETTINGS, Pool } from '../../src/workers/pool.ts'
import { type Loop, openLoop } from '../tools/loop.ts'
import { refused } from '../tools/world.ts'

describe('many short works of one call', () => {
  let now = 0
  beforeEach(() => {
    now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => vi.restoreAllMocks())

  it('rest together, each with a pace of its own', async () => {
    const pool = new Pool(POOL_SETTINGS)
    const call = new CallResults(pool, { queue: 'ada' })
    const isDue = (): boolean => {
      const pace = call.pace()
      now += 1
      return pace.isDue
    }
    expect([1, 2, 3, 4, 5, 6].map(isDue)).toEqual([false, false, false, false, false, true])
    await call.pace().rest()
    expect(isDue()).toBe(false)
    await pool.close()
  })

  it('have no stretch behind them when they waited for something else', async () => {
    const pace = new Pace()
    now = 6
    expect(pace.isDue).toBe(true)
    // The event loop turns: a timer comes behind what it set for then.
    await new Promise(resolve => setTimeout(resolve, 1))
    expect(pace.isDue).toBe(false)
  })

  it('end at a rest where the budget has no room any more', async () => {
    const budget = createCpuBudget(() => new Date(0), 20)
    const call = (id: string) =>
      new CallCpu(budget, { user: { id } as never, credential: { kind: 'token', id, prefix: '' } })
    const pace = new Pace(call('t1'))
    await pace.rest()
    call('t1').add(20_000)
    expect((await refused(pace.rest())).code).toBe('rate_limited')
  })

  it('end where the call alone used three budgets', async () => {
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
      'This call used 60 seconds of CPU time.',
      'Ask for less at a time: fewer files, locales or texts.',
    ])
  })

  it('say once for all files that the budget is used up', async () => {
    const files = ['a', 'b', 'c'].map(path => ({ path }))
    const work = vi.fn(() => Promise.reject(new AppError('rate_limited', 'Wait.', { retryAfter: 7 })))
    const fault = await refused(forEachFile(files, new Pace(), work))
    expect([fault.message, fault.retryAfter, work.mock.calls.length]).toEqual(['Wait.', 7, 1])
  })
})

describe('a project of many files and locales', () => {
  let loop: Loop
  const locales = ['de', 'fr', 'es', 'it']
  const files = Array.from({ length: 20 }, (_, at) => ({ path: `a/en/${at}.json`, content: `{"k${at}":"Text"}` }))
  const push = (sent: readonly object[]) =>
    loop.ada.call<{ next: string }>('push_source', { project: loop.project, files: sent })
  beforeEach(async () => {
    loop = await openLoop(locales)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await loop.close()
  })

  it('is pulled without writing the files that have no translation', async () => {
    await push(files)
    const items = [{ key: 'k3', src: sourceHash('Text').slice(0, 8), text: 'Text de' }]
    await loop.ada.call('submit_translations', { project: loop.project, locale: 'de', items })
    const written = vi.spyOn(CallResults.prototype, 'writeTarget')
    const pulled = await loop.ada.call<{ left_out: number }>('pull_translations', { project: loop.project })
    expect([pulled.left_out, written.mock.calls.length]).toEqual([79, 1])
  })

  it('names renamed keys of a push cut to 200 characters', async () => {
    const long = (name: string): string => `${name}${'x'.repeat(1_900)}`
    await push([{ path: 'en.json', content: JSON.stringify({ [long('a')]: 'A text of its own' }) }])
    const renamed = JSON.stringify({ [long('b')]: 'A text of its own' })
    const { renames } = await loop.ada.call<{ renames: readonly string[] }>('push_source', {
      project: loop.project,
      files: [{ path: 'en.json', content: renamed }],
    })
    expect(renames).toHaveLength(1)
    expect(renames[0]?.length).toBeLessThan(420)
  })
})

it('counts the frames of the files of an archive', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `${at}.json`, content: '' }))
  expect((await renderArchive(files(1_000))).length).toBeGreaterThan(0)
  expect((await refused(renderArchive(files(65_537)))).code).toBe('too_large')
})
