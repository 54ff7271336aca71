import { AsyncLocalStorage } from 'node:async_hooks'
import type { Change, Reader, Store, StoreStatus, Transaction } from '../store.ts'
import { CommitQueue } from './commit-queue.ts'
import { Disk } from './disk.ts'
import { closedStore } from './faults.ts'
import type { DurableFiles } from './files.ts'
import { load } from './load.ts'
import { makeReader } from './reader.ts'
import { Tables } from './tables.ts'
import { Unit } from './unit.ts'

/**
 * Opens the embedded engine on a folder that this process holds.
 * @throws AppError `bad_config` when something in the folder is missing or damaged.
 */
export async function openLowdb(folder: string, files: DurableFiles): Promise<Store> {
  const disk = await Disk.open(folder, files)
  const durable = new Tables()
  const latest = new Tables()
  await load(disk, durable, latest)
  return new LowdbStore(disk, durable, latest)
}

type Listener = (changes: readonly Change[]) => void

/** Transactions run one after the other on `latest`; outside readers see `durable`, which follows once the disk has it. */
class LowdbStore implements Store {
  readonly read: Reader
  readonly #durable: Tables
  readonly #latest: Tables
  readonly #queue: CommitQueue
  readonly #inside = new AsyncLocalStorage<Unit>()
  readonly #listeners = new Set<Listener>()
  #turn: Promise<void> = Promise.resolve()
  #running: Unit | undefined
  #closing: Promise<void> | undefined

  constructor(disk: Disk, durable: Tables, latest: Tables) {
    this.#durable = durable
    this.#latest = latest
    this.#queue = new CommitQueue(disk, durable, {
      onDurable: unit => this.#tell(unit),
      onFailure: error => {
        this.#running?.end(error)
        this.#running?.undo()
      },
    })
    this.read = makeReader(durable, () => this.#assertOpen())
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
      counts: this.#durable.counts(),
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#turn.then(() => this.#queue.idle()).then(() => this.#listeners.clear())
    return this.#closing
  }

  /** Its answer may be given when everything that it saw is durable, also when it wrote nothing or threw. */
  async #run<T>(fn: (tx: Transaction) => Promise<T>): Promise<{ answer: () => T; settled: Promise<void> }> {
    const unit = new Unit(this.#latest)
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
