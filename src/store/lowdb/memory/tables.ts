import { collectionDefinitions, logDefinitions } from '../definitions.ts'
import { CollectionTable } from './collection-table.ts'
import { LogTable } from './log-table.ts'
import type { Row } from './row.ts'
import { ORIGIN, type Stamp, type View } from './stamp.ts'
import { StringInterner } from './string-interner.ts'
import type { Write, WriteSet } from './write.ts'

/** A moment that is remembered until it is released. */
export interface HeldMoment {
  readonly at: number
  release(): void
}

/** A moment that can be looked at until it is released. */
export interface Pin extends Pick<HeldMoment, 'release'> {
  readonly view: View
}

/** All records in memory, in every version that some view may look at. */
export class Tables {
  readonly collections: ReadonlyMap<string, CollectionTable> = new Map(
    Object.entries(collectionDefinitions).map(([name, definition]) => [name, new CollectionTable(name, definition)]),
  )
  readonly logs: ReadonlyMap<string, LogTable> = new Map(
    Object.entries(logDefinitions).map(([name, definition]) => [name, new LogTable(name, definition)]),
  )
  /** Of what transactions write: some megabytes at most. */
  readonly texts = new StringInterner({ copies: true, most: 16_384 })
  readonly #pins = new Set<Pin>()

  constructor() {
    for (const table of this.collections.values()) {
      for (const [name, gap] of Object.entries(table.definition.gaps ?? {})) {
        const other = this.collections.get(gap.lacks)
        if (other !== undefined) table.bindGap(name, gap, other)
      }
    }
  }

  /** Replaced versions that only a pin looks at. */
  #kept: (readonly [CollectionTable, Row])[] = []
  readonly #holds = new Set<HeldMoment>()
  /** Rows that came to rest, oldest first, while a moment before them was held. */
  readonly #resting: Row[] = []
  #newest = 0
  readonly #durable = { at: 0 }

  /** The view of readers outside; it moves on with each transaction that becomes durable. */
  get durable(): View {
    return this.#durable
  }

  /** Lets the transaction see its write; logs are appended to by their own writer. */
  apply(write: Write, stamp: Stamp): void {
    this.collections.get(write.table)?.apply(write, stamp)
  }

  /** Lets transactions see all that this one wrote, from one instant on. */
  complete({ stamp }: WriteSet): void {
    for (const log of this.logs.values()) log.complete(stamp)
    stamp.at = ++this.#newest
  }

  /** Takes back what a transaction wrote; those that completed after it must be gone before. */
  undo({ stamp, writes }: WriteSet): void {
    for (const log of this.logs.values()) log.undo(stamp)
    for (let n = writes.length - 1; n >= 0; n--) this.undoOne(writes[n])
  }

  undoOne(write: Write | undefined): void {
    if (write !== undefined) this.collections.get(write.table)?.undo(write)
  }

  /** Lets every view see these writes from one instant on. */
  publish({ stamp, writes }: WriteSet): void {
    for (const { table, kind } of writes) {
      const grown = kind === 'put' ? 0 : kind === 'remove' ? -1 : 1
      const collection = this.collections.get(table) ?? this.logs.get(table)
      if (collection !== undefined) collection.durableSize += grown
    }
    this.#durable.at = stamp.at
  }

  /** Clears away what a published write replaced. */
  settle(write: Write): void {
    const collection = this.collections.get(write.table)
    if (collection === undefined) return
    const { before, after } = write
    collection.settle(write)
    if (after !== undefined) this.#resting.push(after)
    this.#rest()
    if (before === undefined) return
    if (this.#isPinned(before)) this.#kept.push([collection, before])
    else collection.forget(before)
  }

  /** Keeps the present durable state readable, row by row, until it is released. */
  pin(): Pin {
    const { at } = this.#durable
    const hold = this.#hold(at)
    const pin: Pin = {
      view: { at },
      release: () => {
        hold.release()
        if (this.#pins.delete(pin)) this.#forgetUnpinned()
      },
    }
    this.#pins.add(pin)
    return pin
  }

  /** Remembers what completed by now, so that a transaction knows what came after it began. */
  hold(): HeldMoment {
    return this.#hold(this.#newest)
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.collections, ...this.logs].map(([name, table]) => [name, table.durableSize]))
  }

  #hold(at: number): HeldMoment {
    const hold: HeldMoment = { at, release: () => void this.#holds.delete(hold) }
    this.#holds.add(hold)
    return hold
  }

  /** Rows that are older than every moment that is held are as old as any. */
  #rest(): void {
    let oldest = Number.POSITIVE_INFINITY
    for (const { at } of this.#holds) oldest = Math.min(oldest, at)
    let count = 0
    for (const row of this.#resting) {
      if (row.born.at > oldest) break
      row.born = ORIGIN
      count++
    }
    if (count > 0) this.#resting.splice(0, count)
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
    for (const { view } of this.#pins) if (row.isSeen(view)) return true
    return false
  }
}
