import type { StoredRecord } from '../../engine/definitions.ts'
import { ConflictError, isUniqueViolation, KeyTakenError } from '../errors.ts'
import { encodeKey } from '../tables/keys.ts'
import type { CollectionLayout, TextTable } from '../tables/layout.ts'
import type { CollectionStatements } from '../tables/statements.ts'
import { insertTexts, textColumns } from '../text-search.ts'
import type { Session } from './session.ts'

/** What the database has of a record, as far as a transaction knows. */
export interface Base {
  readonly version: string
  readonly record: StoredRecord
}

/** A record that a transaction wrote: `after` is undefined if it removed it. */
export interface PendingWrite {
  readonly id: string
  readonly before: Base | undefined
  readonly after: { readonly version: string; readonly record: StoredRecord; readonly json: string } | undefined
}

/** What runs statements in one transaction. */
export type Statements = Pick<Session, 'run'>

/** Characters of JSON in one statement. */
const MAX_BATCH_LENGTH = 1024 * 1024
const MAX_BATCH_ROWS = 500

/**
 * Writes records of one collection, many with each statement. Replaces and removes only versions that the transaction has seen.
 * @throws ConflictError when another transaction changed one, KeyTakenError when an ID or unique key is taken.
 */
export async function flushCollection(
  layout: CollectionLayout,
  statements: CollectionStatements,
  writes: readonly PendingWrite[],
  session: Statements,
): Promise<void> {
  const removed = writes.filter(({ before, after }) => before !== undefined && after === undefined)
  const changed = writes.filter(({ before, after }) => before !== undefined && after !== undefined)
  const added = writes.filter(({ before, after }) => before === undefined && after !== undefined)
  for (const batch of inBatches(removed)) {
    const values = [batch.map(({ id }) => encodeKey(id)), batch.map(({ before }) => before?.version)]
    if ((await session.run(statements.remove, values)).rowCount !== batch.length) throw new ConflictError()
  }
  for (const batch of inBatches(changed)) {
    const [ids, ...columns] = toColumns(layout, batch)
    const values = [ids, batch.map(({ before }) => before?.version), ...columns]
    const result = await session.run(statements.update, values).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new KeyTakenError(undefined, { cause: error }) : error
    })
    if (result.rowCount !== batch.length) throw new ConflictError()
  }
  for (const batch of inBatches(added)) {
    const result = await session.run(statements.insert, toColumns(layout, batch))
    if (result.rowCount !== batch.length) throw new KeyTakenError()
  }
  // Other work runs between batches: the keys and texts of many records take long.
  for (const batch of inBatches(writes)) {
    for (const { table, keysOf } of layout.several) await flushKeys(table, keysOf, layout, batch, session)
    for (const texts of layout.texts) await flushTexts(texts, batch, session)
  }
}

function* inBatches(writes: readonly PendingWrite[]): Generator<readonly PendingWrite[]> {
  let batch: PendingWrite[] = []
  let length = 0
  for (const write of writes) {
    const size = write.after?.json.length ?? 0
    if (batch.length > 0 && (batch.length === MAX_BATCH_ROWS || length + size > MAX_BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(write)
    length += size
  }
  if (batch.length > 0) yield batch
}

/** The parameters of rows, one array for each column: ID, version, sort key, record, keys and weights. */
export function toColumns(
  { unique, single, weights, sortOf }: CollectionLayout,
  writes: readonly Pick<PendingWrite, 'after'>[],
): readonly (readonly unknown[])[] {
  const rows = writes.flatMap(({ after }) => (after === undefined ? [] : [after]))
  return [
    rows.map(({ record }) => encodeKey(record.id)),
    rows.map(({ version }) => version),
    rows.map(({ record }) => sortOf(record)),
    rows.map(({ json }) => json),
    ...[...unique, ...single].map(({ keyOf }) => rows.map(({ record }) => encodeOptional(keyOf(record)))),
    ...weights.map(({ weigh }) => rows.map(({ record }) => weigh(record))),
  ]
}

export const encodeOptional = (key: string | undefined): string | null => (key === undefined ? null : encodeKey(key))

/** Writes the rows of an index with several keys per record. */
async function flushKeys(
  table: string,
  keysOf: (record: StoredRecord) => readonly string[],
  { sortOf }: CollectionLayout,
  writes: readonly PendingWrite[],
  session: Statements,
): Promise<void> {
  const gone: (readonly [string, string, string])[] = []
  const fresh: (readonly [string, string, string])[] = []
  for (const { id, before, after } of writes) {
    const list = (one: { readonly record: StoredRecord } | undefined) =>
      one === undefined
        ? []
        : keysOf(one.record).map(key => [encodeKey(key), sortOf(one.record), encodeKey(id)] as const)
    const [old, now] = [list(before), list(after)]
    const has = (rows: typeof old, [key, sort]: (typeof old)[number]) =>
      rows.some(row => row[0] === key && row[1] === sort)
    gone.push(...old.filter(row => !has(now, row)))
    fresh.push(...now.filter(row => !has(old, row)))
  }
  const columns = (rows: typeof gone) => [0, 1, 2].map(at => rows.map(row => row[at]))
  if (gone.length > 0) {
    await session.run(
      `delete from ${table} k using unnest($1::text[], $2::text[], $3::text[]) as v(key, sort, id) where k.key = v.key and k.sort = v.sort and k.id = v.id`,
      columns(gone),
    )
  }
  if (fresh.length > 0) {
    await session.run(
      `insert into ${table} (key, sort, id) select * from unnest($1::text[], $2::text[], $3::text[])`,
      columns(fresh),
    )
  }
}

/** Writes the searchable texts of records that have others than before. */
async function flushTexts(
  { table, keyOf, textsOf }: TextTable,
  writes: readonly PendingWrite[],
  session: Statements,
): Promise<void> {
  const describe = (one: { readonly record: StoredRecord } | undefined) => {
    const key = one && keyOf(one.record)
    return one === undefined || key === undefined ? [] : [...new Set(textsOf(one.record))].map(text => ({ key, text }))
  }
  const changed = writes
    .map(({ id, before, after }) => ({ id, old: describe(before), now: describe(after) }))
    .filter(({ old, now }) => JSON.stringify(old) !== JSON.stringify(now))
  const gone = changed.filter(({ old }) => old.length > 0)
  if (gone.length > 0)
    await session.run(`delete from ${table} where id = any($1)`, [gone.map(({ id }) => encodeKey(id))])
  const rows = changed.flatMap(({ id, now }) => now.map(one => ({ id, ...one })))
  if (rows.length === 0) return
  await session.run(insertTexts(table), await textColumns(rows))
}
