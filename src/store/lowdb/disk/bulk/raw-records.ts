import type { DumpBatch } from '../../../store.ts'
import { collectionDefinitions, logDefinitions, type StoredRecord } from '../../definitions.ts'
import { damagedFileError } from '../../errors.ts'
import { isStoreFile } from '../file-names.ts'
import type { Operation } from '../journal/line.ts'
import { applyJournals, openSegment, type StoreLocation } from '../load.ts'
import { type Manifest, manifestPath, readManifest } from '../snapshot/manifest.ts'
import { readShard } from '../snapshot/shard-file.ts'

const BATCH_RECORDS = 1000

/** Records of all tables by ID, in any shape version. */
export class RawTables {
  readonly #isLog: (table: string) => boolean
  readonly #tables = new Map<string, Map<string, StoredRecord>>()
  /** Tables with records that were loaded from shards. */
  readonly #collections = new Set<string>()

  constructor(isLog: (table: string) => boolean) {
    this.#isLog = isLog
  }

  put(table: string, record: StoredRecord): void {
    const records = this.#tables.get(table) ?? new Map<string, StoredRecord>()
    this.#tables.set(table, records.set(record.id, record))
  }

  /** Adds a record of a shard. */
  load(table: string, record: StoredRecord): void {
    this.#collections.add(table)
    this.put(table, record)
  }

  apply(operations: readonly Operation[]): void {
    for (const [table, what] of operations) {
      if (typeof what !== 'string') this.put(table, what)
      else this.#tables.get(table)?.delete(what)
    }
  }

  /** Yields former collections first, then collections in the order of their definitions, then the log records of the journals. */
  *batches(): Iterable<DumpBatch> {
    const order = Object.keys(collectionDefinitions)
    const place = (name: string) => (this.#isLog(name) ? order.length : order.indexOf(name))
    const names = [...this.#tables.keys()].toSorted((a, b) => place(a) - place(b))
    for (const name of names) {
      const records = [...(this.#tables.get(name)?.values() ?? [])]
      // A log that was a collection in an earlier shape has no order: sort it by ID, which is by time.
      if (this.#isLog(name) && this.#collections.has(name)) records.sort((a, b) => (a.id < b.id ? -1 : 1))
      for (let n = 0; n < records.length; n += BATCH_RECORDS) yield toBatch(name, records.slice(n, n + BATCH_RECORDS))
    }
  }
}

/** Returns a function that checks whether a table is append-only. */
export const createIsLog =
  (manifest: Pick<Manifest, 'logs'>) =>
  (table: string): boolean =>
    table in logDefinitions || table in manifest.logs

/** Reads all records of a folder, without migrating them. @throws AppError `bad_config` with the missing or damaged file. */
export async function* readRawRecords(place: StoreLocation, manifest: Manifest): AsyncIterable<DumpBatch> {
  const tables = new RawTables(createIsLog(manifest))
  for (const whole of Object.values(manifest.shards)) {
    const { collection, records } = await readShard(place.folder, whole, place.files)
    for (const record of records) tables.load(collection, record)
  }
  await applyJournals(place, manifest, operations => tables.apply(operations))
  for (const [name, segments] of Object.entries(manifest.logs)) {
    for (const entry of segments) {
      const segment = await openSegment(place, entry, 0, {})
      for await (const records of segment.all()) yield toBatch(name, records)
    }
  }
  yield* tables.batches()
}

/**
 * Reads and checks a whole folder; returns the number of records of each table that has any. Changes nothing.
 * @throws AppError `bad_config` with the missing or damaged file.
 */
export async function countRecords(place: StoreLocation): Promise<Readonly<Record<string, number>>> {
  const manifest = await readManifest(place.folder, place.files)
  if (manifest === undefined) {
    const stray = (await place.files.list(place.folder)).find(isStoreFile)
    if (stray === undefined) return {}
    throw damagedFileError(manifestPath(place.folder), `it is missing, but ${stray} exists`)
  }
  const counts: Record<string, number> = {}
  for await (const { table, records } of readRawRecords(place, manifest))
    counts[table] = (counts[table] ?? 0) + records.length
  return counts
}

const toBatch = (name: string, records: readonly StoredRecord[]): DumpBatch => ({
  table: name as DumpBatch['table'],
  records,
})
