import type { Change } from '../../store.ts'
import { collectionDefinitions, logDefinitions } from '../definitions.ts'
import { CollectionTable, type Keys } from './collection-table.ts'
import { LogTable } from './log-table.ts'
import type { Row } from './row.ts'

/** One write, as what stood there and what stands there now. */
export interface Write {
  /** Its place among all writes; views go by it (row.ts). */
  readonly number: number
  readonly table: string
  readonly kind: Change['kind']
  readonly before: Row | undefined
  readonly after: Row | undefined
  readonly keys: { readonly before: Keys; readonly after: Keys }
  /** As a journal spells it. */
  readonly text: string
}

/** The view of transactions: every write, durable or not. */
export const LATEST = Number.POSITIVE_INFINITY

/** A moment that can be looked at until it is released. */
export interface Pin {
  readonly at: number
  release(): void
}

/** All records in memory, in every version that some view may look at. */
export class Tables {
  readonly collections: ReadonlyMap<string, CollectionTable> = new Map(
    Object.entries(collectionDefinitions).map(([name, definition]) => [name, new CollectionTable(name, definition)]),
  )
  readonly logs: ReadonlyMap<string, LogTable> = new Map(
    Object.entries(logDefinitions).map(([name, definition]) => [name, new LogTable(name, definition)]),
  )
  readonly #pins = new Set<Pin>()
  /** Replaced versions that only a pin looks at. */
  #kept: (readonly [CollectionTable, Row])[] = []
  #newest = 0
  #durable = 0

  /** The view of readers outside: the number of the newest durable write. */
  get durable(): number {
    return this.#durable
  }

  nextNumber(): number {
    return ++this.#newest
  }

  apply(write: Write): void {
    this.collections.get(write.table)?.apply(write)
    if (write.after !== undefined) this.logs.get(write.table)?.append(write.after)
  }

  /** Takes writes back, newest first. */
  undo(write: Write): void {
    this.collections.get(write.table)?.undo(write, this.#durable)
    if (write.after !== undefined) this.logs.get(write.table)?.undo(write.after)
  }

  /** Lets every view see these writes from one instant on. */
  publish(writes: readonly Write[]): void {
    for (const { table, before, after, number } of writes) {
      const size = (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
      const collection = this.collections.get(table) ?? this.logs.get(table)
      if (collection !== undefined) collection.durableSize += size
      this.#durable = number
    }
  }

  /** Clears away what a published write replaced. */
  settle(write: Write): void {
    const collection = this.collections.get(write.table)
    if (collection === undefined) return
    collection.settle(write)
    if (write.before === undefined) return
    if (this.#isPinned(write.before)) this.#kept.push([collection, write.before])
    else collection.forget(write.before)
  }

  /** Keeps the present durable state readable, row by row, until it is released. */
  pin(): Pin {
    const pin: Pin = {
      at: this.#durable,
      release: () => {
        if (this.#pins.delete(pin)) this.#forgetUnpinned()
      },
    }
    this.#pins.add(pin)
    return pin
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.collections, ...this.logs].map(([name, table]) => [name, table.durableSize]))
  }

  #forgetUnpinned(): void {
    const kept = this.#kept
    this.#kept = []
    for (const [collection, row] of kept) {
      if (this.#isPinned(row)) this.#kept.push([collection, row])
      else collection.forget(row)
    }
  }

  #isPinned(row: Row): boolean {
    for (const { at } of this.#pins) if (row.isSeen(at)) return true
    return false
  }
}
