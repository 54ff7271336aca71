import { AppError } from '../../../errors.ts'
import { assertNotMoved } from '../../engine/errors.ts'
import type { BackgroundFailure, MoveMark, MoveMarks } from '../../store.ts'
import { type Connections, type Query, queryOn } from '../connections.ts'
import { SCHEMA } from '../tables/layout.ts'
import { BEGIN, LOCKS } from '../transaction/session.ts'

const LEASES = `${SCHEMA}.leases`
const RENEW_MS = 5_000
/** How long a process that was killed still counts. */
const KEPT = '20 seconds'

const NOTE = `insert into ${LEASES} (name, holder, fence, expires_at) values ($1, $2, 0, clock_timestamp() + interval '${KEPT}')
  on conflict (name) do update set expires_at = excluded.expires_at`

/** Notes of processes that use the database. */
const PROCESSES = `name like 'process %'`

/** The number of processes that use a database. */
export async function countProcesses(query: Query): Promise<number> {
  const [row] = await query<{ n: string }>(
    `select count(*) as n from ${LEASES} where ${PROCESSES} and expires_at > clock_timestamp()`,
    [],
  )
  return Number(row?.n ?? 0)
}

/** The marks of moves on a database that has tables. */
export async function readMarks(query: Query): Promise<MoveMarks> {
  const [row] = await query<{ departure: MoveMark | null; arrival: string | null }>(
    `select departure, arrival from ${SCHEMA}.store`,
    [],
  )
  return { departure: row?.departure ?? undefined, arrival: row?.arrival ?? undefined }
}

/** The error of who wants to replace all records of a database that others use. */
export const databaseInUseError = (processes: number): AppError =>
  new AppError('folder_held', `${processes === 1 ? 'A process uses' : `${processes} processes use`} this database.`, {
    fix: 'Stop all servers and commands that use it. One that was killed counts for 20 seconds.',
  })

interface ProcessLeaseOptions {
  readonly connections: Connections
  /** Identifies this process. */
  readonly origin: string
  readonly hasLocks: boolean
  readonly report: (failure: BackgroundFailure) => void
}

/** Tells everybody that this process uses the database, as long as it does: by a row that it renews, which works behind any pooler. */
export class ProcessLease {
  readonly #options: ProcessLeaseOptions
  #timer: NodeJS.Timeout | undefined

  private constructor(options: ProcessLeaseOptions) {
    this.#options = options
  }

  /** @throws AppError `store_unavailable` while all records are being replaced, `bad_config` when they have moved. */
  static async enter(options: ProcessLeaseOptions): Promise<ProcessLease> {
    const lease = new ProcessLease(options)
    const client = await options.connections.connect()
    try {
      await client.query(BEGIN)
      if (options.hasLocks) {
        const { rows } = await client.query<{ free: boolean }>(
          'select pg_try_advisory_xact_lock_shared($1, 0) as free',
          [LOCKS.replace],
        )
        if (rows[0]?.free !== true) throw replacedError()
      }
      assertNotMoved(await readMarks(queryOn(client)))
      await client.query(
        `delete from ${LEASES} where ${PROCESSES} and expires_at < clock_timestamp() - interval '1 hour'`,
      )
      await client.query(NOTE, [lease.#name, options.origin])
      await client.query('commit')
      client.release()
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      client.release(!(error instanceof AppError))
      throw error
    }
    lease.#renewLater()
    return lease
  }

  async leave(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#options.connections.query(`delete from ${LEASES} where name = $1`, [this.#name]).catch(() => undefined)
  }

  get #name(): string {
    return `process ${this.#options.origin}`
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), RENEW_MS).unref()
  }

  async #renew(): Promise<void> {
    const { connections, origin, report } = this.#options
    await connections
      .query(NOTE, [this.#name, origin])
      .catch((error: unknown) => report({ message: 'this process could not note that it uses the database', error }))
    if (this.#timer !== undefined) this.#renewLater()
  }
}

const replacedError = (): AppError =>
  new AppError('store_unavailable', 'All records of this database are being replaced, by a restore or a move.', {
    fix: 'Start again when it is done.',
    retryAfter: 30,
  })
