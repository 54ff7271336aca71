import { AppError } from '../../../errors.ts'
import { SHAPE_VERSION } from '../../records/schema.ts'
import type { MoveMarks, RawStore } from '../../store.ts'
import { Connections, LIMITS, type Query } from '../connections.ts'
import { dumpTables } from '../dump.ts'
import { failureReason, isAccessRefused } from '../errors.ts'
import { SCHEMA } from '../tables/layout.ts'
import { assertReadable, assertUsable, FIND_TABLE, readStored } from '../tables/migrations.ts'
import { readTableSizes } from '../tables/totals.ts'
import { isPostgres } from '../transaction/session.ts'
import { countProcesses, databaseInUseError, readMarks } from './process-lease.ts'

/** What a database says about itself. */
export interface DatabaseFacts {
  readonly version: string
  readonly isPostgres: boolean
  readonly isReadOnly: boolean
  /** Whether this user may create a schema, or owns the one that is there. */
  readonly mayCreate: boolean
  readonly processes: number
  /** Whether it has tables with the record shapes of this version. */
  readonly isCurrent: boolean
}

/** Connections of all programs to the server, and the most that this user can have. */
export interface DatabaseConnections {
  readonly used: number
  readonly most: number
}

const NO_MARKS: MoveMarks = { departure: undefined, arrival: undefined }
const ROUND_TRIPS = 5
const NOTIFY_MS = 1_000

/** A database whose store is not open in this process. */
export class DatabaseAccess {
  readonly #connections: Connections

  constructor(url: string) {
    this.#connections = new Connections({ url, connections: 2, limits: LIMITS, onFailure: () => undefined })
  }

