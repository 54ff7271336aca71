import { dirname } from 'node:path'
import type { AppError } from '../../errors.ts'
import {
  moveRunningError,
  notDurableError,
  storeClosedError,
  storeMovedError,
  writesStoppedError,
} from '../engine/errors.ts'
import { Listeners } from '../engine/listeners.ts'
import { Locks } from '../engine/locks.ts'
import { checksumDump, type KnownHashes } from '../move/checksum.ts'
import { markFolder } from '../move/folder-marks.ts'
import type { LogName } from '../records/schema.ts'
import type {
  Change,
  Dump,
  Reader,
  Store,
  StoreExport,
  StoreFigures,
  StoreStatus,
  Transaction,
  TransactionOptions,
} from '../store.ts'
import { CommitQueue } from './commit-queue.ts'
import { createDeferred } from './deferred.ts'
import { Disk } from './disk/folder.ts'
import type { LogSegment } from './disk/log/segment.ts'
import type { DiskOptions } from './disk/options.ts'
import { dumpTables } from './dump.ts'
import { failureReason } from './errors.ts'
import type { LogTable } from './memory/log-table.ts'
import { WriteConflictError } from './memory/stamp.ts'
import { Tables } from './memory/tables.ts'
import { createReader } from './reader.ts'
import { RunningTransaction } from './running-transaction.ts'
import { LocalSharedState } from './shared-state.ts'

/**
 * Opens the embedded engine on a folder that this process holds.
 * @throws AppError `bad_config` when something in the folder is missing or damaged.
 */
export async function openLowdb(options: DiskOptions): Promise<Store> {
  const tables = new Tables()
  const disk = await Disk.open(options, tables)
  await disk.sweep().catch((error: unknown) => {
    options.report({ message: 'removing files of an earlier process from the store failed', error })
  })
  return new LowdbStore(disk, tables, options)
}

/** The function that a caller passes to `transaction`. */
type Work<T> = (tx: Transaction) => Promise<T>

/** The result of a transaction. `getResult` returns or throws it once `settled` resolves: when all data that the transaction saw is durable. */
interface Outcome<T> {
  readonly getResult: () => T
  readonly settled: Promise<void>
}

/** A write conflict. `conflictEnded` resolves when the transaction that caused it has ended. */
interface Conflict {
  readonly conflictEnded: Promise<void>
}

/**
 * Transactions of one lock run one after the other, different locks run in parallel (locks.ts). A transaction sees all completed ones, and completes
 * atomically. Readers outside of transactions see only durable data.
 */
class LowdbStore implements Store {
  readonly read: Reader
  readonly shared = new LocalSharedState()
  readonly #shape: number
  readonly #folder: string
  readonly #tables: Tables
  readonly #disk: Disk
  readonly #queue: CommitQueue
  readonly #locks = new Locks()
  readonly #listeners = new Listeners()
  /** Oldest first. */
  readonly #running = new Set<RunningTransaction>()
  /** Pending while a transaction runs its last check. No other transaction completes meanwhile. */
  #checking: Promise<void> | undefined
  #trimming: Promise<unknown> = Promise.resolve()
  #isDeparting = false
  /** The error of writes during the end of a move, and after it. */
  #stop: AppError | undefined
  #closing: Promise<void> | undefined

  constructor(disk: Disk, tables: Tables, { shape, folder, report }: DiskOptions) {
    this.#shape = shape
    this.#folder = folder
    this.#tables = tables
    this.#disk = disk
    this.#queue = new CommitQueue(disk, tables, {
      onDurable: unit => {
        if (!this.#listeners.isEmpty) this.#listeners.notify(unit.changes())
      },
      onFailure: error => this.#abandon(error),
      onTrouble: error => report({ message: 'writing a snapshot of the store failed', error }),
    })
    this.read = createReader(tables, () => this.#assertOpen())
  }

  async transaction<T>(work: Work<T>, options: TransactionOptions = {}): Promise<T> {
    this.#assertOpen()
    const { getResult, settled } = await this.#locks.enter(options, () => this.#run(work, options))
    await settled
    return getResult()
  }

  async trim(name: LogName, before: string): Promise<number> {
    this.#assertOpen()
    const log = this.#tables.logs.get(name)
    const trimmed = this.#trimming.then(() => (log === undefined ? 0 : this.#trim(log, before)))
    this.#trimming = trimmed.catch(() => undefined)
    return trimmed
  }

  watch(listener: (changes: readonly Change[]) => void): () => void {
    this.#assertOpen()
    return this.#listeners.add(listener)
  }

  async status(): Promise<StoreStatus> {
    const reason = this.#closing === undefined ? (this.#stopReason ?? this.#queue.failure) : 'the store is closed'
    return {
      engine: 'lowdb',
      shape: this.#shape,
      writable: reason === undefined,
      ...(reason !== undefined && { reason }),
      counts: this.#tables.counts(),
    }
  }

