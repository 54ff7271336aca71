import { join } from 'node:path'
import { AppError } from '../../../errors.ts'
import { makePrivateFolder } from '../../folder.ts'
import type { DumpBatch } from '../../store.ts'
import type { StoredRecord } from '../definitions.ts'
import { takenId } from '../faults.ts'
import type { CollectionTable } from '../memory/collection-table.ts'
import type { LogTable } from '../memory/log-table.ts'
import { sealRecord } from '../memory/record.ts'
import { SharedText } from '../memory/shared-text.ts'
import { Tables } from '../memory/tables.ts'
import type { DiskOptions } from './folder.ts'
import { journalName } from './journal.ts'
import { highestNumber, journalNumber, leftovers } from './leftovers.ts'
import { emptyManifest, type Manifest, publishManifest, stageManifest } from './manifest.ts'
import { Shards } from './shards.ts'
import { writeSegment, writeSnapshot } from './snapshot.ts'

/** What becomes of a record that cannot be taken; throws when nothing may be left out. */
export type OnUnfit = (table: string, record: StoredRecord, error: Error) => void

export type FillOptions = Pick<DiskOptions, 'folder' | 'files' | 'shape'>

interface Filled {
  readonly manifest: Manifest
  /** How many records each table has. */
  readonly counts: Readonly<Record<string, number>>
}

const SEGMENT = 10_000

/**
 * Replaces everything in a folder by these records: one snapshot that counts as soon as its manifest is in place.
 * What the folder held before is not read; a throw leaves it as it was.
 */
export async function fillLowdb(
  options: FillOptions,
  batches: AsyncIterable<DumpBatch>,
  onUnfit: OnUnfit,
): Promise<Filled> {
  const { folder, files } = options
  await makePrivateFolder(folder)
  const there = await files.list(folder)
  const filling = new Filling(options, highestNumber(there) + 1, onUnfit)
  const journal = Math.max(0, ...there.flatMap(file => journalNumber(file) ?? [])) + 1
  for await (const { table, records } of batches) await filling.take(table, records)
  const { manifest, counts } = await filling.finish(journal)
  await (await files.grow(join(folder, journalName(journal)), 0)).close()
  await stageManifest(folder, manifest, files)
  await publishManifest(folder, files)
  for (const file of leftovers(await files.list(folder), manifest)) await files.remove(join(folder, file))
  return { manifest, counts }
}

/** Records on their way into a snapshot: collections in memory, logs to their segments as they come. */
class Filling {
  readonly #options: FillOptions
  readonly #onUnfit: OnUnfit
  readonly #tables = new Tables()
  readonly #texts = new SharedText()
  readonly #shards = new Shards(this.#tables)
  readonly #logs: Record<string, Manifest['logs'][string]> = {}
  readonly #waiting = new Map<LogTable, StoredRecord[]>()
  readonly #logIds = new Map<LogTable, Set<string>>()
  #generation: number

  constructor(options: FillOptions, generation: number, onUnfit: OnUnfit) {
    this.#options = options
    this.#generation = generation
    this.#onUnfit = onUnfit
  }

  async take(name: string, records: readonly StoredRecord[]): Promise<void> {
    const collection = this.#tables.collections.get(name)
    const log = this.#tables.logs.get(name)
    for (const record of records) {
      try {
        if (collection !== undefined) this.#insert(collection, record)
        else if (log !== undefined) this.#append(log, record)
        else throw new AppError('invalid_input', `There is no collection ${JSON.stringify(name)}.`)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        this.#onUnfit(name, record, error)
      }
    }
    if (log !== undefined && (this.#waiting.get(log)?.length ?? 0) >= SEGMENT) await this.#writeSegment(log)
  }

  async finish(journal: number): Promise<Filled> {
    for (const log of this.#waiting.keys()) await this.#writeSegment(log)
    const base = { ...emptyManifest(this.#options.shape), generation: ++this.#generation, journal, logs: this.#logs }
    const work = { at: 0, shards: this.#shards.takeChanged(), logs: [] }
    const { manifest } = await writeSnapshot(this.#options, base, work)
    return { manifest, counts: this.#tables.counts() }
  }

  #insert(table: CollectionTable, record: StoredRecord): void {
    const row = table.makeRow(sealRecord(table.name, table.definition.schema, record, this.#texts), 0)
    table.assertFree(row, 0)
    table.assertUnique(row, table.keysOf(row), 0)
    table.load(row)
    this.#shards.place({ table: table.name, before: undefined, after: row }, JSON.stringify(record).length)
  }

  #append(log: LogTable, record: StoredRecord): void {
    const sealed = sealRecord(log.name, log.definition.schema, record, this.#texts)
    const ids = this.#logIds.get(log) ?? new Set()
    if (ids.has(sealed.id)) throw takenId(sealed.id, log.name)
    this.#logIds.set(log, ids.add(sealed.id))
    const waiting = this.#waiting.get(log)
    if (waiting === undefined) this.#waiting.set(log, [sealed])
    else waiting.push(sealed)
    log.durableSize++
  }

  async #writeSegment(log: LogTable): Promise<void> {
    const records = this.#waiting.get(log) ?? []
    if (records.length === 0) return
    this.#waiting.set(log, [])
    const { entry } = await writeSegment(this.#options, log, `${log.name}.${++this.#generation}`, records, 0)
    this.#logs[log.name] = [...(this.#logs[log.name] ?? []), entry]
  }
}
