import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { createCluster } from '../../tests/postgres/cluster.ts'
import { administer, type Database } from '../../tests/postgres/databases.ts'
import { readCpu } from './usage.ts'

/** Settings of the measured server, besides the defaults: a small part of the memory, and room for changes between checkpoints. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  maintenance_work_mem: '512MB',
}

export interface Statements {
  readonly calls: number
  /** The statements that took most time: text, calls and milliseconds. */
  readonly top: readonly { readonly text: string; readonly calls: number; readonly ms: number }[]
}

/** A PostgreSQL of the benchmark's own, with its figures. */
export interface MeasuredServer {
  readonly version: string
  create(): Promise<Database>
  /** CPU seconds of all its processes so far. */
  cpu(): number
  /** Starts to count the statements of a database; undefined where the server cannot count. */
  count(url: string): Promise<() => Promise<Statements | undefined>>
  remove(): Promise<void>
}

export async function startMeasuredServer(): Promise<MeasuredServer> {
  const counting = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' }
  const cluster = await createCluster({ fsync: true, settings: { ...SETTINGS, ...counting } }).catch(() =>
    createCluster({ fsync: true, settings: SETTINGS }),
  )
  const server = administer(cluster.url, Number.POSITIVE_INFINITY)
  const canCount = await server.query('create extension pg_stat_statements').then(
    () => true,
    () => false,
  )
  const [row] = await server.query("select pg_backend_pid() as pid, current_setting('server_version') as version")
  const main = parentOf(Number(row?.['pid']))
  return {
    version: String(row?.['version']),
    create: () => server.createDatabase(),
    cpu: () => readCpu(main) + childrenOf(main).reduce((sum, pid) => sum + readCpu(pid, 'own'), 0),
    count: async url => {
      if (!canCount) return async () => undefined
      const name = new URL(url).pathname.slice(1)
      await server.query('select pg_stat_statements_reset()')
      return async () => {
        const rows = await server.query(
          `select query as text, calls::int, total_exec_time as ms from pg_stat_statements s join pg_database d on d.oid = s.dbid
           where d.datname = $1 order by total_exec_time desc`,
          [name],
        )
        const top = rows.map(({ text, calls, ms }) => ({ text: String(text), calls: Number(calls), ms: Number(ms) }))
        return { calls: top.reduce((sum, { calls }) => sum + calls, 0), top: top.slice(0, 12) }
      }
    },
    remove: () => cluster.remove(),
  }
}

/** Megabytes of a database on the disk. */
export async function measureDatabase(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
  await client.end()
  return Math.round(Number(rows[0]?.size) / 1e6)
}

const parentOf = (pid: number): number => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(one => {
      try {
        return parentOf(one) === pid
      } catch {
        return false
      }
    })
}