  figures(): StoreFigures {
    return { ...this.#queue.figures, ...this.#disk.figures, records: this.#tables.counts() }
  }

  async dump(): Promise<Dump> {
    this.#assertOpen()
    return dumpTables(this.#tables)
  }

  async depart(): Promise<StoreExport> {
    this.#assertOpen()
    if (this.#isDeparting) throw moveRunningError()
    this.#isDeparting = true
    await this.#trimming
    let isComplete = false
    const known: KnownHashes = new WeakMap()
    return {
      stopWrites: async () => {
        this.#stop = writesStoppedError()
        // Those that failed are undone.
        await this.#queue.settled.catch(() => undefined)
      },
      renew: async () => undefined,
      checksums: async () => checksumDump(await this.dump(), known),
      complete: async mark => {
        await markFolder(dirname(this.#folder), { departure: mark })
        isComplete = true
        this.#stop = storeMovedError()
      },
      end: async () => {
        if (isComplete) return
        this.#stop = undefined
        this.#isDeparting = false
      },
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#locks.idle()
    await this.#trimming
    await this.#queue.close()
    await this.#disk.close()
    this.#listeners.clear()
  }

  /** Records that are not in a segment can only be trimmed later. If the writes are too few to trigger a snapshot, this requests one. */
  async #trim(log: LogTable, before: string): Promise<number> {
    if (this.#isDeparting) return 0
    const old: LogSegment[] = []
    for await (const segment of log.oldSegments(before)) {
      this.#assertOpen()
      old.push(segment)
    }
    await this.#disk.trim(log, old)
    if (log.hasOlderInMemory(before, this.#tables.durable) && this.#closing === undefined) this.#queue.askForSnapshot()
    return old.reduce((sum, { count }) => sum + count, 0)
  }

  async #run<T>(work: Work<T>, { check }: TransactionOptions): Promise<Outcome<T>> {
    for (;;) {
      const unit = new RunningTransaction(this.#tables)
      this.#running.add(unit)
      const answer = await attempt(() => work(unit.transaction))
      const outcome = await this.#finish(unit, await this.#writeApart(unit, answer), check)
      if (!('conflictEnded' in outcome)) return outcome
      await outcome.conflictEnded
    }
  }

  /** Writes a long transaction to its own file before it completes. The next commits then wait only for a short journal line. */
  async #writeApart<T>(unit: RunningTransaction, answer: Attempt<T>): Promise<Attempt<T>> {
    if (answer.threw || unit.refusal !== undefined || !this.#disk.isLong(unit.length)) return answer
    try {
      unit.transactionFile = await this.#disk.writeTransactionFile(unit.writes)
      return answer
    } catch (error) {
      this.#queue.noteFailure(error)
      return { threw: true, getResult: () => rethrow(notDurableError(failureReason(error), error)) }
    }
  }

  /** Completes a transaction, or undoes it. */
  async #finish<T>(
    unit: RunningTransaction,
    worked: Attempt<T>,
    check: TransactionOptions['check'],
  ): Promise<Outcome<T> | Conflict> {
    while (this.#checking !== undefined) await this.#checking
    // Only one transaction passes the line above until its check ends. Without a check, no other code runs before completion.
    let { threw, getResult } = worked
    if (!threw && unit.refusal === undefined && check !== undefined) {
      const checking = attempt(() => check(unit.transaction))
      const gate = createDeferred()
      this.#checking = gate.promise
      const checked = await checking
      this.#checking = undefined
      gate.resolve()
      if (checked.threw) ({ threw, getResult } = checked)
    }
    if (threw || unit.refusal !== undefined) return this.#takeBack(unit, getResult)
    const stop = this.#stop
    if (stop !== undefined && unit.writes.length > 0) return this.#takeBack(unit, () => rethrow(stop))
    return this.#complete(unit, getResult)
  }

  get #stopReason(): string | undefined {
    return this.#stop?.message.replace(/^.*: |\.$/g, '')
  }

  #complete<T>(unit: RunningTransaction, getResult: () => T): Outcome<T> {
    unit.markReturned()
    this.#running.delete(unit)
    unit.complete()
    if (unit.writes.length > 0) this.#queue.add(unit)
    return { getResult, settled: this.#queue.settled }
  }

  async #takeBack<T>(unit: RunningTransaction, getResult: () => T): Promise<Outcome<T> | Conflict> {
    unit.markReturned()
    const { refusal: ended } = unit
    const met =
      ended instanceof WriteConflictError ? [...this.#running].find(({ stamp }) => stamp === ended.other) : undefined
    const { settled } = this.#queue
    await unit.undoInSteps()
    await this.#disk.discard([unit])
    this.#running.delete(unit)
    if (ended instanceof WriteConflictError) return { conflictEnded: met?.ended ?? Promise.resolve() }
    return ended === undefined
      ? { getResult, settled }
      : { getResult: () => rethrow(ended), settled: Promise.resolve() }
  }

  /** Fails all running transactions: they may have read writes that did not become durable. */
  #abandon(error: Error): void {
    for (const unit of [...this.#running].toReversed()) {
      unit.refuse(error)
      unit.undo()
    }
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw storeClosedError()
  }
}

type Attempt<T> =
  | { readonly threw: false; readonly getResult: () => T }
  | { readonly threw: true; readonly getResult: () => never }

async function attempt<T>(fn: () => Promise<T>): Promise<Attempt<T>> {
  try {
    const value = await fn()
    return { threw: false, getResult: () => value }
  } catch (error) {
    return { threw: true, getResult: () => rethrow(error) }
  }
}

function rethrow(error: unknown): never {
  throw error
}
