import type { QueryResultRow } from 'pg'
import type { StoredRecord } from '../engine/definitions.ts'
import { storeClosedError } from '../engine/errors.ts'
import { deepFreeze } from '../engine/record.ts'
import type { Dump, DumpBatch } from '../store.ts'
import { type Connections, type Query, queryOn } from './connections.ts'
import { toReadError } from './errors.ts'
import { collectionLayouts, logLayouts } from './tables/layout.ts'
import { readTableSizes } from './tables/totals.ts'

const BATCH = 1_000

/** Opens a consistent copy of the durable state: one transaction that keeps its snapshot. */
export async function dumpTables(connections: Connections): Promise<Dump> {
  const client = await connections.connect().catch(rethrow)
  let isOpen = true
  const query = queryOn(client)
  const read: Query = async <R extends QueryResultRow>(text: string, values: readonly unknown[]) => {
    // From its end on, the connection has other work.
    if (!isOpen) throw storeClosedError()
    return query<R>(text, values).catch(rethrow)
  }
  const end = async (): Promise<void> => {
    try {
      await client.query('rollback')
      client.release()
    } catch {
      client.release(true)
    }
  }
  const close = (): void => {
    if (isOpen) void end()
    isOpen = false
  }
  try {
    await read('begin isolation level repeatable read read only', [])
    const counts = await readTableSizes(read)
    return {
      counts,
      async *batches() {
        for (const { name, table } of collectionLayouts.values()) yield* readTable(read, name, table, 'id', '')
        for (const { name, table } of logLayouts.values()) yield* readTable(read, name, table, 'seq', '0')
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function rethrow(error: unknown): never {
  throw toReadError(error)
}

/** Reads a whole table in steps, in the order of a unique column. */
export async function* readTable(
  read: Query,
  name: string,
  table: string,
  column: 'id' | 'seq',
  first: string,
): AsyncGenerator<DumpBatch> {
  for (let after = first; ; ) {
    const rows = await read<{ at: string; record: StoredRecord }>(
      `select ${column} as at, record from ${table} where ${column} > $1 order by ${column} limit ${BATCH}`,
      [after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield { table: name as DumpBatch['table'], records: rows.map(({ record }) => deepFreeze(record)) }
    if (rows.length < BATCH) return
    after = last.at
  }
}
