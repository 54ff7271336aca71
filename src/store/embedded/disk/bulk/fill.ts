import { join } from 'node:path'
import type { StoredRecord } from '../../../engine/definitions.ts'
import type { DumpBatch } from '../../../store.ts'
import type { LogTable } from '../../memory/log-table.ts'
import { findHighestNumber, isStoreFile } from '../file-names.ts'
import { journalName } from '../journal/writer.ts'
import type { DiskOptions } from '../options.ts'
import { emptyManifest, type Manifest, publishManifest, stageManifest } from '../snapshot/manifest.ts'
import { Shards } from '../snapshot/shards.ts'
import { writeSegment, writeSnapshot } from '../snapshot/write.ts'
import { type ImportedRecord, type OnInvalidRecord, RecordImporter, refuseInvalid } from './importer.ts'

export interface FillOptions extends Pick<DiskOptions, 'folder' | 'files' | 'shape' | 'version'> {
  /** Numbers of trimmed records of the source's logs, so that existing cursors stay valid. */
  readonly trimmed?: Manifest['trimmed']
}

interface FillResult {
  readonly manifest: Manifest
  /** Number of records per table. */
  readonly counts: Readonly<Record<string, number>>
}

const SEGMENT_RECORDS = 10_000

/**
 * Replaces all records of a folder by one snapshot, which is valid once its manifest is in place. Does not read the previous content; an error leaves it
 * unchanged.
 */
export async function fillLowdb(
  options: FillOptions,
  batches: AsyncIterable<DumpBatch>,
  onInvalid: OnInvalidRecord = refuseInvalid,
): Promise<FillResult> {
  const { folder, files } = options
  await files.makeFolder(folder)
  const there = await files.list(folder)
  const filling = new Filler(options, findHighestNumber(there), onInvalid)
  const journal = findHighestNumber(there) + 1
  let mayCount = false
  try {
    for await (const { table, records } of batches) await filling.add(table, records)
    const filled = await filling.finish(journal)
    await (await files.grow(join(folder, journalName(journal)), 0)).close()
    await stageManifest(folder, filled.manifest, files)
    mayCount = true
    await publishManifest(folder, files)
    await removeFiles(there.filter(isStoreFile), options)
    return filled
  } catch (error) {
    if (!mayCount) await removeFiles(await listNewFiles(there, options), options)
    throw error
  }
}

/** Removes files. One that stays only takes space: the next start removes it. */
async function removeFiles(names: readonly string[], { folder, files }: FillOptions): Promise<void> {
  for (const name of names) await files.remove(join(folder, name)).catch(() => undefined)
}

async function listNewFiles(before: readonly string[], { folder, files }: FillOptions): Promise<readonly string[]> {
  return (await files.list(folder)).filter(file => isStoreFile(file) && !before.includes(file))
}

/** Collects the records of a snapshot: collections in memory, logs in segments that are written at once. */
class Filler {
  readonly #options: FillOptions
  readonly #importer: RecordImporter
  readonly #shards: Shards
  readonly #logs: Record<string, Manifest['logs'][string]> = {}
  readonly #waiting = new Map<LogTable, StoredRecord[]>()
  #generation: number

  /** New file names have numbers above `above`, so that no file is mistaken for one of the previous store. */
  constructor(options: FillOptions, above: number, onInvalid: OnInvalidRecord) {
    this.#options = options
    this.#importer = new RecordImporter(onInvalid)
    this.#shards = new Shards(this.#importer.tables, above)
    this.#generation = above
  }

  async add(name: string, records: readonly StoredRecord[]): Promise<void> {
    for (const record of records) {
      const imported = this.#importer.add(name, record)
      if (imported !== undefined) this.#sort(imported)
    }
    for (const [log, waiting] of this.#waiting) if (waiting.length >= SEGMENT_RECORDS) await this.#writeSegment(log)
  }

  async finish(journal: number): Promise<FillResult> {
    for (const log of this.#waiting.keys()) await this.#writeSegment(log)
    const { trimmed } = this.#options
    const head = { generation: ++this.#generation, journal, logs: this.#logs }
    const base = { ...emptyManifest(this.#options), ...head, ...(trimmed !== undefined && { trimmed }) }
    const work = { view: { at: 0 }, shards: this.#shards.takeChanged(), logs: [] }
    const { manifest } = await writeSnapshot(this.#options, base, work)
    return { manifest, counts: this.#importer.tables.counts() }
  }

  #sort(imported: ImportedRecord): void {
    if ('row' in imported) {
      const { collection, row } = imported
      const bytes = JSON.stringify(row.record).length
      this.#shards.place({ table: collection.name, before: undefined, after: row }, bytes)
    } else {
      const waiting = this.#waiting.get(imported.log) ?? []
      waiting.push(imported.record)
      this.#waiting.set(imported.log, waiting)
    }
  }

  async #writeSegment(log: LogTable): Promise<void> {
    const records = this.#waiting.get(log) ?? []
    if (records.length === 0) return
    this.#waiting.set(log, [])
    const { entry } = await writeSegment(this.#options, log, `${log.name}.${++this.#generation}`, records, 0)
    this.#logs[log.name] = [...(this.#logs[log.name] ?? []), entry]
  }
}
