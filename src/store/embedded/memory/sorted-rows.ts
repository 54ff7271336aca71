import type { Position } from '../../engine/cursor.ts'
import type { StoredRecord } from '../../engine/definitions.ts'
import { binarySearch } from './binary-search.ts'
import type { Row } from './row.ts'
import type { Stamp, View } from './stamp.ts'

/** A position among rows. Versions of one record are adjacent. A position without a serial sorts after all versions. */
interface RowPosition extends Position {
  readonly serial?: number
}

const MAX_CHUNK_ROWS = 512
/** Rows that one step reads before other work may run. */
const MAX_ROWS_PER_STEP = 4096

/** A query for rows that lack something, such as a translation in a locale. */
export interface LackingQuery {
  readonly view: View
  readonly limit: number
  readonly after?: Position | undefined
  /** Which record may be missing, such as the translation in this locale. */
  readonly about: string
  /** Returns the row of the other collection that fills the gap, if the view sees one. */
  readonly find: (row: Row) => Row | undefined
}

/** The functions whose results `sum` adds up, by position. */
export type Weights = readonly ((record: StoredRecord) => number)[]

/**
 * Sorted rows in chunks: a change moves at most one chunk, and a page starts after two binary searches. Changes that only some views see are summed up per
 * transaction, so that counting reads no rows.
 */
export class SortedRows {
  readonly #chunks: Row[][] = []
  readonly #weights: Weights
  /** The row count over settled rows, then the sum of each weight. */
  readonly #settled: number[]
  /** Number of inserts and removals that are not settled. */
  #moving = 0
  /** Unsettled transactions. `#changes` has the change of the count and of each sum, per transaction. */
  readonly #stamps: Stamp[] = []
  readonly #changes: number[] = []
  /** The `about` values, such as locales, for which no row of a chunk has a gap in any view. */
  #complete: WeakMap<readonly Row[], Set<string>> | undefined

