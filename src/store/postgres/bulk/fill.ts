import { Client } from 'pg'
import { AppError } from '../../../errors.ts'
import type { StoredRecord } from '../../engine/definitions.ts'
import type { RecordChange } from '../../move/store-import.ts'
import { FORMER_TABLES } from '../../records/migrations/upgrade.ts'
import type { Checksums, DumpBatch } from '../../store.ts'
import { type Query, queryOn } from '../connections.ts'
import { readTable } from '../dump.ts'
import { codeOf, KeyTakenError } from '../errors.ts'
import { WEIGHT_COLUMNS } from '../tables/ddl.ts'
import { encodeKey } from '../tables/keys.ts'
import { type CollectionLayout, collectionLayouts, logLayouts, measureOf, SCHEMA } from '../tables/layout.ts'
import { assertUsable, createTables, FIND_TABLE } from '../tables/migrations.ts'
import type { Row } from '../tables/row.ts'
import { collectionStatements, logStatements } from '../tables/statements.ts'
import { TotalsChange } from '../tables/totals.ts'
import { BEGIN, isPostgres, LOCKS } from '../transaction/session.ts'
import { flushCollection, type PendingWrite, type Statements } from '../transaction/write-rows.ts'
import { appendToLog, newVersion } from '../transaction/writer.ts'
import { DatabaseChecksums } from './checksums.ts'
import { countProcesses, databaseInUseError } from './process-lease.ts'

interface FillOptions {
  readonly url: string
  /** Keeps the former schema under this name; default: it is removed. */
  readonly keepAs?: string | undefined
}

function groupByTable(changes: readonly RecordChange[]): ReadonlyMap<string, readonly RecordChange[]> {
  const tables = new Map<string, RecordChange[]>()
  for (const change of changes) {
    const found = tables.get(change.table)
    if (found === undefined) tables.set(change.table, [change])
    else found.push(change)
  }
  return tables
}

/** Records of one statement. */
const BATCH = 1_000

/**
 * Replaces all records of a database in one transaction, which also creates the tables: others see nothing until its commit, and if the process is killed
 * nothing has changed. Buffers one batch.
 */
