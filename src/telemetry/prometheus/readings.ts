import { Counter, Gauge, type Registry } from 'prom-client'
import type { Store, StoreFigures, StoreStatus } from '../../store/store.ts'

/** What is read when somebody asks for the metrics. Nothing here may take longer in a larger store. */
export interface Sources {
  readonly version: string
  readonly store: Store
  readonly heap: () => { readonly used_bytes: number; readonly limit_bytes: number; readonly max_percent: number }
  /** When the newest backup was made. */
  readonly lastBackup: () => Promise<Date | undefined>
}

/** The most active runs that are read. */
const MAX_RUNS = 1_000

/** How long a reading waits for the store, in milliseconds: less than Prometheus waits for an answer by default (10 seconds). */
const MAX_WAIT_MS = 5_000

/** What one reading of the metrics knows: read once, and used by several of them. */
interface Reading {
  /** Undefined if the store did not answer in time. */
  readonly status: StoreStatus | undefined
  readonly figures: StoreFigures
}

/** Creates the metrics that are read from the store and the process when somebody asks. Those that need the store are absent while it cannot be read. */
export function createReadings(registry: Registry, sources: Sources): void {
  const { store } = sources
  const registers = [registry]
  const readStatus = createStoreRead(() => store.status())
  const read = shareRunning(async (): Promise<Reading> => ({ status: await readStatus(), figures: store.figures() }))
  const gauge = (name: string, help: string, find: (reading: Reading) => number | undefined): void => {
    const metric: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => setOrRemove(metric, find(await read())),
    })
  }
  const total = (name: string, help: string, find: (figures: StoreFigures) => number | undefined): void => {
    const metric: Counter = new Counter({
      name,
      help,
      registers,
      collect: async () => {
        const value = find((await read()).figures)
        metric.reset()
        if (value === undefined) metric.remove()
        else metric.inc(value)
      },
    })
  }

  let engine: string | undefined
  const build = new Gauge({
    name: 'dragoman_build_info',
    help: 'Always 1. Version and engine of the store are labels.',
    labelNames: ['version', 'store'],
    registers,
    collect: async () => {
      engine = (await read()).status?.engine ?? engine
      build.reset()
      if (engine !== undefined) build.set({ version: sources.version, store: engine }, 1)
    },
  })
  gauge('dragoman_store_writable', '1 if the store accepts writes, 0 otherwise.', ({ status }) =>
    status?.writable === true ? 1 : 0,
  )
  total('dragoman_store_commits_total', 'Transactions that became durable.', ({ commits }) => commits)
  total(
    'dragoman_store_commit_failures_total',
    'Commits that failed, such as on a full disk.',
    ({ failures }) => failures,
  )
  gauge(
    'dragoman_store_commit_queue_length',
    'Transactions that wait to become durable.',
    ({ figures }) => figures.waiting,
  )
  gauge(
    'dragoman_store_journal_bytes',
    'Journals since the last snapshot. Embedded store only.',
    ({ figures }) => figures.journal?.bytes,
  )
  gauge(
    'dragoman_store_snapshot_bytes',
    'The last snapshot. Embedded store only.',
    ({ figures }) => figures.snapshots?.bytes,
  )
  total(
    'dragoman_store_snapshots_total',
    'Snapshots that were written. Embedded store only.',
    ({ snapshots }) => snapshots?.written,
  )
  total(
    'dragoman_store_snapshot_failures_total',
    'Snapshots that failed. Embedded store only.',
    ({ snapshots }) => snapshots?.failed,
  )
  total(
    'dragoman_store_snapshot_seconds_total',
    'Time of all snapshots that were written. Embedded store only.',
    ({ snapshots }) => snapshots?.seconds,
  )
  const records = new Gauge({
    name: 'dragoman_store_records',
    help: 'Records of each table. Embedded store only.',
    labelNames: ['table'],
    registers,
    collect: async () => {
      records.reset()
      for (const [table, count] of Object.entries((await read()).figures.records ?? {})) records.set({ table }, count)
    },
  })
  const pool = new Gauge({
    name: 'dragoman_store_pool_connections',
    help: 'Connections to the database, and calls that wait for one. PostgreSQL only.',
    labelNames: ['state'],
    registers,
    collect: async () => {
      pool.reset()
      const { pool: states } = (await read()).figures
      if (states === undefined) return
      for (const state of ['used', 'idle', 'waiting'] as const) pool.set({ state }, states[state])
    },
  })
  gauge(
    'dragoman_heap_used_bytes',
    'Long-lived memory in use, as the heap guard counts it.',
    () => sources.heap().used_bytes,
  )
  gauge('dragoman_heap_limit_bytes', 'Maximum of that memory.', () => sources.heap().limit_bytes)
  gauge(
    'dragoman_heap_refusal_ratio',
    'Share of the maximum from which writes that add records are refused.',
    () => sources.heap().max_percent / 100,
  )
  const readRuns = createStoreRead(() => store.read.runs.page('active', '', { limit: MAX_RUNS }))
  const runs = new Gauge({
    name: 'dragoman_runs_active',
    help: 'Runs that wait for the worker or are being worked on.',
    labelNames: ['state'],
    registers,
    collect: async () => {
      const page = await readRuns()
      runs.reset()
      if (page === undefined) return
      for (const state of ['pending', 'running'])
        runs.set({ state }, page.items.filter(run => run.state === state).length)
    },
  })
  const countWaiting = createStoreRead(() => store.read.delivery_queue.count('all', ''))
  const waiting: Gauge = new Gauge({
    name: 'dragoman_webhook_deliveries_waiting',
    help: 'Deliveries that wait for an attempt.',
    registers,
    collect: async () => setOrRemove(waiting, await countWaiting()),
  })
  const backup: Gauge = new Gauge({
    name: 'dragoman_backup_last_success_timestamp_seconds',
    help: 'State of the newest backup that `dragoman backup` wrote, in Unix time. Absent before the first.',
    registers,
    collect: async () => {
      const savedAt = await sources.lastBackup()
      setOrRemove(backup, savedAt && savedAt.getTime() / 1000)
    },
  })
}

function setOrRemove(metric: Gauge, value: number | undefined): void {
  if (value === undefined) metric.remove()
  else metric.set(value)
}

/** Creates a read of the store that resolves to undefined when it fails or is late. One that hangs is not started again: scrapes would pile up. */
function createStoreRead<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  const start = shareRunning(read)
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>(resolve => {
      timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS)
    })
    try {
      // The store reports its failures itself.
      return await Promise.race([start().catch(() => undefined), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Joins calls: those that begin while one runs get its result. */
function shareRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