  constructor(weights: Weights) {
    this.#weights = weights
    this.#settled = [0, ...weights.map(() => 0)]
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  count(view: View): number {
    return this.#total(0, view)
  }

  /** Sums a weight over the rows that a view sees. */
  sum(weight: number, view: View): number {
    return this.#total(weight + 1, view)
  }

  insert(row: Row): void {
    this.#countCreated(row, 1)
    if (row.died !== undefined) this.#countDeleted(row, row.died, 1)
    const at = Math.min(this.#findChunk(row), this.#chunks.length - 1)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([row])
      return
    }
    chunk.splice(lowerBound(chunk, row), 0, row)
    this.#complete?.delete(chunk)
    if (chunk.length > MAX_CHUNK_ROWS) this.#chunks.splice(at + 1, 0, chunk.splice(splitPoint(chunk, row)))
  }

  /** Counts the removal of a row by the transaction `row.died`. */
  markDeleted(row: Row): void {
    if (row.died !== undefined) this.#countDeleted(row, row.died, 1)
  }

  /** Undoes `markDeleted`. `row.died` must still be set. */
  unmarkDeleted(row: Row): void {
    if (row.died !== undefined) this.#countDeleted(row, row.died, -1)
  }

  /** Settles the insert of a row. `row.born` must still be the transaction's stamp. */
  settle(row: Row): void {
    if (row.born.isSettled) return
    this.#countCreated(row, -1)
    addWeights(this.#settled, 0, row, 1, this.#weights)
  }

  remove(row: Row): void {
    const at = this.#findChunk(row)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const place = lowerBound(chunk, row)
    if (chunk[place] !== row) return
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    this.#countCreated(row, -1)
    this.unmarkDeleted(row)
  }

  /** Returns up to `limit` rows that a view sees, starting after a position. */
  slice(view: View, limit: number, after?: Position): Row[] {
    const rows: Row[] = []
    const isWhole = this.#moving === 0
    let at = after === undefined ? 0 : this.#findChunk(after)
    let place = after === undefined ? 0 : upperBound(this.#chunks[at] ?? [], after)
    for (let chunk = this.#chunks[at]; chunk !== undefined && rows.length < limit; chunk = this.#chunks[++at]) {
      for (let row = chunk[place]; row !== undefined && rows.length < limit; row = chunk[++place]) {
        if (isWhole || row.isSeen(view)) rows.push(row)
      }
      place = 0
    }
    return rows
  }

  /**
   * Finds rows that a view sees and that lack something, starting after a position. Remembers chunks without a gap, to skip them later. Reads a few thousand
   * rows at most: if `on` is set, continue there.
   */
  findLacking(look: LackingQuery): { readonly rows: Row[]; readonly on?: Position } {
    const { view, limit, after, about, find } = look
    const rows: Row[] = []
    let looked = 0
    let at = after === undefined ? 0 : this.#findChunk(after)
    let place = after === undefined ? 0 : upperBound(this.#chunks[at] ?? [], after)
    for (let chunk = this.#chunks[at]; chunk !== undefined; chunk = this.#chunks[++at], place = 0) {
      if (this.#complete?.get(chunk)?.has(about) === true) continue
      let isComplete = place === 0
      for (let row = chunk[place]; row !== undefined; row = chunk[++place]) {
        const found = find(row)
        if (found === undefined || !found.born.isSettled || found.died !== undefined) isComplete = false
        if (found !== undefined || !row.isSeen(view)) continue
        rows.push(row)
        if (rows.length === limit) return { rows }
      }
      if (isComplete) this.#remember(chunk, about)
      looked += chunk.length
      const last = chunk.at(-1)
      if (looked > MAX_ROWS_PER_STEP && last !== undefined && at + 1 < this.#chunks.length) return { rows, on: last }
    }
    return { rows }
  }

  /** Forgets which chunks have no gap. */
  forgetComplete(): void {
    this.#complete = undefined
  }

  #remember(chunk: readonly Row[], about: string): void {
    this.#complete ??= new WeakMap()
    const known = this.#complete.get(chunk)
    if (known === undefined) this.#complete.set(chunk, new Set([about]))
    else known.add(about)
  }

  #total(of: number, view: View): number {
    let total = this.#settled[of] ?? 0
    for (let n = 0; n < this.#stamps.length; n++) {
      if (this.#stamps[n]?.isSeen(view) === true) total += this.#changes[n * this.#settled.length + of] ?? 0
    }
    return total
  }

  #countCreated(row: Row, by: 1 | -1): void {
    if (row.born.isSettled) addWeights(this.#settled, 0, row, by, this.#weights)
    else this.#note(row, row.born, by, by)
  }

  #countDeleted(row: Row, died: Stamp, by: 1 | -1): void {
    this.#note(row, died, by, by === 1 ? -1 : 1)
  }

  /** Adds the change of one row to the totals of a transaction. `moving` counts the change, `by` is its sign. */
  #note(row: Row, stamp: Stamp, moving: 1 | -1, by: 1 | -1): void {
    this.#moving += moving
    if (this.#moving === 0) {
      this.#stamps.length = 0
      this.#changes.length = 0
      return
    }
    let place = this.#stamps.lastIndexOf(stamp)
    if (place === -1) {
      place = this.#stamps.push(stamp) - 1
      for (let n = 0; n < this.#settled.length; n++) this.#changes.push(0)
    }
    const at = place * this.#settled.length
    addWeights(this.#changes, at, row, by, this.#weights)
    for (let n = 0; n < this.#settled.length; n++) if (this.#changes[at + n] !== 0) return
    this.#stamps.splice(place, 1)
    this.#changes.splice(at, this.#settled.length)
  }

  /** Finds the first chunk whose last row is not before a position. Checks the end first: rows sorted by time arrive in order. */
  #findChunk(place: RowPosition): number {
    const newest = this.#chunks.length - 1
    const before = this.#chunks[newest - 1]?.at(-1)
    if (before !== undefined && compareRows(before, place) < 0) {
      const last = this.#chunks[newest]?.at(-1)
      return last !== undefined && compareRows(last, place) < 0 ? newest + 1 : newest
    }
    return binarySearch(this.#chunks.length, at => {
      const last = this.#chunks[at]?.at(-1)
      return last !== undefined && compareRows(last, place) < 0
    })
  }
}

function addWeights(totals: number[], at: number, { record }: Row, by: 1 | -1, weights: Weights): void {
  totals[at] = (totals[at] ?? 0) + by
  for (let n = 0; n < weights.length; n++)
    totals[at + n + 1] = (totals[at + n + 1] ?? 0) + by * (weights[n]?.(record) ?? 0)
}

/** Rows that arrive in order fill chunks completely. Other chunks are split in the middle. */
const splitPoint = (chunk: readonly Row[], row: Row): number =>
  chunk.at(-1) === row ? chunk.length - 1 : chunk.length >> 1

const lowerBound = (rows: readonly Row[], place: RowPosition): number =>
  isBefore(rows.at(-1), place, 0) ? rows.length : binarySearch(rows.length, at => isBefore(rows[at], place, 0))
const upperBound = (rows: readonly Row[], place: RowPosition): number =>
  binarySearch(rows.length, at => isBefore(rows[at], place, 1))
const isBefore = (row: Row | undefined, place: RowPosition, bound: number): boolean =>
  row !== undefined && compareRows(row, place) < bound

/** Compares a row with a position: negative if it sorts before, 0 if it is the same version. */
export function compareRows(a: Row, b: RowPosition): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return b.serial === undefined ? -1 : a.serial - b.serial
}