  /** @throws AppError `bad_config` or `store_unavailable` when it cannot be used, `folder_held` when others use it. */
  async assertUnused(): Promise<void> {
    const processes = await this.#ask(async query => {
      await assertUsable(query)
      return this.#count(query)
    })
    if (processes > 0) throw databaseInUseError(processes)
  }

  /** @throws AppError `bad_config` when a later version wrote it. */
  counts(): Promise<Readonly<Record<string, number>>> {
    return this.#ask(async query => {
      const stored = await readStored(query)
      if (stored === undefined) return {}
      assertReadable(stored)
      return readTableSizes(query)
    })
  }

  marks(): Promise<MoveMarks> {
    return this.#ask(async query => ((await this.#hasTables()) ? readMarks(query) : NO_MARKS))
  }

  /** Removes the mark of a move: of an arrival with this ID, or of a departure. */
  async unmark(what: 'departure' | 'arrival', id?: string): Promise<boolean> {
    const set =
      what === 'arrival'
        ? 'arrival = null'
        : 'departure = null, move_id = null, trims_held_until = null, writes_stopped_until = null'
    const where = what === 'arrival' ? 'arrival = $1' : 'departure is not null and $1::text is null'
    return this.#ask(
      async query =>
        (await query(`update ${SCHEMA}.store set ${set} where ${where} returning 1 as done`, [id ?? null])).length > 0,
    )
  }

  facts(): Promise<DatabaseFacts> {
    return this.#ask(async query => {
      const [row] = await query<{ version: string; standby: boolean; may: boolean }>(
        `select version() as version, pg_is_in_recovery() as standby,
           has_database_privilege(current_database(), 'CREATE') or exists (
             select from pg_namespace where nspname = '${SCHEMA}' and pg_has_role(nspowner, 'USAGE')) as may`,
        [],
      )
      const version = row?.version ?? ''
      return {
        version: version.split(' (')[0]?.split(' on ')[0] ?? version,
        isPostgres: isPostgres(version),
        isReadOnly: row?.standby === true,
        mayCreate: row?.may === true,
        processes: await this.#count(query),
        isCurrent: await this.#isCurrent(query),
      }
    })
  }

  /** Reads all records in one snapshot. */
  async raw<T>(use: (store: RawStore) => Promise<T>): Promise<T> {
    return this.#ask(async query => {
      const dump = await dumpTables(this.#connections)
      try {
        const stored = await readStored(query)
        return await use({
          shape: stored?.shape ?? 0,
          version: undefined,
          fingerprint: '',
          bytes: 0,
          counts: dump.counts,
          batches: () => dump.batches(),
        })
      } finally {
        dump.close()
      }
    })
  }

  /** Measures the way to the database, and its size. */
  measure() {
    return this.#ask(async query => {
      const times: number[] = []
      for (let n = 0; n < ROUND_TRIPS; n++) {
        const began = performance.now()
        await query('select 1 as one', [])
        times.push(performance.now() - began)
      }
      times.sort((one, other) => one - other)
      const [limits] = await query<{ used: string; most: string; of_user: string; bytes: string }>(
        `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
           (select rolconnlimit from pg_roles where rolname = current_user) as of_user,
           pg_database_size(current_database()) as bytes`,
        [],
      )
      const tables = await query<{ name: string; bytes: string }>(
        `select c.relname as name, pg_total_relation_size(c.oid) as bytes from pg_class c join pg_namespace s on s.oid = c.relnamespace
         where s.nspname = '${SCHEMA}' and c.relkind = 'r' order by 2 desc limit 5`,
        [],
      )
      const ofUser = Number(limits?.of_user ?? -1)
      return {
        latency_ms: Math.round((times[Math.floor(ROUND_TRIPS / 2)] ?? 0) * 10) / 10,
        connections: {
          used: Number(limits?.used ?? 0),
          most: ofUser >= 0 ? Math.min(ofUser, Number(limits?.most ?? 0)) : Number(limits?.most ?? 0),
        },
        bytes: Number(limits?.bytes ?? 0),
        tables: Object.fromEntries(tables.map(({ name, bytes }) => [name, Number(bytes)])),
        listens: await this.#listens(),
      }
    })
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  /** Whether a connection gets its own notification: not behind a pooler that gives each transaction another one. */
  async #listens(): Promise<boolean> {
    const client = this.#connections.single('dragoman check')
    try {
      await client.connect()
      const heard = new Promise<boolean>(resolve => {
        client.on('notification', () => resolve(true))
        setTimeout(() => resolve(false), NOTIFY_MS).unref()
      })
      await client.query('listen dragoman_doctor')
      await this.#connections.query("select pg_notify('dragoman_doctor', '')", [])
      return await heard
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async #count(query: Query): Promise<number> {
    return (await this.#hasTables()) ? countProcesses(query) : 0
  }

  async #isCurrent(query: Query): Promise<boolean> {
    if (!(await this.#hasTables())) return false
    return (await query(`select from ${SCHEMA}.store where shape = $1`, [SHAPE_VERSION])).length === 1
  }

  async #hasTables(): Promise<boolean> {
    return (await this.#connections.query(FIND_TABLE, ['leases'])).length === 1
  }

  async #ask<T>(work: (query: Query) => Promise<T>): Promise<T> {
    try {
      return await work(this.#connections.query)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'store_unavailable') throw error
      throw toOpenError(error)
    }
  }
}

/** Converts an error of the database to one that says what to check. */
export function toOpenError(error: unknown): unknown {
  if (error instanceof AppError && error.code !== 'store_unavailable') return error
  const reason = failureReason(error instanceof AppError ? error.cause : error)
  if (reason === undefined) return error
  const isRefused = isAccessRefused(error instanceof AppError ? error.cause : error)
  // What may pass is tried again: by systemd, too, which starts no program again that ended because of its configuration.
  return new AppError(isRefused ? 'bad_config' : 'store_unavailable', `The database cannot be used: ${reason}.`, {
    fix: 'Check its URL, and that it runs, accepts connections from here, and lets this user create a schema.',
    cause: error,
  })
}
