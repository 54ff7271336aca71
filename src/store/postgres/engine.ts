import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { Coalescer } from '../../scheduling/coalescer.ts'
import { notDurableError, storeClosedError, writesStoppedError } from '../engine/errors.ts'
import { Locks } from '../engine/locks.ts'
import type { LogName } from '../records/schema.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type {
  BackgroundFailure,
  Change,
  Dump,
  Reader,
  Store,
  StoreExport,
  StoreFigures,
  StoreStatus,
  Transaction,
  TransactionOptions,
} from '../store.ts'
import { toOpenError } from './bulk/hold.ts'
import { countProcesses, ProcessLease } from './bulk/process-lease.ts'
import { departDatabase, findStop, MAY_TRIM } from './bulk/store-export.ts'
import { type DatabaseUpgradeOptions, upgradeDatabase } from './bulk/upgrade.ts'
import { ChangeFeed, NOTE_CHANGES } from './changes.ts'
import { isCommitted } from './commit-outcome.ts'
import { Connections, LIMITS, type Limits } from './connections.ts'
import { dumpTables } from './dump.ts'
import { busyError, failureReason, isReadOnly } from './errors.ts'
import { CollectionLookups, LogLookups } from './lookups.ts'
import { PostgresSharedState } from './shared-state.ts'
import { collectionLayouts, logLayouts } from './tables/layout.ts'
import { migrate } from './tables/migrations.ts'
import { readTableSizes, TotalsChange } from './tables/totals.ts'
import { RunningTransaction } from './transaction/running-transaction.ts'
import { isPostgres, Session } from './transaction/session.ts'

export interface PostgresOptions {
  /** `postgres://…` */
  readonly url: string
  /** Maximum open connections of this process; at least 4. */
  readonly connections: number
  readonly limits?: Partial<Limits> | undefined
  readonly report: (failure: BackgroundFailure) => void
  /** How records of an earlier shape are upgraded. Without it, only those of the current shape open. */
  readonly upgrade?: DatabaseUpgradeOptions | undefined
  /** Called before each commit; tests make it slow, or fail. */
  readonly beforeCommit?: (() => Promise<void>) | undefined
}