export class PostgresFill {
  readonly #client: Client
  readonly #query: Query
  #indexes: readonly string[] = []
  readonly #statements: Statements = {
    run: (text, values) => this.#client.query({ text, values: [...values] }),
  }

  readonly #checksums: DatabaseChecksums

  private constructor(client: Client) {
    this.#client = client
    this.#query = queryOn(client)
    this.#checksums = new DatabaseChecksums(this.#query)
  }

  /** @throws AppError `folder_held` when other processes use the database. */
  static async begin({ url, keepAs }: FillOptions): Promise<PostgresFill> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'dragoman copy',
    })
    // The next statement fails.
    client.on('error', () => undefined)
    const fill = new PostgresFill(client)
    try {
      await client.connect()
      await fill.#replaceTables(keepAs)
      return fill
    } catch (error) {
      await fill.abort()
      throw codeOf(error) === '55P03' ? databaseInUseError(1) : error
    }
  }

  /** Adds records of one table. Call `finishCopy` after the last batch. @throws AppError `already_exists` when an ID or unique key occurs twice. */
  async add({ table, records }: DumpBatch): Promise<void> {
    for (let at = 0; at < records.length; at += BATCH) await this.#insert(table, records.slice(at, at + BATCH))
  }

  /** Adds the indexes and totals, which is faster than with each batch. */
  async finishCopy(): Promise<void> {
    for (const statement of this.#indexes) await this.#client.query(statement)
    for (const layout of collectionLayouts.values()) await this.#countCollection(layout)
    for (const { name, table } of logLayouts.values())
      await this.#addTotals(measureOf(name), `select '', count(*), 0, 0 from ${table} having count(*) > 0`)
    const tables = [...collectionLayouts.values(), ...logLayouts.values()].map(({ table }) => table)
    await this.#client.query(`analyze ${[...tables, `${SCHEMA}.totals`].join(', ')}`)
  }

  /**
   * Applies changes. Returns false, and changes nothing, when two records have the same key: then the source changed while they were read, and later changes
   * follow.
   */
  async apply(changes: readonly RecordChange[]): Promise<boolean> {
    await this.#client.query('savepoint round')
    try {
      const totals = new TotalsChange()
      const tables = groupByTable(changes)
      for (const [table, found] of tables) await this.#removeChanged(table, found, totals)
      for (const [table, found] of tables) await this.#addChanged(table, found, totals)
      await totals.flush(this.#query, 'move')
      await this.#client.query('release savepoint round')
      for (const { table, id } of changes) this.#checksums.markChanged(table, encodeKey(id))
      return true
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error
      await this.#client.query('rollback to savepoint round')
      return false
    }
  }

  /** Reads the records of the schema that was kept as `schema`, in the order in which migrations need them. */
  async *readKept(schema: string): AsyncGenerator<DumpBatch> {
    const rows = await this.#query<{ name: string }>('select tablename as name from pg_tables where schemaname = $1', [
      schema,
    ])
    const present = new Set(rows.map(({ name }) => name))
    const logs = [...logLayouts.keys()]
    for (const name of [...FORMER_TABLES, ...collectionLayouts.keys(), ...logs]) {
      if (!present.has(name)) continue
      const [column, first] = logs.includes(name) ? (['seq', '0'] as const) : (['id', ''] as const)
      yield* readTable(this.#query, name, `"${schema}"."${name}"`, column, first)
    }
  }

  checksums(): Promise<Checksums> {
    return this.#checksums.compute()
  }

  /** Makes the records durable and visible. With `arrival`, no server opens them until the move with this ID is confirmed. */
  async commit(arrival?: string): Promise<void> {
    await this.#client.query(`update ${SCHEMA}.store set arrival = $1`, [arrival ?? null])
    await this.#client.query('commit')
    await this.#client.end()
  }

  /** Gives up, without a trace. */
  async abort(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }

  async #replaceTables(keepAs: string | undefined): Promise<void> {
    const client = this.#client
    await client.query(
      `${BEGIN}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`,
    )
    const [row] = await this.#query<{ version: string }>('select version() as version', [])
    // A server that starts meanwhile waits, and finds the new tables.
    if (isPostgres(row?.version ?? ''))
      await client.query('select pg_advisory_xact_lock($1, 0), pg_advisory_xact_lock($2, 0)', [
        LOCKS.replace,
        LOCKS.migration,
      ])
    await assertUsable(this.#query)
    let newest: string | undefined
    if ((await this.#query(FIND_TABLE, ['leases'])).length === 1) {
      const processes = await countProcesses(this.#query)
      if (processes > 0) throw databaseInUseError(processes)
      newest = (await this.#query<{ last: string }>(`select last_value as last from ${SCHEMA}.changes_seq_seq`, []))[0]
        ?.last
    }
    await client.query(
      keepAs === undefined ? `drop schema if exists ${SCHEMA} cascade` : `alter schema ${SCHEMA} rename to "${keepAs}"`,
    )
    await createTables(client)
    // Who reads changes by their numbers misses none.
    if (newest !== undefined) await client.query(`select setval('${SCHEMA}.changes_seq_seq', $1)`, [newest])
    await this.#dropIndexes()
  }

  /** Removes the indexes that no constraint needs, and remembers how to create them. */
  async #dropIndexes(): Promise<void> {
    const rows = await this.#query<{ name: string; statement: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as statement
       from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace s on s.oid = t.relnamespace
       where s.nspname = '${SCHEMA}' and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [],
    )
    for (const { name } of rows) await this.#client.query(`drop index ${name}`)
    this.#indexes = rows.map(({ statement }) => statement)
  }

  async #insert(table: string, records: readonly StoredRecord[]): Promise<void> {
    try {
      await this.#write(table, records)
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error
      throw new AppError('already_exists', `Two records of ${table} have the same ID or unique key.`, {
        fix: 'Nothing was changed. Use another copy of the records, such as an older backup.',
        cause: error,
      })
    }
  }

  async #write(table: string, records: readonly StoredRecord[]): Promise<void> {
    const rows = records.map(record => ({ record, json: JSON.stringify(record) }))
    const collection = collectionLayouts.get(table)
    const log = logLayouts.get(table)
    if (collection !== undefined) {
      const writes = rows.map(
        (row): PendingWrite => ({ id: row.record.id, before: undefined, after: { ...row, version: newVersion() } }),
      )
      await flushCollection(collection, collectionStatements(collection), writes, this.#statements)
    } else if (log !== undefined) await appendToLog(log, logStatements(log).append, rows, this.#statements)
    else throw new AppError('invalid_input', `Unknown collection ${JSON.stringify(table)}.`)
  }

  async #removeChanged(table: string, changes: readonly RecordChange[], totals: TotalsChange): Promise<void> {
    const layout = collectionLayouts.get(table)
    if (layout === undefined) return
    const statements = collectionStatements(layout)
    for (let at = 0; at < changes.length; at += BATCH) {
      const ids = changes.slice(at, at + BATCH).map(({ id }) => encodeKey(id))
      const rows = await this.#query<Row & Record<string, unknown>>(statements.getEach, [ids])
      for (const { record } of rows) totals.count(layout, record, -1)
      const writes = rows.map(
        ({ version, record }): PendingWrite => ({ id: record.id, before: { version, record }, after: undefined }),
      )
      await flushCollection(layout, statements, writes, this.#statements)
    }
  }

  async #addChanged(table: string, changes: readonly RecordChange[], totals: TotalsChange): Promise<void> {
    const layout = collectionLayouts.get(table)
    const log = logLayouts.get(table)
    const present = changes.flatMap(({ record }) => (record === undefined ? [] : [record]))
    for (let at = 0; at < present.length; at += BATCH) {
      const records =
        log === undefined
          ? present.slice(at, at + BATCH)
          : await this.#notYetIn(log.table, present.slice(at, at + BATCH))
      if (layout !== undefined) for (const record of records) totals.count(layout, record, 1)
      else totals.countLog(table, records.length)
      if (records.length > 0) await this.#write(table, records)
    }
  }

  async #notYetIn(table: string, records: readonly StoredRecord[]): Promise<readonly StoredRecord[]> {
    const rows = await this.#query<{ id: string }>(`select id from ${table} where id = any($1)`, [
      records.map(({ id }) => encodeKey(id)),
    ])
    const known = new Set(rows.map(({ id }) => id))
    return records.filter(({ id }) => !known.has(encodeKey(id)))
  }

  async #countCollection({ name, table, indexes, weights, counted }: CollectionLayout): Promise<void> {
    await this.#addTotals(measureOf(name), `select '', count(*), 0, 0 from ${table} having count(*) > 0`)
    const sums = WEIGHT_COLUMNS.map((_, at) =>
      weights[at] === undefined ? '0' : `sum(t."${weights[at].column}")`,
    ).join(', ')
    for (const { name: index, from, key } of indexes) {
      if (!counted.has(index)) continue
      const totals = `select ${key}, count(*), ${sums} from ${from} where ${key} is not null group by 1`
      await this.#addTotals(measureOf(name, index), totals)
    }
  }

  async #addTotals(measure: string, select: string): Promise<void> {
    const columns = WEIGHT_COLUMNS.join(', ')
    await this.#client.query(
      `insert into ${SCHEMA}.totals (measure, key, slot, n, ${columns}) select $1, v.key, 0, v.n, ${WEIGHT_COLUMNS.map(column => `v.${column}`).join(', ')}
       from (${select}) as v(key, n, ${columns})`,
      [measure],
    )
  }
}
