import type { Position } from '../cursor.ts'
import type { StoredRecord } from '../definitions.ts'
import type { Row } from './row.ts'
import type { Stamp, View } from './stamp.ts'

/** A place among rows: versions of one record stand one behind the other, and a place without a version behind them all. */
interface Place extends Position {
  readonly serial?: number
}

const CHUNK = 512

/** What sums add up: a number for a record. */
export type Weights = readonly ((record: StoredRecord) => number)[]

/** How many rows, and what they weigh: first the count, then a sum for each weight. */
type Totals = number[]

/**
 * Rows in order, in chunks: a change moves at most one chunk, and a page begins after two binary searches. What transactions brought and took that not
 * every view sees is added up for each of them, so that counting costs no look at the rows.
 */
export class SortedRows {
  readonly #chunks: Row[][] = []
  readonly #weights: Weights
  readonly #settled: Totals
  #births: Map<Stamp, Totals> | undefined
  #deaths: Map<Stamp, Totals> | undefined

  constructor(weights: Weights) {
    this.#weights = weights
    this.#settled = noTotals(weights)
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  /** How many rows a view sees. */
  count(view: View): number {
    return this.#total(0, view)
  }

  /** One of the weights, added up over the rows that a view sees. */
  sum(weight: number, view: View): number {
    return this.#total(weight + 1, view)
  }

  insert(row: Row): void {
    const { born, died } = row
    if (born.isSettled) this.#add(this.#settled, row, 1)
    else this.#births = this.#note(this.#births, born, row, 1)
    if (died !== undefined) this.#deaths = this.#note(this.#deaths, died, row, 1)
    const at = Math.min(this.#chunkOf(row), this.#chunks.length - 1)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([row])
      return
    }
    chunk.splice(lowerBound(chunk, row), 0, row)
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(splitPoint(chunk, row)))
  }

  /** A transaction takes this row away: `row.died` is that one. */
  bury(row: Row): void {
    if (row.died !== undefined) this.#deaths = this.#note(this.#deaths, row.died, row, 1)
  }

  /** That transaction is undone; `row.died` still names it. */
  revive(row: Row): void {
    if (row.died !== undefined) this.#deaths = this.#note(this.#deaths, row.died, row, -1)
  }

  /** Every view sees the transaction that brought this row; `row.born` still names it. */
  settle(row: Row): void {
    if (row.born.isSettled) return
    this.#births = this.#note(this.#births, row.born, row, -1)
    this.#add(this.#settled, row, 1)
  }

  remove(row: Row): void {
    const at = this.#chunkOf(row)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const place = lowerBound(chunk, row)
    if (chunk[place] !== row) return
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    if (row.born.isSettled) this.#add(this.#settled, row, -1)
    else this.#births = this.#note(this.#births, row.born, row, -1)
    this.revive(row)
  }

  /** At most `limit` rows that a view sees, from the first one behind `after`. */
  slice(view: View, limit: number, after?: Position): Row[] {
    const rows: Row[] = []
    const isWhole = this.#births === undefined && this.#deaths === undefined
    let at = after === undefined ? 0 : this.#chunkOf(after)
    let place = after === undefined ? 0 : upperBound(this.#chunks[at] ?? [], after)
    for (let chunk = this.#chunks[at]; chunk !== undefined && rows.length < limit; chunk = this.#chunks[++at]) {
      for (let row = chunk[place]; row !== undefined && rows.length < limit; row = chunk[++place]) {
        if (isWhole || row.isSeen(view)) rows.push(row)
      }
      place = 0
    }
    return rows
  }

  #total(of: number, view: View): number {
    let total = this.#settled[of] ?? 0
    for (const [stamp, totals] of this.#births ?? []) if (stamp.isSeen(view)) total += totals[of] ?? 0
    for (const [stamp, totals] of this.#deaths ?? []) if (stamp.isSeen(view)) total -= totals[of] ?? 0
    return total
  }

  #note(stamps: Map<Stamp, Totals> | undefined, stamp: Stamp, row: Row, sign: 1 | -1): Map<Stamp, Totals> | undefined {
    const noted = stamps ?? new Map<Stamp, Totals>()
    const totals = noted.get(stamp) ?? noTotals(this.#weights)
    this.#add(totals, row, sign)
    if (totals[0] === 0) noted.delete(stamp)
    else noted.set(stamp, totals)
    return noted.size === 0 ? undefined : noted
  }

  #add(totals: Totals, { record }: Row, sign: 1 | -1): void {
    totals[0] = (totals[0] ?? 0) + sign
    for (let n = 0; n < this.#weights.length; n++) {
      totals[n + 1] = (totals[n + 1] ?? 0) + sign * (this.#weights[n]?.(record) ?? 0)
    }
  }

  /** The first chunk whose last row is not before this place. */
  #chunkOf(place: Place): number {
    return search(this.#chunks.length, at => {
      const last = this.#chunks[at]?.at(-1)
      return last !== undefined && compare(last, place) < 0
    })
  }
}

const noTotals = (weights: Weights): Totals => [0, ...weights.map(() => 0)]

/** Rows that arrive in order leave full chunks behind; others split in the middle. */
const splitPoint = (chunk: readonly Row[], row: Row): number =>
  chunk.at(-1) === row ? chunk.length - 1 : chunk.length >> 1

const lowerBound = (rows: readonly Row[], place: Place): number =>
  search(rows.length, at => isBefore(rows[at], place, 0))
const upperBound = (rows: readonly Row[], place: Place): number =>
  search(rows.length, at => isBefore(rows[at], place, 1))
const isBefore = (row: Row | undefined, place: Place, bound: number): boolean =>
  row !== undefined && compare(row, place) < bound

/** The first index of `count` for which `before` is false; it is true up to there. */
function search(count: number, before: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (before(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Below zero when a row stands before a place, zero when it is the one meant. */
export function compare(a: Row, b: Place): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return b.serial === undefined ? -1 : a.serial - b.serial
}
