import type { Position } from './cursor.ts'
import type { StoredRecord } from './definitions.ts'

/** A record with its place in listings; never changed, so that the durable and the latest state share it. */
export interface Row extends Position {
  readonly record: StoredRecord
}

const CHUNK = 512

/** Rows in order, in chunks: a change moves at most one chunk, and a page begins after two binary searches. */
export class SortedRows {
  readonly #chunks: Row[][]
  #size = 1

  constructor(first: Row) {
    this.#chunks = [[first]]
  }

  get size(): number {
    return this.#size
  }

  insert(row: Row): void {
    this.#size++
    const at = Math.min(this.#chunkOf(row), this.#chunks.length - 1)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([row])
      return
    }
    chunk.splice(lowerBound(chunk, row), 0, row)
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(splitPoint(chunk, row)))
  }

  remove(row: Position): void {
    const at = this.#chunkOf(row)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const place = lowerBound(chunk, row)
    const found = chunk[place]
    if (found === undefined || compare(found, row) !== 0) return
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    this.#size--
  }

  /** At most `limit` rows, from the first one behind `after`. */
  slice(limit: number, after?: Position): Row[] {
    const rows: Row[] = []
    let at = after === undefined ? 0 : this.#chunkOf(after)
    let place = after === undefined ? 0 : upperBound(this.#chunks[at] ?? [], after)
    for (let chunk = this.#chunks[at]; chunk !== undefined && rows.length < limit; chunk = this.#chunks[++at]) {
      rows.push(...chunk.slice(place, place + limit - rows.length))
      place = 0
    }
    return rows
  }

  /** The first chunk whose last row is not before this place. */
  #chunkOf(place: Position): number {
    return search(this.#chunks.length, at => {
      const last = this.#chunks[at]?.at(-1)
      return last !== undefined && compare(last, place) < 0
    })
  }
}

/** Rows that arrive in order leave full chunks behind; others split in the middle. */
const splitPoint = (chunk: readonly Row[], row: Row): number =>
  chunk.at(-1) === row ? chunk.length - 1 : chunk.length >> 1

const lowerBound = (rows: readonly Row[], place: Position): number =>
  search(rows.length, at => isBefore(rows[at], place, 0))
const upperBound = (rows: readonly Row[], place: Position): number =>
  search(rows.length, at => isBefore(rows[at], place, 1))
const isBefore = (row: Row | undefined, place: Position, bound: number): boolean =>
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

function compare(a: Position, b: Position): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
