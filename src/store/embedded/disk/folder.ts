import { join } from 'node:path'
import { notDurableError } from '../../engine/errors.ts'
import type { StoreFigures } from '../../store.ts'
import { damagedFileError, failureReason } from '../errors.ts'
import type { LogTable } from '../memory/log-table.ts'
import type { Tables } from '../memory/tables.ts'
import type { Write } from '../memory/write.ts'
import { migrateFolder } from './bulk/migrate.ts'
import { findLeftovers, isStoreFile } from './file-names.ts'
import { encodeLine, type JournalUnit, type TransactionFileRef } from './journal/line.ts'
import { TransactionFiles } from './journal/transaction-file.ts'
import { Journal, journalName } from './journal/writer.ts'
import { applyJournalLine, applyJournals, type JournalEnd, loadSnapshot } from './load.ts'
import type { LogSegment } from './log/segment.ts'
import type { DiskOptions } from './options.ts'
import { withReportedReads } from './reported-reads.ts'
import {
  emptyManifest,
  type Manifest,
  manifestPath,
  publishManifest,
  readManifest,
  removeSegments,
  STAGED_MANIFEST_NAME,
  snapshotBytes,
  stageManifest,
} from './snapshot/manifest.ts'
import { Shards } from './snapshot/shards.ts'
import { writeSnapshot } from './snapshot/write.ts'

/**
 * The folder of the embedded engine: a snapshot, and journals of later commits. A commit is one journal line; long transactions are in files that are written
 * before it.
 * Snapshots are written in the background. Until the manifest names the new one, the previous one and all later journals stay.
 */
export class Disk {
  readonly #options: DiskOptions
  readonly #tables: Tables
  readonly #shards: Shards
  readonly #journal: Journal
  readonly #transactions: TransactionFiles
  /** Files of failed transactions, kept while a journal line could name them. */
  #failed: readonly string[] = []
  #manifest: Manifest
  #snapshotBytes: number
  #generation: number
  #seq: number
  /** Bytes added to the journals since the last snapshot began. */
  #grown: number
  /** Whether a snapshot was requested, independent of the size of the journals. */
  #isWanted = false
  /** The running work that replaces the manifest: one snapshot or trim at a time. */
  #underWay: Promise<void> | undefined
  /** Whether it is unknown, after a failure, which manifest is on disk. The files of both are kept. */
  #isUncertain = false
  readonly #snapshots = { written: 0, failed: 0, seconds: 0 }

  private constructor(
    options: DiskOptions,
    manifest: Manifest,
    end: JournalEnd,
    tables: Tables,
    shards: Shards,
    transactions: TransactionFiles,
  ) {
    this.#options = options
    this.#tables = tables
    this.#shards = shards
    this.#manifest = manifest
    this.#snapshotBytes = snapshotBytes(manifest)
    this.#generation = manifest.generation
    this.#seq = end.seq
    this.#grown = end.totalBytes
    this.#journal = new Journal(options.folder, options.files, end)
    this.#transactions = transactions
  }

  /** Opens the folder and loads the tables. @throws AppError `bad_config` with the missing or damaged file. */
  static async open(given: DiskOptions, tables: Tables): Promise<Disk> {
    const options = { ...given, files: withReportedReads(given.files, given.report) }
    const { folder, files, shape } = options
    await files.makeFolder(folder)
    let manifest = (await readManifest(folder, files)) ?? (await createStoreFolder(options))
    if (manifest.shape !== shape) manifest = await migrateFolder(given, manifest)
    const shards = new Shards(tables)
    await loadSnapshot({ folder, files }, manifest, tables, shards)
    const end = await applyJournals({ folder, files }, manifest, (operations, path) =>
      applyJournalLine(operations, { tables, shards, path }),
    )
    if (end.tornBytes > 0) {
      const place = `${journalName(end.number)}, byte ${end.bytes}`
      options.report({
        message: `removed an incomplete commit: ${end.tornBytes} bytes at ${place}`,
      })
    }
    const transactions = new TransactionFiles(options, await files.list(folder), end.named)
    return new Disk(options, manifest, end, tables, shards, transactions)
  }

  /** Whether a transaction gets its own file. `length` is in UTF-16 units of JSON. */
  isLong(length: number): boolean {
    return length >= this.#options.longTransaction
  }

  /** Writes a long transaction to its own file. It counts once a journal line names it. @throws the system's error. */
  writeTransactionFile(writes: readonly Write[]): Promise<TransactionFileRef> {
    return this.#transactions.write(writes)
  }

