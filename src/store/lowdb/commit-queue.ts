import type { StoredRecord } from './definitions.ts'
import type { Disk, DiskChange } from './disk.ts'
import { failureReason, notDurable } from './faults.ts'
import type { Tables } from './tables.ts'
import type { Unit } from './unit.ts'

interface Waiting {
  readonly unit: Unit
  readonly settled: PromiseWithSettlers
}

interface PromiseWithSettlers {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

interface Hooks {
  /** A unit is durable, and readers see it. */
  readonly onDurable: (unit: Unit) => void
  /** Units failed; whatever runs on top of them has to go before they are undone. */
  readonly onFailure: (error: Error) => void
}

/** Makes units durable in their order: those that arrive while the disk is busy go together in its next commit. */
export class CommitQueue {
  readonly #disk: Disk
  readonly #durable: Tables
  readonly #hooks: Hooks
  #waiting: Waiting[] = []
  #newest: Promise<void> = Promise.resolve()
  #running: Promise<void> | undefined
  #failure: string | undefined

  constructor(disk: Disk, durable: Tables, hooks: Hooks) {
    this.#disk = disk
    this.#durable = durable
    this.#hooks = hooks
  }

  /** Why the newest commit failed; undefined when it did not. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** Resolves when everything that was added so far is durable; rejects when that failed. */
  get settled(): Promise<void> {
    return this.#newest
  }

  add(unit: Unit): void {
    const settled = promiseWithSettlers()
    this.#waiting.push({ unit, settled })
    this.#newest = settled.promise
    this.#running ??= this.#run()
  }

  /** Resolves when nothing is under way, whatever became of it. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#disk.commit(diskChange(batch, this.#durable))
      } catch (error) {
        await this.#sweep()
        this.#fail(batch, error)
        continue
      }
      this.#failure = undefined
      for (const { unit, settled } of batch) {
        for (const write of unit.writes) this.#durable.apply(write)
        this.#hooks.onDurable(unit)
        settled.resolve()
      }
      await this.#sweep()
    }
    this.#running = undefined
  }

  /** What the others did was done on top of these writes: all go, newest first. */
  #fail(batch: readonly Waiting[], cause: unknown): void {
    this.#failure = failureReason(cause)
    const error = notDurable(this.#failure, cause)
    const lost = [...batch, ...this.#waiting.splice(0)]
    this.#hooks.onFailure(error)
    for (const { unit } of lost.toReversed()) unit.undo()
    this.#newest = Promise.resolve()
    for (const { settled } of lost) settled.reject(error)
  }

  /** What stays behind costs only space: the next commit tries again, and so does the next start. */
  async #sweep(): Promise<void> {
    await this.#disk.sweep().catch(() => undefined)
  }
}

/** Collections are written whole, as they will be with this batch; logs gain what was appended. */
function diskChange(batch: readonly Waiting[], durable: Tables): DiskChange {
  const changed = new Map<string, Map<string, StoredRecord | undefined>>()
  const logs = new Map<string, StoredRecord[]>()
  for (const { table, before, after } of batch.flatMap(({ unit }) => unit.writes)) {
    const row = after ?? before
    if (row === undefined) continue
    if (durable.logs.has(table)) entry(logs, table, () => []).push(row.record)
    else entry(changed, table, () => new Map<string, StoredRecord | undefined>()).set(row.id, after?.record)
  }
  const collections = Array.from(changed, ([name, records]) => [name, merged(durable, name, records)] as const)
  return { collections: new Map(collections), logs }
}

function merged(
  durable: Tables,
  name: string,
  changed: Map<string, StoredRecord | undefined>,
): readonly StoredRecord[] {
  const records: StoredRecord[] = []
  for (const { id, record } of durable.collections.get(name)?.rows() ?? []) {
    const now = changed.has(id) ? changed.get(id) : record
    if (now !== undefined) records.push(now)
    changed.delete(id)
  }
  for (const record of changed.values()) if (record !== undefined) records.push(record)
  return records
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function promiseWithSettlers(): PromiseWithSettlers {
  let settlers: Omit<PromiseWithSettlers, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settlers = { resolve, reject }
  })
  return { promise, resolve: () => settlers?.resolve(), reject: error => settlers?.reject(error) }
}
