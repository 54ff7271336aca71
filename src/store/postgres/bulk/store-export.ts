import type pg from 'pg'
import { moveLostError, moveRunningError, storeMovedError, writesStoppedError } from '../../engine/errors.ts'
import type { Checksums, MoveMark, StoreExport } from '../../store.ts'
import type { ChangeFeed } from '../changes.ts'
import { type Connections, type Query, queryOn } from '../connections.ts'
import { toReadError } from '../errors.ts'
import { logLayouts, SCHEMA } from '../tables/layout.ts'
import { BEGIN } from '../transaction/session.ts'
import { DatabaseChecksums } from './checksums.ts'

const STORE = `${SCHEMA}.store`
/** How long a move that was killed or frozen holds up others. */
const KEPT = '30 seconds'
const SOON = `clock_timestamp() + interval '${KEPT}'`

/** The condition under which old log records may be removed. */
export const MAY_TRIM = `not exists (select from ${STORE} where trims_held_until > clock_timestamp())`

/** Why writes are refused now; undefined if they are not. */
export async function findStop(query: Query): Promise<Error | undefined> {
  const [row] = await query<{ stopped: boolean | null; departure: MoveMark | null }>(
    `select writes_stopped_until > clock_timestamp() as stopped, departure from ${STORE}`,
    [],
  )
  if (row?.stopped !== true) return undefined
  return row.departure === null ? writesStoppedError() : storeMovedError()
}

interface StoreExportOptions {
  readonly connections: Connections
  readonly feed: Pick<ChangeFeed, 'read'>
  /** Whether the database is PostgreSQL itself; others run serializable, and then a read of the flag is enough. */
  readonly hasLocks: boolean
  readonly id: string
}

/**
 * Begins a move away from a database. A write transaction reads a flag in the statement that notes its changes; who sets the flag locks that table first. So each
 * write is either durable before, or refused. The flag has a time: if the move is killed, writes go on by themselves.
 * @throws AppError `conflict` while another move runs.
 */
export async function departDatabase(options: StoreExportOptions): Promise<StoreExport> {
  const { connections, feed, id } = options
  const logs = [...logLayouts.values()].map(({ table }) => table).join(', ')
  const begun = await change(
    options,
    logs,
    `update ${STORE} set move_id = $1, trims_held_until = ${SOON}
    where (move_id is null or trims_held_until <= clock_timestamp()) and departure is null`,
    [id],
  )
  if (!begun) throw moveRunningError()
  let isStopped = false
  let isComplete = false
  const changeAsHolder = async (statement: string, ...values: readonly string[]): Promise<void> => {
    if (!(await change(options, `${SCHEMA}.changes`, statement, [id, ...values]))) throw moveLostError()
  }
  const isHolder = `move_id = $1 and trims_held_until > clock_timestamp()`
  const stopped = `${isHolder} and writes_stopped_until > clock_timestamp()`
  return {
    stopWrites: async () => {
      await changeAsHolder(
        `update ${STORE} set writes_stopped_until = ${SOON}, trims_held_until = ${SOON} where ${isHolder}`,
      )
      isStopped = true
      await feed.read()
    },
    renew: async () => {
      if (isComplete) return
      const set = `trims_held_until = ${SOON}${isStopped ? `, writes_stopped_until = ${SOON}` : ''}`
      const rows = await connections.query(
        `update ${STORE} set ${set} where ${isStopped ? stopped : isHolder} returning 1 as done`,
        [id],
      )
      if (rows.length !== 1) throw moveLostError()
    },
    checksums: () => checksumAll(connections),
    complete: async mark => {
      await changeAsHolder(
        `update ${STORE} set departure = $2, writes_stopped_until = 'infinity' where ${stopped}`,
        JSON.stringify(mark),
      )
      isComplete = true
    },
    end: async () => {
      if (isComplete) return
      await connections.query(
        `update ${STORE} set move_id = null, trims_held_until = null, writes_stopped_until = null where move_id = $1 and departure is null`,
        [id],
      )
    },
  }
}

/** Changes the flags while nobody writes to some tables: waits for transactions that do, and lets others wait. Returns whether a row was changed. */
async function change(
  { connections, hasLocks }: StoreExportOptions,
  tables: string,
  statement: string,
  values: readonly unknown[],
): Promise<boolean> {
  return withClient(connections, BEGIN, async client => {
    if (hasLocks) await client.query(`lock table ${tables} in share mode`)
    const { rowCount } = await client.query(statement, [...values])
    await client.query('commit')
    return rowCount === 1
  })
}

const checksumAll = (connections: Connections): Promise<Checksums> =>
  withClient(connections, 'begin isolation level repeatable read read only', async client => {
    const sums = await new DatabaseChecksums(queryOn(client)).compute()
    await client.query('commit')
    return sums
  })

async function withClient<T>(
  connections: Connections,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient | undefined
  try {
    client = await connections.connect()
    await client.query(begin)
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client?.release(error instanceof Error ? error : true)
    throw toReadError(error)
  }
}