  /** Makes transactions durable, all or none. Pass their writes to `noteWrite` before the next snapshot. */
  async commit(units: readonly JournalUnit[]): Promise<void> {
    const line = await encodeLine({ seq: this.#seq + 1, shape: this.#options.shape }, units)
    await this.#journal.append(line)
    this.#seq++
    for (const piece of line) this.#grown += piece.length
    for (const { transactionFile } of units) {
      if (transactionFile === undefined) continue
      this.#transactions.nameIn(this.#journal.number, transactionFile.file.file)
      this.#grown += transactionFile.file.bytes
    }
    if (this.#failed.length > 0) await this.discard([])
  }

  /** Marks a durable write for the next snapshot. */
  noteWrite(write: Write): void {
    this.#shards.place(write, write.text.length)
  }

  /** Removes files of failed transactions, once no journal line can name them. */
  async discard(units: readonly JournalUnit[]): Promise<void> {
    this.#failed = [...this.#failed, ...units.flatMap(({ transactionFile }) => transactionFile?.file.file ?? [])]
    if (this.#journal.isBroken) return
    const failed = this.#failed
    this.#failed = []
    for (const file of failed) await this.#transactions.remove(file)
  }

  /** Snapshots since the store was opened, and the sizes of the journals and of the last snapshot. */
  get figures(): Pick<StoreFigures, 'journal' | 'snapshots'> {
    return { journal: { bytes: this.#grown }, snapshots: { ...this.#snapshots, bytes: this.#snapshotBytes } }
  }

  /** Whether the journals are large enough for a snapshot, and none is being written. */
  get isSnapshotDue(): boolean {
    if (this.#underWay !== undefined) return false
    return this.#isWanted || this.#grown >= Math.max(this.#options.journalBytes, this.#snapshotBytes / 4)
  }

  /** Requests a snapshot. A running one may be too old, so another one follows it. */
  requestSnapshot(): void {
    this.#isWanted = true
  }

  /**
   * Starts a snapshot of the durable state; call between two commits. Resolves once the next journal is started.
   * If the snapshot fails, calls `onFailure` and keeps the journals. The next one is due when they have grown as much again.
   */
  async beginSnapshot(onFailure: (error: unknown) => void): Promise<void> {
    this.#grown = 0
    this.#isWanted = false
    const turned = this.#turnJournal()
    // The snapshot contains everything in the old journal, and no later commit.
    this.#occupy(turned.then(() => this.#writeSnapshot()).catch(onFailure))
    await turned.catch(() => undefined)
  }

  /**
   * Removes the oldest segments of a log. Resolves when the manifest no longer names them. Their files are removed when no read uses them: now, or with a later
   * trim or snapshot.
   * @throws AppError `store_unavailable`; then the segments stay.
   */
  async trim(log: LogTable, segments: readonly LogSegment[]): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay
    const trimmed = this.#trim(log, segments)
    this.#occupy(trimmed.catch(() => undefined))
    await trimmed
  }

  /** Finishes the running snapshot first, so that the next start reads less. */
  async close(): Promise<void> {
    await this.#underWay
    await this.#journal.close()
  }

  #occupy(work: Promise<void>): void {
    this.#underWay = work.finally(() => {
      this.#underWay = undefined
    })
  }

  async #turnJournal(): Promise<void> {
    const closing = { seq: this.#seq + 1, shape: this.#options.shape, next: this.#journal.number + 1 }
    await this.#journal.turn(await encodeLine(closing, []))
    this.#seq++
  }

  async #trim(log: LogTable, segments: readonly LogSegment[]): Promise<void> {
    if (segments.length > 0) {
      const files = new Set(segments.map(({ file }) => file))
      const records = segments.reduce((sum, { count }) => sum + count, 0)
      try {
        await this.#publish(removeSegments(this.#manifest, { log: log.name, files, records }))
      } catch (error) {
        throw notDurableError(failureReason(error), error)
      }
      log.dropOldest(segments.length)
    }
    await this.sweep().catch(() => undefined)
  }

  async #publish(manifest: Manifest): Promise<void> {
    const { folder, files } = this.#options
    await stageManifest(folder, manifest, files)
    this.#isUncertain = true
    await publishManifest(folder, files)
    this.#isUncertain = false
    this.#manifest = manifest
  }

  async #writeSnapshot(): Promise<void> {
    const { folder, files } = this.#options
    const { version } = this.#options
    const generation = ++this.#generation
    const head = { generation, seq: this.#seq, journal: this.#journal.number, dragoman_version: version }
    const shards = this.#shards.takeChanged()
    const pin = this.#tables.pin()
    const began = performance.now()
    try {
      const work = { view: pin.view, shards, logs: this.#tables.logs.values() }
      const { manifest, adopt } = await writeSnapshot({ folder, files }, { ...this.#manifest, ...head }, work)
      await this.#publish(manifest)
      this.#snapshotBytes = snapshotBytes(manifest)
      adopt()
      this.#snapshots.written++
      this.#snapshots.seconds += (performance.now() - began) / 1000
    } catch (error) {
      this.#snapshots.failed++
      this.#shards.markChanged(shards)
      throw error
    } finally {
      pin.release()
      // A leftover file only takes space: the next snapshot or start removes it.
      await this.sweep().catch(() => undefined)
    }
  }

  /** Removes unused files, to free space. Must not run while a new journal is created. */
  async sweep(): Promise<void> {
    if (this.#isUncertain) return
    const { folder, files } = this.#options
    const stale = findLeftovers(await files.list(folder), this.#manifest, this.#journal.number)
    for (const file of stale) if (!this.#isRead(file)) await files.remove(join(folder, file))
    this.#transactions.forgetBefore(this.#manifest.journal)
  }

  #isRead(file: string): boolean {
    if (this.#transactions.isNeeded(file, this.#manifest.journal)) return true
    for (const { filesInUse } of this.#tables.logs.values()) if (filesInUse.includes(file)) return true
    return false
  }
}

/** Creates an empty store. @throws AppError `bad_config` when store files exist, but no manifest. */
async function createStoreFolder({ folder, files, shape, version }: DiskOptions): Promise<Manifest> {
  for (const file of (await files.list(folder)).filter(isStoreFile)) {
    const size = await files.size(join(folder, file))
    if (file !== STAGED_MANIFEST_NAME && size !== 0)
      throw damagedFileError(manifestPath(folder), `it is missing, but ${file} exists`)
  }
  const manifest = emptyManifest({ shape, version })
  const journal = await files.grow(join(folder, journalName(manifest.journal)), 0)
  await journal.close()
  await stageManifest(folder, manifest, files)
  await publishManifest(folder, files)
  return manifest
}
