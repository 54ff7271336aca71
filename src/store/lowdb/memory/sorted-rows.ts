import type { Position } from '../cursor.ts'
import type { StoredRecord } from '../definitions.ts'
import type { Row } from './row.ts'

/** A place among rows: versions of one record stand one behind the other, and a place without a version behind them all. */
interface Place extends Position {
  readonly from?: number
}

const CHUNK = 512
const NONE: number[] = []

/** What sums add up: a number for a record. */
export type Weights = readonly ((record: StoredRecord) => number)[]

/**
 * Rows in order, in chunks: a change moves at most one chunk, and a page begins after two binary searches. Rows that not every view sees
 * are known by name, so that what has come to rest is counted and read without a look at each row.
 */
export class SortedRows {
  readonly #chunks: Row[][] = []
  #size = 0
  /** Of each weight, over all rows. */
  readonly #sums: number[]
  readonly #weights: Weights
  #moving: Set<Row> | undefined

  constructor(weights: Weights) {
    this.#weights = weights
    this.#sums = weights.length === 0 ? NONE : weights.map(() => 0)
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** How many rows a view sees. */
  count(at: number): number {
    let hidden = 0
    for (const row of this.#moving ?? []) if (!row.isSeen(at)) hidden++
    return this.#size - hidden
  }

  /** One of the weights, added up over the rows that a view sees. */
  sum(weight: number, at: number): number {
    const weigh = this.#weights[weight]
    let hidden = 0
    for (const row of this.#moving ?? []) if (!row.isSeen(at)) hidden += weigh?.(row.record) ?? 0
    return (this.#sums[weight] ?? 0) - hidden
  }

  insert(row: Row): void {
    this.#size++
    this.#weigh(row, 1)
    const at = Math.min(this.#chunkOf(row), this.#chunks.length - 1)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([row])
      return
    }
    chunk.splice(lowerBound(chunk, row), 0, row)
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(splitPoint(chunk, row)))
  }

  /** From now on views differ on this row. */
  move(row: Row): void {
    this.#moving ??= new Set()
    this.#moving.add(row)
  }

  /** From now on every view sees this row. */
  rest(row: Row): void {
    this.#moving?.delete(row)
    if (this.#moving?.size === 0) this.#moving = undefined
  }

  remove(row: Row): void {
    this.rest(row)
    const at = this.#chunkOf(row)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const place = lowerBound(chunk, row)
    if (chunk[place] !== row) return
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    this.#size--
    this.#weigh(row, -1)
  }

  /** At most `limit` rows that a view sees, from the first one behind `after`. */
  slice(view: number, limit: number, after?: Position): Row[] {
    const rows: Row[] = []
    let at = after === undefined ? 0 : this.#chunkOf(after)
    let place = after === undefined ? 0 : upperBound(this.#chunks[at] ?? [], after)
    for (let chunk = this.#chunks[at]; chunk !== undefined && rows.length < limit; chunk = this.#chunks[++at]) {
      for (let row = chunk[place]; row !== undefined && rows.length < limit; row = chunk[++place]) {
        if (this.#moving === undefined || row.isSeen(view)) rows.push(row)
      }
      place = 0
    }
    return rows
  }

  #weigh({ record }: Row, sign: 1 | -1): void {
    if (this.#weights.length === 0) return
    for (const [place, weigh] of this.#weights.entries())
      this.#sums[place] = (this.#sums[place] ?? 0) + sign * weigh(record)
  }

  /** The first chunk whose last row is not before this place. */
  #chunkOf(place: Place): number {
    return search(this.#chunks.length, at => {
      const last = this.#chunks[at]?.at(-1)
      return last !== undefined && compare(last, place) < 0
    })
  }
}

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

function compare(a: Row, b: Place): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return b.from === undefined ? -1 : a.from - b.from
}
