import type { StoredRecord } from '../../engine/definitions.ts'
import type { Query } from '../connections.ts'
import { WEIGHT_COLUMNS } from './ddl.ts'
import { encodeKey } from './keys.ts'
import { type CollectionLayout, collectionLayouts, logLayouts, measureOf, SCHEMA } from './layout.ts'

/** The totals of a key: the number of its records, and the sum of each weight. */
export type Totals = readonly number[]

const NOTHING: Totals = [0, ...WEIGHT_COLUMNS.map(() => 0)]

/** Rows of one total. Transactions of different locks change different ones, so that they seldom wait for each other. */
const SLOTS = 16

const FIND = `select t.measure, t.key, sum(n) as n, ${WEIGHT_COLUMNS.map(column => `sum(${column}) as ${column}`).join(', ')}
  from unnest($1::text[], $2::text[]) as v(measure, key) join ${SCHEMA}.totals t using (measure, key) group by t.measure, t.key`

const ADD = `insert into ${SCHEMA}.totals as t (measure, key, slot, n, ${WEIGHT_COLUMNS.join(', ')})
  select * from unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[], ${WEIGHT_COLUMNS.map((_, at) => `$${at + 5}::bigint[]`).join(', ')})
  on conflict (measure, key, slot) do update set n = t.n + excluded.n, ${WEIGHT_COLUMNS.map(column => `${column} = t.${column} + excluded.${column}`).join(', ')}`

/** A row of totals as the database returns it. */
export interface TotalsRow {
  readonly key: string
  readonly n: string
  readonly [weight: string]: string | undefined
}

/** Converts a row to numbers. */
export const parseTotals = (row: TotalsRow): Totals => [
  Number(row.n),
  ...WEIGHT_COLUMNS.map(column => Number(row[column] ?? 0)),
]

/** The name of the totals of an encoded key of a counted index. */
export const totalsName = (measure: string, key: string): string => `${measure} ${key}`

export async function readTotals(query: Query, names: readonly string[]): Promise<ReadonlyMap<string, Totals>> {
  const places = names.map(name => name.indexOf(' '))
  const rows = await query<TotalsRow & { readonly measure: string }>(FIND, [
    names.map((name, at) => name.slice(0, places[at])),
    names.map((name, at) => name.slice((places[at] ?? 0) + 1)),
  ])
  return new Map(rows.map(row => [totalsName(row.measure, row.key), parseTotals(row)]))
}

const ALL_TABLES: readonly string[] = [...collectionLayouts.keys(), ...logLayouts.keys()]

/** Reads the number of records of every table. */
export async function readTableSizes(query: Query, tables = ALL_TABLES): Promise<Readonly<Record<string, number>>> {
  const rows = await query<{ measure: string; n: string }>(
    `select measure, sum(n) as n from ${SCHEMA}.totals where key = '' and measure = any($1) group by measure`,
    [tables],
  )
  const sizes = new Map(rows.map(({ measure, n }) => [measure, Number(n)]))
  return Object.fromEntries(tables.map(table => [table, sizes.get(table) ?? 0]))
}

/** What a transaction adds to totals. Written at its end, because others that change the same row wait from then on. */
export class TotalsChange {
  readonly #changes = new Map<string, Map<string, number[]>>()
  readonly #isIncluded: (layout: CollectionLayout, index: string) => boolean

  /** Of the counted indexes, or of others. */
  constructor(isIncluded = (layout: CollectionLayout, index: string): boolean => layout.counted.has(index)) {
    this.#isIncluded = isIncluded
  }

  /** Counts a record in (`by` = 1) or out (-1) of its table and the included indexes. */
  count(layout: CollectionLayout, record: StoredRecord, by: 1 | -1): void {
    const weights = layout.weights.map(({ weigh }) => weigh(record))
    const amounts = [1, ...weights].map(amount => amount * by)
    this.#add(measureOf(layout.name), '', [by])
    for (const { name, keysOf } of layout.indexes) {
      if (this.#isIncluded(layout, name))
        for (const key of keysOf(record)) this.#add(measureOf(layout.name, name), key, amounts)
    }
  }

  /** Counts records of a log. */
  countLog(name: string, by: number): void {
    this.#add(measureOf(name), '', [by])
  }

  /** What this transaction adds to a key. */
  of(measure: string, key: string): Totals {
    return this.#changes.get(measure)?.get(key) ?? NOTHING
  }

  async flush(query: Query, lock: string): Promise<void> {
    const slot = slotOf(lock)
    const rows = [...this.#changes].flatMap(([measure, keys]) =>
      [...keys]
        .filter(([, amounts]) => amounts.some(amount => amount !== 0))
        .map(([key, amounts]) => ({ measure, key: encodeKey(key), amounts })),
    )
    this.#changes.clear()
    if (rows.length === 0) return
    // All transactions change totals in one order, so that none waits for one that waits for it.
    rows.sort((a, b) => compare(a.measure, b.measure) || compare(a.key, b.key))
    await query(ADD, [
      rows.map(({ measure }) => measure),
      rows.map(({ key }) => key),
      rows.map(() => slot),
      ...NOTHING.map((_, at) => rows.map(({ amounts }) => amounts[at] ?? 0)),
    ])
  }

  #add(measure: string, key: string, amounts: readonly number[]): void {
    const keys = this.#changes.get(measure) ?? new Map<string, number[]>()
    this.#changes.set(measure, keys)
    const sums = keys.get(key)
    if (sums === undefined) keys.set(key, [...amounts])
    else for (const [at, amount] of amounts.entries()) sums[at] = (sums[at] ?? 0) + amount
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function slotOf(lock: string): number {
  let hash = 0
  for (let at = 0; at < lock.length; at++) hash = (Math.imul(hash, 31) + lock.charCodeAt(at)) | 0
  return (hash >>> 0) % SLOTS
}
