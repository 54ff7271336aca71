import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogName } from '../records.ts'
import type { Change, Dump, Reader, Store, StoreStatus, Transaction } from '../store.ts'
import { CommitQueue } from './commit-queue.ts'
import { Disk, type DiskOptions } from './disk/folder.ts'
import type { LogSegment } from './disk/log-segment.ts'
import { dumpTables } from './dump.ts'
import { closedStore } from './faults.ts'
import type { LogTable } from './memory/log-table.ts'
import { Tables } from './memory/tables.ts'
import { makeReader } from './reader.ts'
import { Unit } from './unit.ts'

/**
 * Opens the embedded engine on a folder that this process holds.
 * @throws AppError `bad_config` when something in the folder is missing or damaged.
 */
export async function openLowdb(options: DiskOptions): Promise<Store> {
  const tables = new Tables()
  const disk = await Disk.open(options, tables)
  await disk.sweep().catch((error: unknown) => {
    options.report({ message: 'what an earlier process left in the store could not be removed', error })
  })
  return new LowdbStore(disk, tables, options.report)
}

type Listener = (changes: readonly Change[]) => void

/** Transactions run one after the other and see all that was written; readers outside see what is durable, which follows once the disk has it. */
class LowdbStore implements Store {
  readonly read: Reader
  readonly #tables: Tables
  readonly #disk: Disk
  readonly #queue: CommitQueue
  readonly #inside = new AsyncLocalStorage<Unit>()
  readonly #listeners = new Set<Listener>()
  #turn: Promise<void> = Promise.resolve()
  #trimming: Promise<unknown> = Promise.resolve()
  #running: Unit | undefined
  #closing: Promise<void> | undefined

  constructor(disk: Disk, tables: Tables, report: DiskOptions['report']) {
    this.#tables = tables
    this.#disk = disk
    this.#queue = new CommitQueue(disk, tables, {
      onDurable: unit => this.#tell(unit),
      onFailure: error => {
        this.#running?.end(error)
        this.#running?.undo()
      },
      onTrouble: error => report({ message: 'a snapshot of the store could not be written', error }),
    })
    this.read = makeReader(tables, () => this.#assertOpen())
  }

  async transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#assertOpen()
    const around = this.#inside.getStore()
    if (around !== undefined && around === this.#running) {
      throw new Error('A transaction was started inside a transaction: it would wait for itself. Use the open one.')
    }
    const run = this.#turn.then(() => this.#run(fn))
    this.#turn = run.then(() => undefined)
    const { answer, settled } = await run
    await settled
    return answer()
  }

  async trim(name: LogName, before: string): Promise<number> {
    this.#assertOpen()
    const log = this.#tables.logs.get(name)
    const trimmed = this.#trimming.then(() => (log === undefined ? 0 : this.#trim(log, before)))
    this.#trimming = trimmed.catch(() => undefined)
    return trimmed
  }

  watch(listener: Listener): () => void {
    this.#assertOpen()
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  status(): StoreStatus {
    const reason = this.#closing === undefined ? this.#queue.failure : 'the store is closed'
    return {
      engine: 'lowdb',
      writable: reason === undefined,
      ...(reason !== undefined && { reason }),
      counts: this.#tables.counts(),
    }
  }

  dump(): Dump {
    this.#assertOpen()
    return dumpTables(this.#tables)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#turn
    await this.#trimming
    await this.#queue.close()
    await this.#disk.close()
    this.#listeners.clear()
    this.#inside.disable()
  }

  /** What is not in a segment yet can only go with a later one: a service that writes little gets there by a snapshot that is made for it. */
  async #trim(log: LogTable, before: string): Promise<number> {
    const old: LogSegment[] = []
    for await (const segment of log.oldEnd(before)) {
      this.#assertOpen()
      old.push(segment)
    }
    await this.#disk.trim(log, old)
    if (log.keepsOlder(before, this.#tables.durable) && this.#closing === undefined) this.#queue.askForSnapshot()
    return old.reduce((sum, { count }) => sum + count, 0)
  }

  /** Its answer may be given when everything that it saw is durable, also when it wrote nothing or threw. */
  async #run<T>(fn: (tx: Transaction) => Promise<T>): Promise<{ answer: () => T; settled: Promise<void> }> {
    const unit = new Unit(this.#tables)
    this.#running = unit
    const answer = await this.#inside.run(unit, () => attempt(() => fn(unit.transaction)))
    this.#running = undefined
    const refusal = unit.refusal
    if (refusal !== undefined) return { answer: () => rethrow(refusal), settled: Promise.resolve() }
    unit.end(new Error('A transaction was used after its function returned. Await everything inside of it.'))
    if (answer.threw) unit.undo()
    if (unit.writes.length > 0) this.#queue.add(unit)
    return { answer: answer.give, settled: this.#queue.settled }
  }

  /** A listener that throws is a bug, which must not reach the transaction or the other listeners. */
  #tell(unit: Unit): void {
    if (this.#listeners.size === 0) return
    const changes = unit.changes()
    for (const listener of this.#listeners) {
      try {
        listener(changes)
      } catch (error) {
        queueMicrotask(() => rethrow(error))
      }
    }
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw closedStore()
  }
}

async function attempt<T>(fn: () => Promise<T>): Promise<{ threw: boolean; give: () => T }> {
  try {
    const value = await fn()
    return { threw: false, give: () => value }
  } catch (error) {
    return { threw: true, give: () => rethrow(error) }
  }
}

function rethrow(error: unknown): never {
  throw error
}
