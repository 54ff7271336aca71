import { join } from 'node:path'
import type { DumpBatch } from '../../store.ts'
import { logDefinitions, type StoredRecord } from '../definitions.ts'
import { badFile } from '../faults.ts'
import type { JournalLine } from './journal-line.ts'
import { type Place, replayJournals } from './load.ts'
import { decodeIndex } from './log-index.ts'
import { LogSegment } from './log-segment.ts'
import type { Manifest } from './manifest.ts'
import { readShard, readWhole } from './shard-file.ts'

const BATCH = 1000

/** Records of every table by id, whatever their shape. */
export class RawTables {
  readonly #isLog: (table: string) => boolean
  readonly #tables = new Map<string, Map<string, StoredRecord>>()

  constructor(isLog: (table: string) => boolean) {
    this.#isLog = isLog
  }

  put(table: string, record: StoredRecord): void {
    const records = this.#tables.get(table) ?? new Map<string, StoredRecord>()
    this.#tables.set(table, records.set(record.id, record))
  }

  replay({ units }: JournalLine): void {
    for (const [table, what] of units.flat()) {
      if (typeof what !== 'string') this.put(table, what)
      else this.#tables.get(table)?.delete(what)
    }
  }

  /** Collections, then what the journals added to the logs. */
  *batches(): Iterable<DumpBatch> {
    const names = [...this.#tables.keys()].toSorted((a, b) => Number(this.#isLog(a)) - Number(this.#isLog(b)))
    for (const name of names) {
      const records = [...(this.#tables.get(name)?.values() ?? [])]
      for (let n = 0; n < records.length; n += BATCH) yield batch(name, records.slice(n, n + BATCH))
    }
  }
}

/** Whether records of a table are only ever added. */
export const isLogIn =
  (manifest: Pick<Manifest, 'logs'>) =>
  (table: string): boolean =>
    table in logDefinitions || table in manifest.logs

/** Everything in a folder, in the shapes that it has there. @throws AppError `bad_config` that names what is missing or damaged. */
export async function* readRaw(place: Place, manifest: Manifest): AsyncIterable<DumpBatch> {
  const tables = new RawTables(isLogIn(manifest))
  for (const whole of Object.values(manifest.shards)) {
    const { collection, records } = await readShard(place.folder, whole, place.files)
    for (const record of records) tables.put(collection, record)
  }
  await replayJournals(place, manifest, line => tables.replay(line))
  for (const [name, segments] of Object.entries(manifest.logs)) {
    for (const { file, index } of segments) {
      const decoded = decodeIndex((await readWhole(place.folder, index, place.files)).toString())
      if (decoded === undefined) throw badFile(join(place.folder, index.file), 'it is not an index')
      const segment = new LogSegment(join(place.folder, file), 0, decoded, {}, place.files)
      for await (const records of segment.all()) yield batch(name, records)
    }
  }
  yield* tables.batches()
}

const batch = (name: string, records: readonly StoredRecord[]): DumpBatch => ({
  table: name as DumpBatch['table'],
  records,
})
