import { createHash } from 'node:crypto'
import { collectionDefinitions, logDefinitions, type StoredRecord } from '../../../engine/definitions.ts'
import type { DumpBatch, RawStore } from '../../../store.ts'
import { toBatch } from '../../dump.ts'
import { damagedFileError } from '../../errors.ts'
import type { StoreLocation } from '../durable-files.ts'
import { isStoreFile } from '../file-names.ts'
import type { Operation } from '../journal/line.ts'
import { applyJournals, openSegment } from '../load.ts'
import type { LogSegment } from '../log/segment.ts'
import { type Manifest, manifestPath, readManifest, snapshotBytes } from '../snapshot/manifest.ts'
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

  /** Names of all tables: former collections, collections in the order of their definitions, logs. */
  get names(): readonly string[] {
    const order = Object.keys(collectionDefinitions)
    const place = (name: string) => (this.#isLog(name) ? order.length : order.indexOf(name))
    return [...this.#tables.keys()].toSorted((a, b) => place(a) - place(b))
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

  count(table: string): number {
    return this.#tables.get(table)?.size ?? 0
  }

  *batches(): Iterable<DumpBatch> {
    for (const name of this.names) yield* this.batchesOf(name)
  }

  *batchesOf(name: string): Iterable<DumpBatch> {
    const records = [...(this.#tables.get(name)?.values() ?? [])]
    // A log that was a collection in an earlier shape has no order: sort it by ID, which is by time.
    if (this.#isLog(name) && this.#collections.has(name)) records.sort((a, b) => (a.id < b.id ? -1 : 1))
    for (let n = 0; n < records.length; n += BATCH_RECORDS) yield toBatch(name, records.slice(n, n + BATCH_RECORDS))
  }
}

/** Returns a function that checks whether a table is append-only. */
export const createIsLog =
  (manifest: Pick<Manifest, 'logs'>) =>
  (table: string): boolean =>
    table in logDefinitions || table in manifest.logs

/** Reads a folder, without migrating it. Keeps the collections in memory. @throws AppError `bad_config` with the missing or damaged file. */
export async function readRawStore(place: StoreLocation, manifest: Manifest): Promise<RawStore> {
  const isLog = createIsLog(manifest)
  const tables = new RawTables(isLog)
  for (const whole of Object.values(manifest.shards)) {
    const { collection, records } = await readShard(place.folder, whole, place.files)
    for (const record of records) tables.load(collection, record)
  }
  const end = await applyJournals(place, manifest, operations => tables.apply(operations))
  const logs = new Map<string, LogSegment[]>()
  for (const [name, entries] of Object.entries(manifest.logs)) {
    const segments: LogSegment[] = []
    for (const entry of entries) segments.push(await openSegment(place, entry, 0, {}))
    logs.set(name, segments)
  }
  const names = [...new Set([...tables.names.filter(name => !isLog(name)), ...logs.keys(), ...tables.names])]
  const count = (name: string): number =>
    (logs.get(name) ?? []).reduce((sum, segment) => sum + segment.count, tables.count(name))
  const { seq, number, bytes, sum } = end
  return {
    shape: manifest.shape,
    version: manifest.dragoman_version,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([manifest, seq, number, bytes, sum]))
      .digest('hex')
      .slice(0, 12),
    bytes: end.totalBytes + snapshotBytes(manifest) + segmentBytes(manifest),
    counts: Object.fromEntries(names.map(name => [name, count(name)] as const).filter(([, found]) => found > 0)),
    async *batches() {
      for (const name of names) {
        for (const segment of logs.get(name) ?? [])
          for await (const records of segment.all()) yield toBatch(name, records)
        yield* tables.batchesOf(name)
      }
    },
  }
}

const segmentBytes = ({ logs }: Manifest): number =>
  Object.values(logs)
    .flat()
    .reduce((sum, { bytes, index }) => sum + bytes + index.bytes, 0)

/** Reads a folder with a manifest; undefined for a new folder. @throws AppError `bad_config` with the missing or damaged file. */
export async function findRawStore(place: StoreLocation): Promise<RawStore | undefined> {
  const manifest = await readManifest(place.folder, place.files)
  if (manifest !== undefined) return readRawStore(place, manifest)
  const stray = (await place.files.list(place.folder)).find(isStoreFile)
  if (stray === undefined) return undefined
  throw damagedFileError(manifestPath(place.folder), `it is missing, but ${stray} exists`)
}

/**
 * Reads and checks a whole folder; returns the number of records of each table that has any. Changes nothing.
 * @throws AppError `bad_config` with the missing or damaged file.
 */
export async function countRecords(place: StoreLocation): Promise<Readonly<Record<string, number>>> {
  const store = await findRawStore(place)
  const counts: Record<string, number> = {}
  for await (const { table, records } of store?.batches() ?? []) counts[table] = (counts[table] ?? 0) + records.length
  return counts
}
