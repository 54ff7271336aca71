import { Pool } from 'pg'
import { openStore } from '../../src/store/open.ts'
import { encodeKey } from '../../src/store/postgres/tables/keys.ts'
import { type CollectionLayout, collectionLayouts, logLayouts, SCHEMA } from '../../src/store/postgres/tables/layout.ts'
import { collectionStatements, logStatements } from '../../src/store/postgres/tables/statements.ts'
import { TotalsChange } from '../../src/store/postgres/tables/totals.ts'
import { insertTexts, textColumns } from '../../src/store/postgres/text-search.ts'
import { encodeOptional, toColumns } from '../../src/store/postgres/transaction/write-rows.ts'
import type { DumpBatch } from '../../src/store/store.ts'
import type { Plain } from './seed.ts'

/** Batches that the database gets at the same time. */
const PARALLEL = 3
type Run = (text: string, values?: readonly unknown[]) => Promise<void>

/** Fills an empty database quickly: the plain indexes are made at the end. */
export async function fillDatabase(url: string, batches: AsyncIterable<DumpBatch>): Promise<void> {
  await (await openStore({ url, dataDir: '' })).close()
  const pool = new Pool({ connectionString: url, max: PARALLEL, options: '-c synchronous_commit=off' })
  const run: Run = async (text, values = []) => void (await pool.query(text, [...values]))
  const indexes = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     join pg_class c on c.oid = indrelid where c.relnamespace = $1::regnamespace and not indisunique`,
    [SCHEMA],
  )
  for (const { name } of indexes.rows) await run(`drop index ${name}`)
  const totals = new TotalsChange()
  const running = new Set<Promise<void>>()
  for await (const { table, records } of batches) {
    const done: Promise<void> = write(run, table, records, totals).finally(() => running.delete(done))
    running.add(done)
    if (running.size >= PARALLEL) await Promise.race(running)
  }
  await Promise.all(running)
  const query = async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows
  await totals.flush(query as Parameters<TotalsChange['flush']>[0], '')
  await Promise.all(indexes.rows.map(({ definition }) => run(definition)))
  await run('vacuum analyze')
  await run('checkpoint')
  await pool.end()
}

async function write(run: Run, table: string, records: readonly Plain[], totals: TotalsChange): Promise<void> {
  const layout = collectionLayouts.get(table)
  if (layout !== undefined) return writeCollection(run, layout, records, totals)
  const log = logLayouts.get(table)
  if (log === undefined) throw new Error(`no table ${table}`)
  totals.countLog(table, records.length)
  await run(logStatements(log).append, [
    records.map(({ id }) => encodeKey(id)),
    records.map(record => log.definition.at(record as never)),
    records.map(record => JSON.stringify(record)),
    ...log.single.map(({ keyOf }) => records.map(record => encodeOptional(keyOf(record)))),
  ])
}

async function writeCollection(
  run: Run,
  layout: CollectionLayout,
  records: readonly Plain[],
  totals: TotalsChange,
): Promise<void> {
  for (const record of records) totals.count(layout, record, 1)
  const rows = records.map((record, at) => ({
    after: { version: String(at + 1), record, json: JSON.stringify(record) },
  }))
  const writes: Promise<void>[] = [run(collectionStatements(layout).insert, toColumns(layout, rows))]
  for (const { table, keysOf } of layout.several) {
    const keys = records.flatMap(one => keysOf(one).map(key => [encodeKey(key), layout.sortOf(one), encodeKey(one.id)]))
    const columns = [0, 1, 2].map(at => keys.map(row => row[at]))
    const statement = `insert into ${table} (key, sort, id) select * from unnest($1::text[], $2::text[], $3::text[])`
    if (keys.length > 0) writes.push(run(statement, columns))
  }
  for (const { table, keyOf, textsOf } of layout.texts) {
    const texts = records.flatMap(one => {
      const key = keyOf(one)
      return key === undefined ? [] : [...new Set(textsOf(one))].map(text => ({ key, id: one.id, text }))
    })
    if (texts.length > 0) writes.push(run(insertTexts(table), await textColumns(texts)))
  }
  await Promise.all(writes)
}