/**
 * Opens the PostgreSQL engine, and creates or updates its tables.
 * @throws AppError `bad_config`, `store_unavailable`.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const connections = new Connections({
    url: options.url,
    connections: options.connections,
    limits: { ...LIMITS, ...options.limits },
    onFailure: error => options.report({ message: 'an idle connection to the database was lost', error }),
  })
  try {
    const hasLocks = await prepareDatabase(connections, options)
    const origin = randomBytes(9).toString('base64url')
    const feed = new ChangeFeed({ connections, origin, report: options.report })
    const lease = await ProcessLease.enter({ connections, origin, hasLocks, report: options.report })
    await feed.open()
    return new PostgresStore({ ...options, pool: connections, feed, lease, origin, hasLocks })
  } catch (error) {
    await connections.close()
    throw toOpenError(error)
  }
}

/** Creates or updates the tables and their records. Returns whether the database is PostgreSQL itself, with advisory locks. */
async function prepareDatabase(
  connections: Connections,
  { url, upgrade }: Pick<PostgresOptions, 'url' | 'upgrade'>,
): Promise<boolean> {
  // Migrations of large tables take longer than the statements of the others may.
  const client = connections.single('dragoman migration')
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('select version() as version')
    const hasLocks = isPostgres(rows[0]?.version ?? '')
    await upgradeDatabase(client, { url, hasLocks, upgrade })
    await migrate(client, hasLocks)
    return hasLocks
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Attempts of a transaction that meets conflicts. */
const MAX_ATTEMPTS = 40
const MAX_PAUSE_MS = 100
/** Connections that are kept for lookups. */
const KEPT_CONNECTIONS = 3
const TRIM_ROWS = 5_000

/** Removes the oldest records up to the first one that is not older than `$1`: clocks of processes differ, and a log has no holes. */
const trimStatement = (table: string): string =>
  `with old as (select seq, at from ${table} where ${MAY_TRIM} order by seq limit ${TRIM_ROWS}), stop as (select min(seq) as seq from old where at >= $1)
   delete from ${table} where seq in (select old.seq from old, stop where stop.seq is null or old.seq < stop.seq)`

/** The function that a caller passes to `transaction`. */
type Work<T> = (tx: Transaction) => Promise<T>

type Outcome<T> = { readonly result: T } | { readonly again: 'plain' | 'careful'; readonly conflict: unknown }

interface StoreParts extends PostgresOptions {
  readonly pool: Connections
  readonly feed: ChangeFeed
  readonly lease: ProcessLease
  readonly origin: string
  readonly hasLocks: boolean
}

/**
 * Many processes use one database. Transactions of one lock run one after the other in all of them: each holds an advisory lock of its lock. A transaction sees
 * what others committed, and fails when a record that it writes is not the version that it saw; then it runs again.
 */
class PostgresStore implements Store {
  readonly read: Reader
  readonly shared: PostgresSharedState
  readonly #parts: StoreParts
  readonly #locks: Locks
  /** Close the dumps that are open. */
  readonly #dumps = new Set<() => void>()
  #failure: string | undefined
  #commits = 0
  #failures = 0
  #committing = 0
  #closing: Promise<void> | undefined

  constructor(parts: StoreParts) {
    this.#parts = parts
    this.#locks = new Locks(Math.max(1, parts.connections - KEPT_CONNECTIONS - 1))
    this.shared = new PostgresSharedState(parts.pool, parts.origin, parts.hasLocks)
    this.read = createReader(parts.pool)
  }

  async transaction<T>(work: Work<T>, options: TransactionOptions = {}): Promise<T> {
    this.#assertOpen()
    return this.#locks.enter(options, () => this.#run(work, options))
  }

  async trim(log: LogName, before: string): Promise<number> {
    this.#assertOpen()
    const layout = logLayouts.get(log)
    if (layout === undefined) return 0
    let removed = 0
    for (;;) {
      const count = await this.#trimSome(layout.name, layout.table, before)
      removed += count
      if (count < TRIM_ROWS) return removed
    }
  }

  watch(listener: (changes: readonly Change[]) => void): () => void {
    this.#assertOpen()
    return this.#parts.feed.watch(listener)
  }

  async status(): Promise<StoreStatus> {
    const { host, pathname } = new URL(this.#parts.url)
    const state = { engine: 'postgres', shape: SHAPE_VERSION, place: `postgres://${host}${pathname}` }
    if (this.#closing !== undefined) return { ...state, writable: false, reason: 'the store is closed', counts: {} }
    try {
      const { query } = this.#parts.pool
      const counts = await readTableSizes(query)
      const [row] = await query<{ off: boolean }>("select current_setting('transaction_read_only') = 'off' as off", [])
      if (row?.off !== true) this.#parts.pool.renew()
      const [stop, processes] = [await findStop(query), await countProcesses(query)]
      const reason = row?.off === true ? (toReason(stop) ?? (await this.#tryToWrite())) : 'the database is read-only'
      return { ...state, writable: reason === undefined, ...(reason !== undefined && { reason }), counts, processes }
    } catch (error) {
      const cause = error instanceof AppError ? error.cause : error
      return { ...state, writable: false, reason: failureReason(cause) ?? 'the database reports an error', counts: {} }
    }
  }

  figures(): StoreFigures {
    return {
      commits: this.#commits,
      failures: this.#failures,
      waiting: this.#committing,
      pool: this.#parts.pool.figures,
    }
  }

  async dump(): Promise<Dump> {
    this.#assertOpen()
    const dump = await dumpTables(this.#parts.pool)
    const close = (): void => {
      this.#dumps.delete(close)
      dump.close()
    }
    this.#dumps.add(close)
    if (this.#closing !== undefined) close()
    return { ...dump, close }
  }

  depart(id: string): Promise<StoreExport> {
    this.#assertOpen()
    const { pool: connections, feed, hasLocks } = this.#parts
    return departDatabase({ connections, feed, hasLocks, id })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#locks.idle()
    for (const closeDump of this.#dumps) closeDump()
    await this.#parts.feed.close()
    await this.#parts.lease.leave()
    await this.#parts.pool.close()
  }

  async #run<T>(work: Work<T>, options: TransactionOptions): Promise<T> {
    let isCareful = false
    for (let attempt = 1; ; attempt++) {
      const outcome: Outcome<T> = await this.#attempt(work, options, isCareful)
      if ('result' in outcome) return outcome.result
      if (attempt === MAX_ATTEMPTS) throw busyError(outcome.conflict)
      isCareful ||= outcome.again === 'careful'
      if (attempt > 1) await wait(randomInt(Math.min(MAX_PAUSE_MS, 2 ** attempt)))
    }
  }

  async #attempt<T>(work: Work<T>, { lock = '', check }: TransactionOptions, isCareful: boolean): Promise<Outcome<T>> {
    const { pool, hasLocks } = this.#parts
    const session = new Session({ connections: pool, lock, hasLocks })
    const unit = new RunningTransaction({ session, durable: pool.query, isCareful })
    try {
      // One at a time: they send each write at once, in the order of their function, and would often wait for each other.
      if (isCareful) await unit.attempt(() => session.lock('careful', ['']))
      const result = await work(unit.transaction)
      if (unit.refusal !== undefined) throw unit.refusal
      if (check !== undefined) {
        unit.beginCheck()
        await check(unit.transaction)
        if (unit.refusal !== undefined) throw unit.refusal
      }
      unit.markReturned()
      this.#committing++
      await this.#commit(unit, lock).finally(() => void this.#committing--)
      return { result }
    } catch (error) {
      unit.markReturned()
      await unit.verify()
      await session.rollback()
      const { again } = unit
      if (again !== undefined) return { again, conflict: unit.refusal }
      throw this.#explain(error)
    }
  }

  async #commit(unit: RunningTransaction, lock: string): Promise<void> {
    const { session, changes } = unit
    if (changes.length === 0) {
      await session.commit()
      return
    }
    const { origin, beforeCommit, feed, pool } = this.#parts
    await unit.flush(lock)
    const id = randomBytes(12).toString('base64url')
    const noted = await unit.attempt(() => session.run(NOTE_CHANGES, [id, origin, JSON.stringify(changes)]))
    if (noted.rowCount === 0) throw (await findStop(session.query)) ?? writesStoppedError()
    await beforeCommit?.()
    try {
      await unit.attempt(() => session.commit())
    } catch (error) {
      if (unit.again !== undefined) throw error
      await session.rollback()
      if (!(await isCommitted(pool, id, error))) throw error
    }
    this.#failure = undefined
    this.#commits++
    feed.publish(changes)
  }

  /** After a failure: whether the database takes writes again, which no caller may try while this process counts as not ready. Returns why not. */
  async #tryToWrite(): Promise<string | undefined> {
    if (this.#failure === undefined) return undefined
    const { pool, hasLocks, beforeCommit } = this.#parts
    const id = randomBytes(12).toString('base64url')
    const session = new Session({ connections: pool, lock: `probe ${id}`, hasLocks })
    try {
      // More than the free rest of a file, and never committed.
      await session.query(NOTE_CHANGES, [id, randomBytes(PROBE_BYTES).toString('base64'), '[]'])
      await beforeCommit?.()
      this.#failure = undefined
    } catch (error) {
      this.#failure = failureReason(error) ?? this.#failure
    } finally {
      await session.rollback()
    }
    return this.#failure
  }

  async #trimSome(name: string, table: string, before: string): Promise<number> {
    const { pool, hasLocks } = this.#parts
    const session = new Session({ connections: pool, lock: `trim ${name}`, hasLocks })
    try {
      const { rowCount } = await session.run(trimStatement(table), [before])
      const totals = new TotalsChange()
      totals.countLog(name, -(rowCount ?? 0))
      await totals.flush(session.query, name)
      await session.commit()
      return rowCount ?? 0
    } catch (error) {
      await session.rollback()
      throw this.#explain(error)
    }
  }

  /** Converts an error of the database. Remembers it for the status. */
  #explain(error: unknown): unknown {
    if (error instanceof AppError) return error
    const reason = failureReason(error)
    if (reason === undefined) return error
    this.#failure = reason
    this.#failures++
    if (isReadOnly(error)) this.#parts.pool.renew()
    return notDurableError(reason, error)
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw storeClosedError()
  }
}

const PROBE_BYTES = 64 * 1024
const toReason = (stop: Error | undefined): string | undefined => stop?.message.replace(/^.*: |\.$/g, '')

/** Creates the reader of durable data. The cast is safe: tables contain only records that their schema accepted. */
function createReader(pool: Connections): Reader {
  const totals = new Coalescer()
  return Object.fromEntries<unknown>([
    ...Array.from(
      collectionLayouts.values(),
      layout => [layout.name, new CollectionLookups(layout, pool.query, pool.query, totals)] as const,
    ),
    ...Array.from(logLayouts.values(), layout => [layout.name, new LogLookups(layout, pool.query)] as const),
  ]) as unknown as Reader
}
