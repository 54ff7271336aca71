import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Engine } from '../../src/l10n/engines/engine.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'
import type { RunView } from '../../src/tools/runs/view.ts'
import { startRuns } from '../../src/tools/runs/worker/start-runs.ts'
import { openTestApp, PROJECT, type TestApp } from '../l10n/test-app.ts'

const RESOLUTION_MS = 1

/** What a run took, in a store of its own on the disk. */
export interface MeasuredRun {
  /** Milliseconds until all translations were selected, and from then until the end. */
  readonly planned: number
  readonly worked: number
  /** CPU time of the process in both, in milliseconds. */
  readonly plannedCpu: number
  readonly workedCpu: number
  /** The longest time in which the event loop did nothing else. */
  readonly block: number
  /** Bytes of the heap that the run used at most, above what it began with. */
  readonly heap: number
  readonly run: RunView
}

interface Measured {
  readonly engine: Engine
  readonly locale: string
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly batchSize: number
  readonly concurrency: number
  /** Whether its translations wait for review; default: false. */
  readonly isReviewed?: boolean
}

/** Pushes files and translates them in a run. @throws Error when the run does not translate everything. */
export async function measureRun({
  engine,
  locale,
  files,
  batchSize,
  concurrency,
  isReviewed = false,
}: Measured): Promise<MeasuredRun> {
  const app = await openTestApp([engine], [locale])
  const job = startRuns(app.services)
  try {
    for (const file of files) await app.call('push_source', { project: PROJECT, files: [file] })
    globalThis.gc?.()
    const heap = watchHeap()
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    const begun = moment()
    const { run } = await app.call<{ run: RunView }>('start_run', {
      project: PROJECT,
      engines: [engine.id],
      batch_size: batchSize,
      concurrency,
    })
    await waitUntil(run.id, app.services, ({ state }) => state !== 'pending')
    const planned = moment()
    await waitUntil(run.id, app.services, ({ state }) => state !== 'running')
    const ended = moment()
    delay.disable()
    return {
      planned: planned.at - begun.at,
      worked: ended.at - planned.at,
      plannedCpu: planned.cpu - begun.cpu,
      workedCpu: ended.cpu - planned.cpu,
      block: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
      heap: heap.end(),
      run: await findCompleted(run.id, isReviewed ? 'needs_review' : 'translated', app),
    }
  } finally {
    await job.stop()
    await app.close()
  }
}

async function findCompleted(id: string, outcome: string, { call }: TestApp): Promise<RunView> {
  const { runs } = await call<{ runs: readonly RunView[] }>('get_runs', { project: PROJECT, run: id })
  const [run] = runs
  if (
    run?.state !== 'completed' ||
    Object.entries(run.counts).some(([name, count]) => ![outcome, 'total', 'done'].includes(name) && count !== 0)
  ) {
    throw new Error(`the run did not translate everything: ${JSON.stringify(run)}`)
  }
  return run
}

type StoredRun = NonNullable<Awaited<ReturnType<Services['store']['read']['runs']['get']>>>

/** Waits for changes of the run, without the cost of a tool call for each. */
function waitUntil(id: string, { store }: Services, isReached: (run: StoredRun) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = async (): Promise<void> => {
      const run = await store.read.runs.get(id)
      if (run === undefined || !isReached(run)) return
      unwatch()
      resolve()
    }
    const unwatch = store.watch(changes => {
      if (changes.some(({ collection }) => collection === 'runs')) look().catch(reject)
    })
    look().catch(reject)
  })
}

function moment(): { readonly at: number; readonly cpu: number } {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), cpu: (user + system) / 1000 }
}

/** Samples the heap while a run works. */
function watchHeap(): { readonly end: () => number } {
  const before = process.memoryUsage().heapUsed
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 50)
  return {
    end: () => {
      clearInterval(timer)
      return Math.max(most, process.memoryUsage().heapUsed) - before
    },
  }
}
