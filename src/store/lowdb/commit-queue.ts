import { setImmediate as turn } from 'node:timers/promises'
import { Pacer } from '../../scheduling/pacer.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { Disk } from './disk/folder.ts'
import { failureReason, notDurableError } from './errors.ts'
import type { Tables } from './memory/tables.ts'
import type { RunningTransaction } from './running-transaction.ts'

interface Waiting {
  readonly unit: RunningTransaction
  readonly settled: Deferred
}

interface Hooks {
  /** A unit is durable, and readers see it. */
  readonly onDurable: (unit: RunningTransaction) => void
  /** Units failed; whatever runs on top of them has to go before they are undone. */
  readonly onFailure: (error: Error) => void
  /** A snapshot could not be written; nothing is lost by that. */
  readonly onTrouble: (error: unknown) => void
}

/** No more transactions go into one line of the journal when it is so long, in UTF-16 units. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/** How long a disk that refused is left alone before it is tried without a transaction that asks for it, in milliseconds. */
const RETRY_AFTER_MS = 5_000

/** Makes units durable in their order: those that arrive while the disk is busy go together in its next commit. */
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
  /** What is done about durable writes while nobody waits for it, in the order of the commits. */
  #settling: Promise<void> = Promise.resolve()
  /** How many commits are not settled. */
  #unsettled = 0

  constructor(disk: Disk, tables: Tables, hooks: Hooks) {
    this.#disk = disk
    this.#tables = tables
    this.#hooks = hooks
    if (disk.isSnapshotDue) this.#running = this.#run()
  }

  /** Why the newest commit failed; undefined when it did not. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** Resolves when everything that was added so far is durable; rejects when that failed. */
  get settled(): Promise<void> {
    return this.#newest
  }

  add(unit: RunningTransaction): void {
    const settled = createDeferred()
    this.#waiting.push({ unit, settled })
    this.#newest = settled.promise
    this.#running ??= this.#run()
  }

  /** Has a snapshot made, however little there is to write. */
  askForSnapshot(): void {
    this.#disk.requestSnapshot()
    this.#running ??= this.#run()
  }

  /** Finishes what is under way, whatever becomes of it, and tries nothing more. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#healing)
    await this.#running
    await this.#settling
    if (this.#isSnapshotDue) await this.#disk.beginSnapshot(this.#hooks.onTrouble)
  }

  async #run(): Promise<void> {
    do {
      // Whoever was woken by the commit before writes again in this turn: together they need one line of the journal, not two.
      await turn()
      if (this.#isSnapshotDue) await this.#disk.beginSnapshot(this.#hooks.onTrouble)
      const batch = this.#waiting.splice(0, this.#batchSize())
      if (batch.length > 0 || this.#failure !== undefined) await this.#commit(batch)
    } while (this.#waiting.length > 0 || this.#isSnapshotDue)
    this.#running = undefined
  }

  /** How many of those that wait go into the next line. */
  #batchSize(): number {
    let length = 0
    const beyond = this.#waiting.findIndex(
      ({ unit }) => (length += unit.apart === undefined ? unit.length : 0) > MAX_LINE_LENGTH,
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
    for (const { unit, settled } of batch) {
      this.#tables.publish(unit)
      this.#hooks.onDurable(unit)
      settled.resolve()
    }
    this.#unsettled++
    this.#settling = this.#settling.then(() => this.#settle(batch))
  }

  /** Notes what the next snapshot has to write, and clears away what was replaced. */
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

  /** A snapshot writes what is noted. */
  get #isSnapshotDue(): boolean {
    return this.#unsettled === 0 && this.#disk.isSnapshotDue
  }

  /** What the others did was done on top of these writes: all go, newest first. */
  #fail(batch: readonly Waiting[], cause: unknown): void {
    this.#failure = failureReason(cause)
    const error = notDurableError(this.#failure, cause)
    const lost = [...batch, ...this.#waiting.splice(0)]
    this.#hooks.onFailure(error)
    for (const { unit } of lost.toReversed()) unit.undo()
    this.#newest = Promise.resolve()
    for (const { settled } of lost) settled.reject(error)
    this.#settling = this.#settling.then(() => this.#disk.discard(lost.map(({ unit }) => unit)))
    this.#tryLater()
  }

  /** The disk refused what is no commit: the status says so until it takes a line of the journal again. */
  noteFailure(cause: unknown): void {
    this.#failure = failureReason(cause)
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
