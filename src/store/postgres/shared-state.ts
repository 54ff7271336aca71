import type { SharedChange, SharedLease, SharedState } from '../shared-state.ts'
import type { Connections } from './connections.ts'
import { isConnectionLost, isRetryable, toReadError } from './errors.ts'
import { encodeKey } from './tables/keys.ts'
import { SCHEMA } from './tables/layout.ts'
import { Session } from './transaction/session.ts'

const VALUES = `${SCHEMA}.shared_values`
const LEASES = `${SCHEMA}.leases`

/** Takes an expired lease; a row that another process is taking is skipped, not waited for. */
const TAKE_OVER = `update ${LEASES} set holder = $2, fence = nextval('${SCHEMA}.lease_fences'), expires_at = clock_timestamp() + $3 * interval '1 ms'
  where name = (select name from ${LEASES} where name = $1 and expires_at <= clock_timestamp() for update skip locked) returning fence`
const TAKE_NEW = `insert into ${LEASES} (name, holder, fence, expires_at)
  values ($1, $2, nextval('${SCHEMA}.lease_fences'), clock_timestamp() + $3 * interval '1 ms') on conflict do nothing returning fence`
const RENEW = `update ${LEASES} set expires_at = clock_timestamp() + $3 * interval '1 ms' where name = $1 and fence = $2 returning fence`
const RELEASE = `delete from ${LEASES} where name = $1 and fence = $2`

const PUT = `insert into ${VALUES} as s (grp, key, value, expires_at)
  select $1, v.key, v.value, clock_timestamp() + $4 * interval '1 ms' from unnest($2::text[], $3::json[]) as v(key, value)
  on conflict (grp, key) do update set value = excluded.value, expires_at = excluded.expires_at, seq = nextval(pg_get_serial_sequence('${VALUES}', 'seq'))`
const DROP = `delete from ${VALUES} where grp = $1 and key = any($2)`
const TRIM = `delete from ${VALUES} where grp = $1 and seq <= (select seq from ${VALUES} where grp = $1 order by seq desc offset $2 limit 1)`

interface ValueRow {
  readonly key: string
  readonly value: unknown
  readonly [column: string]: unknown
}

/** Stored with its name, because a key may be encoded. */
interface Named {
  readonly k: string
  readonly v: unknown
}

/** Short-lived values in unlogged tables: quick to write, and lost when the database crashes. */
export class PostgresSharedState implements SharedState {
  readonly isLocal = false
  readonly #connections: Connections
  readonly #holder: string
  readonly #hasLocks: boolean

  constructor(connections: Connections, holder: string, hasLocks: boolean) {
    this.#connections = connections
    this.#holder = holder
    this.#hasLocks = hasLocks
  }

  async get(group: string, key: string): Promise<unknown> {
    const [row] = await this.#connections.query<ValueRow>(
      `select value from ${VALUES} where grp = $1 and key = $2 and expires_at > clock_timestamp()`,
      [encodeKey(group), encodeKey(key)],
    )
    return (row?.value as Named | undefined)?.v
  }

  async list(group: string): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.#connections.query<ValueRow>(
      `select value from ${VALUES} where grp = $1 and expires_at > clock_timestamp() order by seq`,
      [encodeKey(group)],
    )
    return new Map(rows.map(({ value }) => [(value as Named).k, (value as Named).v]))
  }

  async update<T>(
    group: string,
    keys: readonly string[],
    change: (current: ReadonlyMap<string, unknown>) => SharedChange<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = new Session({ connections: this.#connections, lock: `shared ${group}`, hasLocks: this.#hasLocks })
      try {
        const result = await this.#update(session, group, keys, change)
        await session.commit()
        return result
      } catch (error) {
        await session.rollback()
        const isAgain = attempt < MAX_ATTEMPTS && (isConnectionLost(error) || isRetryable(error))
        if (!isAgain) throw toReadError(error)
      }
    }
  }

  async lease(name: string, ms: number): Promise<SharedLease | undefined> {
    const { query } = this.#connections
    const values = [encodeKey(name), this.#holder, ms]
    const [taken] = [
      ...(await query<{ fence: string }>(TAKE_OVER, values)),
      ...(await query<{ fence: string }>(TAKE_NEW, values)),
    ]
    if (taken === undefined) return undefined
    const { fence } = taken
    return {
      fence: Number(fence),
      renew: async longer => (await query(RENEW, [encodeKey(name), fence, longer])).length > 0,
      release: async () => void (await query(RELEASE, [encodeKey(name), fence])),
    }
  }

  async #update<T>(
    session: Session,
    group: string,
    keys: readonly string[],
    change: (current: ReadonlyMap<string, unknown>) => SharedChange<T>,
  ): Promise<T> {
    const grp = encodeKey(group)
    const rows = await session.query<ValueRow>(
      `select key, value from ${VALUES} where grp = $1 and key = any($2) and expires_at > clock_timestamp()`,
      [grp, keys.map(encodeKey)],
    )
    const found = new Map(rows.map(({ value }) => [(value as Named).k, (value as Named).v]))
    const { values, keepMs, limit, result } = change(found)
    const kept = [...values].filter(([, value]) => value !== undefined)
    const gone = [...values].filter(([, value]) => value === undefined).map(([key]) => encodeKey(key))
    if (kept.length > 0) {
      const json = kept.map(([k, v]) => JSON.stringify({ k, v }))
      await session.query(PUT, [grp, kept.map(([key]) => encodeKey(key)), json, keepMs])
    }
    if (gone.length > 0) await session.query(DROP, [grp, gone])
    if (limit !== undefined && kept.length > 0) await session.query(TRIM, [grp, limit])
    return result
  }
}

const MAX_ATTEMPTS = 5
