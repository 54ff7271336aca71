import { collectionDefinitions, logDefinitions } from '../../engine/definitions.ts'
import { CollectionTable } from './collection-table.ts'
import { LogTable } from './log-table.ts'
import type { Row } from './row.ts'
import { ORIGIN, type Stamp, type View } from './stamp.ts'
import { StringInterner } from './string-interner.ts'
import type { Write, WriteSet } from './write.ts'

/** A moment that is kept until it is released. */
export interface PinnedView {
  readonly at: number
  release(): void
}

/** A readable moment that is kept until it is released. */
export interface Pin extends Pick<PinnedView, 'release'> {
  readonly view: View
}

/** All collections and logs, with every row version that a view may see. */
export class Tables {
  readonly collections: ReadonlyMap<string, CollectionTable> = new Map(
    Object.entries(collectionDefinitions).map(([name, definition]) => [name, new CollectionTable(name, definition)]),
  )
  readonly logs: ReadonlyMap<string, LogTable> = new Map(
    Object.entries(logDefinitions).map(([name, definition]) => [name, new LogTable(name, definition)]),
  )
  /** Strings that transactions write: a few megabytes at most. */
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

  /** Replaced versions that only pins can see. */
  #kept: (readonly [CollectionTable, Row])[] = []
  readonly #holds = new Set<PinnedView>()
  /** Settled rows, oldest first, that are younger than a held moment. */
  readonly #resting: Row[] = []
  #newest = 0
  readonly #durable = { at: 0 }

  /** The view of readers outside of transactions. Each durable transaction advances it. */
  get durable(): View {
    return this.#durable
  }

  /** Applies a write to a collection, visible to its transaction only. Log writers append to logs directly. */
  apply(write: Write, stamp: Stamp): void {
    this.collections.get(write.table)?.apply(write, stamp)
  }

  /** Makes all writes of a transaction visible to other transactions, atomically. */
  complete({ stamp }: WriteSet): void {
    for (const log of this.logs.values()) log.complete(stamp)
    stamp.at = ++this.#newest
  }

  /** Undoes the writes of a transaction. Transactions that completed after it must be undone before. */
  undo({ stamp, writes }: WriteSet): void {
    for (const log of this.logs.values()) log.undo(stamp)
    for (let n = writes.length - 1; n >= 0; n--) this.undoOne(writes[n])
  }

  undoOne(write: Write | undefined): void {
    if (write !== undefined) this.collections.get(write.table)?.undo(write)
  }

  /** Makes the writes of a transaction visible to all readers, atomically. */
  publish({ stamp, writes }: WriteSet): void {
    for (const write of writes) {
      const { table, kind } = write
      this.collections.get(table)?.noteDurable(write)
      const grown = kind === 'put' ? 0 : kind === 'remove' ? -1 : 1
      const collection = this.collections.get(table) ?? this.logs.get(table)
      if (collection !== undefined) collection.durableSize += grown
    }
    this.#durable.at = stamp.at
  }

  /** Removes the version that a published write replaced, unless a pin sees it. */
  settle(write: Write): void {
    const collection = this.collections.get(write.table)
    if (collection === undefined) return
    const { before, after } = write
    collection.settle(write)
    if (after !== undefined) this.#resting.push(after)
    this.#settleStamps()
    if (before === undefined) return
    if (this.#isPinned(before)) this.#kept.push([collection, before])
    else collection.forget(before)
  }

  /** Keeps the current durable state readable, row by row, until it is released. */
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

  /** Holds the newest completed transaction, so that a new transaction can detect later changes. */
  hold(): PinnedView {
    return this.#hold(this.#newest)
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.collections, ...this.logs].map(([name, table]) => [name, table.durableSize]))
  }

  #hold(at: number): PinnedView {
    const hold: PinnedView = { at, release: () => void this.#holds.delete(hold) }
    this.#holds.add(hold)
    return hold
  }

  /** Gives rows that are older than all held moments the common stamp ORIGIN. */
  #settleStamps(): void {
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
