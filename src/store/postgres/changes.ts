import type pg from 'pg'
import { Listeners } from '../engine/listeners.ts'
import type { BackgroundFailure, Change } from '../store.ts'
import type { Connections } from './connections.ts'
import { SCHEMA } from './tables/layout.ts'

const CHANNEL = 'dragoman_changes'
/** Time between looks at the changes of other processes. */
const POLL_MS = 500
/** Notifications of one process are at least this far apart. */
const NOTIFY_MS = 10
const PRUNE_MS = 60_000
/** Empty totals are looked for less often, because their table is read from end to end. */
const PRUNE_TOTALS_MS = 60 * 60_000
/** How long a transaction that took a number may still commit. */
const HOLE_MS = 120_000
const KEPT = '10 minutes'
const PAGE = 500
/** Numbers that may still get a row: of transactions that are being committed, or that failed. */
const MAX_HOLES = 1_000

/** The statement that notes the changes of a transaction: ID, origin, changes as JSON. Adds no row while a move has stopped writes (bulk/store-export.ts). */
export const NOTE_CHANGES = `insert into ${SCHEMA}.changes (id, origin, changes) select $1::text, $2::text, $3::json
  where not exists (select from ${SCHEMA}.store where writes_stopped_until > clock_timestamp())`

/** The newest number, and the numbers shortly before it that have no row. */
const FIND_NEWEST = `with top as (select coalesce(max(seq), 0) as newest from ${SCHEMA}.changes)
  select newest, array(select s from generate_series(greatest(newest - ${MAX_HOLES}, 1), newest) s
    except select c.seq from ${SCHEMA}.changes c where c.seq between newest - ${MAX_HOLES} and newest order by 1) as missing from top`

/** Rows that no other transaction is about to change: waiting for them could be a deadlock. */
const prune = (table: string, keys: string, where: string): string =>
  `delete from ${SCHEMA}.${table} where (${keys}) in (select ${keys} from ${SCHEMA}.${table} where ${where} for update skip locked) and ${where}`

interface ChangeFeedOptions {
  readonly connections: Connections
  /** Identifies this process. */
  readonly origin: string
  readonly report: (failure: BackgroundFailure) => void
}

interface ChangeRow {
  readonly seq: string
  readonly changes: readonly Change[] | null
  readonly [column: string]: unknown
}

/**
 * Tells listeners of the changes of all processes. Each transaction notes its changes in a table. Other processes read it when they are notified (`LISTEN`), and
 * every half second, because notifications can be lost: when a process is killed after its commit, and behind a pooler that shares connections.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #listeners = new Listeners()
  #client: pg.Client | undefined
  #isListening = false
  #isClosed = false
  /** The newest number that was read. */
  #newest = 0n
  /** Numbers below it that no row has yet, and until when one may appear: transactions commit in another order than they take numbers. */
  readonly #holes = new Map<bigint, number>()
  #reading: Promise<void> | undefined
  #isReadAgain = false
  #timer: NodeJS.Timeout | undefined
  #notifying: NodeJS.Timeout | undefined
  /** Whether the last look failed: only the first failure is reported. */
  #isFailing = false
  #prunedAt = performance.now()
  #totalsPrunedAt = performance.now()

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  get isListening(): boolean {
    return this.#isListening
  }

  /** Begins at the current end of the table. */
  async open(): Promise<void> {
    const [row] = await this.#options.connections.query<{ newest: string; missing: readonly string[] }>(FIND_NEWEST, [])
    this.#newest = BigInt(row?.newest ?? 0)
    for (const seq of row?.missing ?? []) this.#holes.set(BigInt(seq), performance.now() + HOLE_MS)
    await this.#listen()
    this.#plan()
  }

  watch(listener: (changes: readonly Change[]) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Tells listeners of a transaction of this process, and wakes other processes. */
  publish(changes: readonly Change[]): void {
    this.#listeners.notify(changes)
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined
      void this.#notify()
    }, NOTIFY_MS)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#notifying)
    this.#listeners.clear()
    await this.#reading?.catch(() => undefined)
    if (this.#notifying !== undefined) await this.#notify()
    await this.#client?.end().catch(() => undefined)
  }

  async #notify(): Promise<void> {
    // Outside of the transaction: PostgreSQL commits transactions that notify one after the other.
    const { connections, origin } = this.#options
    await connections.query('select pg_notify($1, $2)', [CHANNEL, origin]).catch(() => undefined)
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#turn(), POLL_MS).unref()
  }

  async #turn(): Promise<void> {
    try {
      await this.read()
      if (!this.#isListening) await this.#listen()
      if (performance.now() > this.#prunedAt + PRUNE_MS) await this.#prune()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing)
        this.#options.report({ message: 'the changes of other processes cannot be read now', error })
      this.#isFailing = true
    }
    this.#plan()
  }

  async #listen(): Promise<void> {
    if (this.#isClosed) return
    const client = this.#options.connections.single('dragoman listener')
    const end = (): void => {
      if (this.#client === client) this.#isListening = false
    }
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ payload }) => {
      if (payload !== this.#options.origin) void this.read().catch(() => undefined)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.#client = client
      this.#isListening = true
      await this.read()
    } catch {
      // Polling goes on; the next turn tries again.
      await client.end().catch(() => undefined)
    }
  }

  /** Reads and tells the changes of other processes. */
  async read(): Promise<void> {
    this.#isReadAgain = true
    this.#reading ??= this.#readAll()
    await this.#reading
  }

  async #readAll(): Promise<void> {
    // Ends in the turn of its last look, so that no call after that look is taken for a part of it.
    try {
      do {
        this.#isReadAgain = false
        await this.#readPage()
      } while (this.#isReadAgain && !this.#isClosed)
    } finally {
      this.#reading = undefined
    }
  }

  async #readPage(): Promise<void> {
    const rows = await this.#options.connections.query<ChangeRow>(
      `select seq, case when origin = $1 then null else changes end as changes from ${SCHEMA}.changes
       where seq > $2 or seq = any($3) order by seq limit ${PAGE}`,
      [this.#options.origin, String(this.#newest), [...this.#holes.keys()].map(String)],
    )
    for (const { seq, changes } of rows) {
      this.#pass(BigInt(seq))
      if (changes !== null && changes.length > 0) this.#listeners.notify(changes)
    }
    if (rows.length === PAGE) this.#isReadAgain = true
  }

  #pass(seq: bigint): void {
    const now = performance.now()
    this.#holes.delete(seq)
    if (seq > this.#newest) {
      const oldest = seq - BigInt(MAX_HOLES)
      for (let hole = this.#newest < oldest ? oldest : this.#newest + 1n; hole < seq; hole++)
        this.#holes.set(hole, now + HOLE_MS)
      this.#newest = seq
    }
    for (const [hole, until] of this.#holes) {
      if (until > now && this.#holes.size <= MAX_HOLES) break
      this.#holes.delete(hole)
    }
  }

  async #prune(): Promise<void> {
    this.#prunedAt = performance.now()
    const { query } = this.#options.connections
    await query(`delete from ${SCHEMA}.changes where at < now() - interval '${KEPT}'`, [])
    await query(prune('shared_values', 'grp, key', 'expires_at < now()'), [])
    if (this.#prunedAt < this.#totalsPrunedAt + PRUNE_TOTALS_MS) return
    this.#totalsPrunedAt = this.#prunedAt
    await query(prune('totals', 'measure, key, slot', 'n = 0 and w1 = 0 and w2 = 0'), [])
  }
}
