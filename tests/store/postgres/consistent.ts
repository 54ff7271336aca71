import { Client, type Pool } from 'pg'
import type { StoredRecord } from '../../../src/store/engine/definitions.ts'
import { encodeKey } from '../../../src/store/postgres/tables/keys.ts'
import {
  type CollectionLayout,
  collectionLayouts,
  logLayouts,
  measureOf,
  SCHEMA,
} from '../../../src/store/postgres/tables/layout.ts'
import { hashText } from '../../../src/store/postgres/text-search.ts'
import { encodeOptional } from '../../../src/store/postgres/transaction/write-rows.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly record: StoredRecord }

/** Where the columns, tables of keys and texts, and totals of a database are not what its records say. */
export async function faultsIn(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await findFaults(client)
  } finally {
    await client.end()
  }
}

/** The same on a connection that is open. */
export async function findFaults(client: Pick<Pool, 'query'>): Promise<readonly string[]> {
  // Most tables never had a row.
  const { rows: used } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = '${SCHEMA}'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  )
  const names = new Set(used.map(({ name }) => `${SCHEMA}.${name}`))
  const read = async (sql: string): Promise<readonly Row[]> => (await client.query<Row>(sql)).rows
  const readAll = async (table: string) => (names.has(table.replaceAll('"', '')) ? read(`select * from ${table}`) : [])
  const faults: string[] = []
  const compare = async (table: string, columns: readonly string[], expected: readonly string[]): Promise<void> => {
    const found = (await readAll(table)).map(row => columns.map(column => String(row[column])).join(' '))
    faults.push(...differences(table, found, expected))
  }
  const totals = new Map<string, readonly number[]>()
  const add = (measure: string, key: string, amounts: readonly number[]): void => {
    const name = `${measure} ${encodeKey(key)}`
    totals.set(name, add3(totals.get(name) ?? [], amounts))
  }
  for (const layout of collectionLayouts.values()) {
    const rows = await readAll(layout.table)
    for (const row of rows) {
      faults.push(...faultsOfRow(layout, row))
      const amounts = [1, ...layout.weights.map(({ weigh }) => weigh(row.record))]
      add(layout.name, '', [1])
      for (const [index, key] of keysOf(layout, row.record)) {
        if (layout.counted.has(index)) add(measureOf(layout.name, index), key, amounts)
      }
    }
    for (const { table, keysOf: of } of layout.several) {
      const expected = rows.flatMap(({ id, record }) =>
        of(record).map(key => `${encodeKey(key)} ${layout.sortOf(record)} ${id}`),
      )
      await compare(table, ['key', 'sort', 'id'], expected)
    }
    for (const { table, keyOf, textsOf } of layout.texts) {
      const expected = rows.flatMap(({ id, record }) => {
        const key = keyOf(record)
        if (key === undefined) return []
        return [...new Set(textsOf(record))].map(text => `${encodeKey(key)} ${id} ${hashText(text)}`)
      })
      await compare(table, ['key', 'id', 'hash'], expected)
    }
  }
  for (const { name, table } of logLayouts.values()) {
    const [count] = await read(`select count(*)::int as n from ${table}`)
    if (count?.['n'] !== 0) add(name, '', [Number(count?.['n'])])
  }
  const sums = await read(
    `select measure || ' ' || key as name, sum(n) as n, sum(w1) as w1, sum(w2) as w2 from ${SCHEMA}.totals
       group by measure, key having sum(n) <> 0 or sum(w1) <> 0 or sum(w2) <> 0`,
  )
  const describe = (name: unknown, amounts: readonly unknown[]): string =>
    `${String(name)}: ${amounts.map(Number).join(', ')}`
  faults.push(
    ...differences(
      'totals',
      sums.map(({ name, n, w1, w2 }) => describe(name, [n, w1, w2])),
      [...totals].map(([name, amounts]) => describe(name, amounts)),
    ),
  )
  return faults
}

const add3 = (one: readonly number[], other: readonly number[]): readonly number[] =>
  [0, 1, 2].map(at => (one[at] ?? 0) + (other[at] ?? 0))

function* keysOf({ single, several }: CollectionLayout, record: StoredRecord): Generator<readonly [string, string]> {
  for (const { name, keyOf } of single) {
    const key = keyOf(record)
    if (key !== undefined) yield [name, key]
  }
  for (const { name, keysOf: of } of several) for (const key of of(record)) yield [name, key]
}

function faultsOfRow(layout: CollectionLayout, row: Row): readonly string[] {
  const { record } = row
  const expected: Record<string, unknown> = { id: encodeKey(record.id), sort: layout.sortOf(record) }
  for (const { column, keyOf } of [...layout.unique, ...layout.single]) expected[column] = encodeOptional(keyOf(record))
  for (const { column, weigh } of layout.weights) expected[column] = String(weigh(record))
  return Object.entries(expected)
    .filter(([column, value]) => row[column] !== value)
    .map(([column, value]) => `${layout.table} ${row.id}: ${column} is ${String(row[column])}, not ${String(value)}`)
}

function differences(table: string, found: readonly string[], expected: readonly string[]): readonly string[] {
  const [here, there] = [new Set(found), new Set(expected)]
  return [
    ...expected.filter(one => !here.has(one)).map(one => `${table} lacks ${one}`),
    ...found.filter(one => !there.has(one)).map(one => `${table} has ${one} too much`),
    ...(found.length > here.size ? [`${table} has rows twice`] : []),
  ]
}
