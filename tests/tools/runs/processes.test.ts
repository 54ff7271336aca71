import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEngineSet } from '../../../src/engines/open-engines.ts'
import { AppError } from '../../../src/errors.ts'
import type { BackgroundJob } from '../../../src/scheduling/background-job.ts'
import { createDeferred } from '../../../src/store/embedded/deferred.ts'
import { LEASE_RETRY_MS } from '../../../src/store/kept-lease.ts'
import type { Store } from '../../../src/store/store.ts'
import { holdRun } from '../../../src/tools/runs/worker/run-scene.ts'
import { startRuns } from '../../../src/tools/runs/worker/start-runs.ts'
import { found } from '../loop.ts'
import { openSite, type SiteProcess } from '../site.ts'
import { type FakeEngine, fakeEngine } from './fake-engine.ts'
import { holdRequests } from './hold-requests.ts'
import { openRunScene } from './scene.ts'

const CONTENT = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`key${n}`, `Text ${n}`]))
const TEXTS = Object.values(CONTENT)
const PRICES = { input: 1, output: 0, characters: 0 }
/** Longer than a lease. */
const LONG_MS = 20_000

const jobs: BackgroundJob[] = []
const processes: SiteProcess[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const one of processes.splice(0)) one.thaw()
  await Promise.all(jobs.splice(0).map(job => job.stop()))
})

interface RunProcess extends SiteProcess {
  readonly engine: FakeEngine
  readonly start: () => BackgroundJob
}

/** A run scene without a job, and processes with an engine each. */
async function openSiteScene() {
  const opened = await openRunScene({ engines: [fakeEngine()], content: CONTENT })
  await opened.stopJob()
  const create = openSite(opened.team.world.services)
  const process = (before?: Parameters<typeof fakeEngine>[0], store?: Store): RunProcess => {
    const plain = fakeEngine({ prices: PRICES, ...before })
    // Reserves twice what a request costs.
    const estimate: FakeEngine['estimate'] = batch => ({
      ...plain.estimate(batch),
      input_tokens: 20 * batch.items.length,
    })
    const engine = { ...plain, estimate }
    const one = create({ engines: createEngineSet([engine]), ...(store !== undefined && { store }) })
    processes.push(one)
    const start = (): BackgroundJob => {
      const job = startRuns(one.services, { delay: async () => {} })
      jobs.push(job)
      return job
    }
    return { ...one, engine, start }
  }
  const { store } = opened.team.world.services
  return { ...opened, process, store, pass: opened.team.world.pass }
}

type SiteScene = Awaited<ReturnType<typeof openSiteScene>>

/** All that a run wrote. */
const written = async (id: string, { store: { read } }: SiteScene) => {
  const run = found(await read.runs.get(id))
  const parts = await read.run_parts.list('run', id)
  const translations = await Promise.all(
    parts.flatMap(({ items }) => items.map(({ entry_id }) => read.translations.list('entry', entry_id))),
  )
  return { run, parts, translations, spent: found(await read.run_spends.get(id)).spent }
}

