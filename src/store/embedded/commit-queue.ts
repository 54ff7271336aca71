import { setImmediate as turn } from 'node:timers/promises'
import { Pacer } from '../../scheduling/pacer.ts'
import { notDurableError } from '../engine/errors.ts'
import type { StoreFigures } from '../store.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { Disk } from './disk/folder.ts'
import { failureReason } from './errors.ts'
import type { Tables } from './memory/tables.ts'
import type { RunningTransaction } from './running-transaction.ts'

interface Waiting {
  readonly unit: RunningTransaction
  readonly settled: Deferred
}

interface Hooks {
  /** Called when a transaction is durable and visible to readers. */
  readonly onDurable: (unit: RunningTransaction) => void
  /** Called when commits failed, before they are undone. Running transactions may depend on them and must be undone first. */
  readonly onFailure: (error: Error) => void
  /** Called when a snapshot could not be written. No data is lost. */
  readonly onTrouble: (error: unknown) => void
}

/** Maximum length of a journal line, in UTF-16 units. A longer transaction gets its own line. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/** Milliseconds until a failed disk is tried again. A new transaction tries it sooner. */
const RETRY_AFTER_MS = 5_000

/** Makes transactions durable, in order. Transactions that arrive while the disk is busy share the next commit. */
export class CommitQueue {
  readonly #disk: Disk
  readonly #tables: Tables
  readonly #hooks: Hooks
  #waiting: Waiting[] = []
  #newest: Promise<void> = Promise.resolve()
  #running: Promise<void> | undefined
  #failure: string | undefined
  #healing: NodeJS.Timeout | undefined
  #isClosing = false
  #commits = 0
  #failures = 0
  /** The background work after each commit (`#settle`), in commit order. */
  #settling: Promise<void> = Promise.resolve()
  /** Commits whose `#settle` is not finished. */
  #unsettled = 0

  constructor(disk: Disk, tables: Tables, hooks: Hooks) {
    this.#disk = disk
    this.#tables = tables
    this.#hooks = hooks
    if (disk.isSnapshotDue) this.#running = this.#run()
  }

  /** Why the last write failed; undefined if it succeeded. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** Totals since the store was opened, and the length of the queue. */
  get figures(): Pick<StoreFigures, 'commits' | 'failures' | 'waiting'> {
    return { commits: this.#commits, failures: this.#failures, waiting: this.#waiting.length }
  }

  /** Resolves when all added transactions are durable; rejects if that fails. */
  get settled(): Promise<void> {
    return this.#newest
  }

  add(unit: RunningTransaction): void {
    const settled = createDeferred()
    this.#waiting.push({ unit, settled })
    this.#newest = settled.promise
    this.#running ??= this.#run()
  }

  /** Requests a snapshot, even if the journals hardly grew. */
  askForSnapshot(): void {
    this.#disk.requestSnapshot()
    this.#running ??= this.#run()
  }

  /** Finishes the running commit and snapshot, even if they fail. Does not retry. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#healing)
    await this.#running
    await this.#settling
    if (this.#isSnapshotDue) await this.#disk.beginSnapshot(this.#hooks.onTrouble)
  }

  async #run(): Promise<void> {
    do {
      // Transactions that waited for the last commit write again at once: one journal line for all is cheaper than two.
      await turn()
      if (this.#isSnapshotDue) await this.#disk.beginSnapshot(this.#hooks.onTrouble)
      const batch = this.#waiting.splice(0, this.#batchSize())
      if (batch.length > 0 || this.#failure !== undefined) await this.#commit(batch)
    } while (this.#waiting.length > 0 || this.#isSnapshotDue)
    this.#running = undefined
  }

  /** How many waiting transactions fit into the next line. */
  #batchSize(): number {
    let length = 0
    const beyond = this.#waiting.findIndex(
      ({ unit }) => (length += unit.transactionFile === undefined ? unit.length : 0) > MAX_LINE_LENGTH,
    )
    return beyond === -1 ? this.#waiting.length : Math.max(1, beyond)
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#disk.commit(batch.map(({ unit }) => unit))
    } catch (error) {
      this.#fail(batch, error)
      return
    }
    this.#failure = undefined
    this.#commits += batch.length
    for (const { unit, settled } of batch) {
      this.#tables.publish(unit)
      this.#hooks.onDurable(unit)
      settled.resolve()
    }
    this.#unsettled++
    this.#settling = this.#settling.then(() => this.#settle(batch))
  }

  /** Marks the writes for the next snapshot and removes the versions that they replaced. */
  async #settle(batch: readonly Waiting[]): Promise<void> {
    const pace = new Pacer()
    for (const { unit } of batch) {
      for (const write of unit.writes) {
        if (pace.shouldYield) await pace.yieldNow()
        this.#disk.noteWrite(write)
        this.#tables.settle(write)
      }
    }
    this.#unsettled--
    if (this.#isSnapshotDue && !this.#isClosing) this.#running ??= this.#run()
  }

  /** Only settled writes are marked for a snapshot, so it must wait until all commits are settled. */
  get #isSnapshotDue(): boolean {
    return this.#unsettled === 0 && this.#disk.isSnapshotDue
  }

  /** Fails the batch and all waiting transactions, which may have read its writes. Undoes them, newest first. */
  #fail(batch: readonly Waiting[], cause: unknown): void {
    this.#failure = failureReason(cause)
    this.#failures++
    const error = notDurableError(this.#failure, cause)
    const lost = [...batch, ...this.#waiting.splice(0)]
    this.#hooks.onFailure(error)
    for (const { unit } of lost.toReversed()) unit.undo()
    this.#newest = Promise.resolve()
    for (const { settled } of lost) settled.reject(error)
    this.#settling = this.#settling.then(() => this.#disk.discard(lost.map(({ unit }) => unit)))
    this.#tryLater()
  }

  /** Records a failed write outside of a commit. The status reports it until a journal line is written again. */
  noteFailure(cause: unknown): void {
    this.#failure = failureReason(cause)
    this.#failures++
    this.#tryLater()
  }

  #tryLater(): void {
    clearTimeout(this.#healing)
    if (this.#isClosing) return
    this.#healing = setTimeout(() => {
      this.#running ??= this.#run()
    }, RETRY_AFTER_MS).unref()
  }
}