describe('a run on a site with several processes', () => {
  it('is worked on by one of them', async () => {
    const site = await openSiteScene()
    const [one, other] = [site.process(), site.process()]
    one.start()
    other.start()
    const { id } = await site.start({ batch_size: 1 })
    expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    expect([one, other].map(({ engine }) => engine.batches.length).toSorted((a, b) => a - b)).toEqual([0, 6])
  })

  it('goes on where a process was killed, without what is stored', async () => {
    const site = await openSiteScene()
    const held = holdRequests()
    const [killed, other] = [site.process(held), site.process()]
    killed.start()
    const { id } = await site.start({ batch_size: 1, concurrency: 1 })
    for (let stored = 0; stored < 2; stored += 1) {
      await held.open(1)
      held.letGo()
    }
    await held.open(1)
    await site.until(id, ({ counts }) => counts['done'] === 2)
    killed.freeze()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    other.start()
    await other.refused(`run ${id}`)
    // It tries again when the lease may have ended.
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    expect(other.engine.batches).toEqual([])
    site.pass(LONG_MS)
    vi.advanceTimersByTime(LEASE_RETRY_MS)
    vi.useRealTimers()
    expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    expect(killed.engine.asked()).toHaveLength(3)
    expect([...killed.engine.asked().slice(0, 2), ...other.engine.asked()].toSorted()).toEqual(TEXTS)
    // The request that was open: the provider can recognize it. Parts overtake each other when their work rests.
    expect(other.engine.batches).toContainEqual(found(killed.engine.batches[2]))
    held.letGo()
  })

  it('refuses the answer of a process that was frozen, which then sends nothing', async () => {
    const site = await openSiteScene()
    const [late, held] = [holdRequests(), holdRequests()]
    const [frozen, other] = [site.process(late), site.process(held)]
    frozen.start()
    const { id } = await site.start({ batch_size: 1, concurrency: 1 })
    await late.open(1)
    frozen.freeze()
    site.pass(LONG_MS)
    other.start()
    await held.open(1)
    const before = await written(id, site)
    expect(before.spent).toBe(40)
    late.letGo()
    frozen.thaw()
    await frozen.left(`run ${id}`)
    expect(await written(id, site)).toEqual(before)
    for (let left = 6; left > 0; left -= 1) {
      await held.open(1)
      held.letGo()
    }
    expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    expect(frozen.engine.batches).toHaveLength(1)
    expect(other.engine.asked().toSorted()).toEqual(TEXTS)
    const after = await written(id, site)
    expect(after.run.usage.requests).toBe(6)
    // What the lost request reserved stays spent.
    expect(after.spent).toBe(80)
  })

  it('is not paused by a process that was frozen', async () => {
    const site = await openSiteScene()
    const [late, held] = [holdRequests(), holdRequests()]
    const before = async (batch: unknown, signal: AbortSignal): Promise<void> => {
      await late.before(batch, signal)
      throw new Error('a fault of the engine')
    }
    const [frozen, other] = [site.process({ before }), site.process(held)]
    frozen.start()
    const { id } = await site.start({ batch_size: 1, concurrency: 1 })
    await late.open(1)
    frozen.freeze()
    site.pass(LONG_MS)
    other.start()
    await held.open(1)
    late.letGo()
    frozen.thaw()
    await frozen.left(`run ${id}`)
    expect(await site.view(id)).toMatchObject({ state: 'running' })
    await site.team.ada.call('cancel_run', { project: site.team.project, run: id })
  })

  it.each(['waiting', 'answered'] as const)(
    'is not changed by a process that was frozen with a part that was %s',
    async state => {
      const site = await openSiteScene()
      const inner = site.store
      const [begun, thawed] = [createDeferred(), createDeferred()]
      // Frozen before the transaction that follows this state.
      const store: Store = {
        ...inner,
        transaction: async (work, options) => {
          const [run] = (await inner.read.runs.page('active', '', { limit: 1 })).items
          const parts = await inner.read.run_parts.list('open', run?.id ?? '')
          // Any of them: parts overtake each other when their work rests.
          if (run?.worker !== undefined && parts.some(part => part.state === state)) {
            begun.resolve()
            await thawed.promise
          }
          return inner.transaction(work, options)
        },
      }
      const frozen = site.process({}, store)
      frozen.start()
      const { id } = await site.start({ batch_size: 3, concurrency: 1 })
      await begun.promise
      frozen.freeze()
      site.pass(LONG_MS)
      const held = holdRequests()
      const other = site.process(held)
      other.start()
      await held.open(1)
      await site.until(id, ({ counts }) => counts['done'] === (state === 'waiting' ? 0 : 3))
      const before = await written(id, site)
      frozen.thaw()
      thawed.resolve()
      await frozen.left(`run ${id}`)
      expect(await written(id, site)).toEqual(before)
      for (let left = state === 'waiting' ? 2 : 1; left > 0; left -= 1) {
        await held.open(1)
        held.letGo()
      }
      expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
      expect([...frozen.engine.asked(), ...other.engine.asked()].toSorted()).toEqual(TEXTS)
    },
  )

  it('goes on in another process at once when one stops', async () => {
    const site = await openSiteScene()
    const held = holdRequests()
    const [one, other] = [site.process(held), site.process()]
    const job = one.start()
    const { id } = await site.start({ batch_size: 1, concurrency: 1 })
    await held.open(1)
    other.start()
    await other.refused(`run ${id}`)
    const stopped = job.stop()
    held.letGo()
    await stopped
    expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    expect([...one.engine.asked(), ...other.engine.asked()].toSorted()).toEqual(TEXTS)
    expect(one.engine.batches).toHaveLength(1)
  })

  it('ends its requests when it is cancelled in another process', async () => {
    const site = await openSiteScene()
    const held = holdRequests()
    const one = site.process(held)
    one.start()
    const { id } = await site.start({ batch_size: 1, concurrency: 1 })
    await held.open(1)
    await site.team.ada.call('cancel_run', { project: site.team.project, run: id })
    await one.left(`run ${id}`)
    expect(await site.view(id)).toMatchObject({ state: 'cancelled', counts: { done: 0 } })
    expect(one.engine.batches).toHaveLength(1)
  })

  it('sends nothing that a process marked before it was frozen', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const site = await openSiteScene()
    const inner = site.store
    const marked = createDeferred()
    let isFrozen = false
    // Frozen between the mark in the store and the request.
    const store: Store = {
      ...inner,
      transaction: async (work, options) => {
        const result = await inner.transaction(work, options)
        const [part] = await inner.read.run_parts.list('open', options?.lock?.slice('run '.length) ?? '')
        if (!isFrozen && part?.state === 'sent') {
          isFrozen = true
          frozen.freeze()
          site.pass(LONG_MS)
          vi.advanceTimersByTime(LONG_MS)
          marked.resolve()
        }
        return result
      },
    }
    const frozen = site.process({}, store)
    frozen.start()
    const { id } = await site.start({ batch_size: 6 })
    await marked.promise
    const other = site.process()
    other.start()
    expect(await site.settled(id)).toMatchObject({ state: 'completed' })
    frozen.thaw()
    await frozen.left(`run ${id}`)
    expect(frozen.engine.batches).toEqual([])
    expect(other.engine.batches).toHaveLength(1)
  })

  it('keeps its worker when a process that was frozen before it had the run wakes up', async () => {
    const site = await openSiteScene()
    const { id } = await site.start()
    const before = found(await site.store.read.runs.get(id))
    const [one, other] = [site.process(), site.process()]
    const hold = await holdRun(before, one.services)
    if (typeof hold === 'string') throw new Error(hold)
    expect(await holdRun(before, other.services)).toBe('elsewhere')
    site.pass(LONG_MS)
    expect(await holdRun(before, other.services)).toBe('changed')
    expect((await site.store.read.runs.get(id))?.worker).toBe(hold.worker)
  })
})

it('answers that the store cannot take for a moment are stored later, once, and not asked for again', async () => {
  const site = await openSiteScene()
  const inner = site.store
  let faults = 0
  const store: Store = {
    ...inner,
    transaction: async (work, options) => {
      const answered = async (): Promise<boolean> =>
        (await inner.read.run_parts.list('open', options?.lock?.slice('run '.length) ?? '')).some(
          ({ state }) => state === 'answered',
        )
      const result = await inner.transaction(work, options)
      // Stored, but the connection broke before the answer; then it stays broken.
      if (faults < 3 && (await answered())) {
        faults += 1
        throw new AppError('store_unavailable', 'The connection broke.', { fix: 'Wait.' })
      }
      return result
    },
  }
  const one = site.process({}, store)
  one.start()
  const { id } = await site.start({ batch_size: 6 })
  expect(await site.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
  expect(faults).toBe(3)
  expect(one.engine.batches).toHaveLength(1)
  expect((await written(id, site)).spent).toBe(60)
})
