import type { Position } from '../../engine/cursor.ts'
import type { Row } from './row.ts'
import { compareRows, type LackingQuery, SortedRows, type Weights } from './sorted-rows.ts'
import type { View } from './stamp.ts'

/** The rows of an index by key, sorted. A key with a single row, the most common case, needs no list. */
export class RowIndex {
  readonly #rows = new Map<string, Row | SortedRows>()
  readonly #weights: Weights

  constructor(weights: Weights) {
    this.#weights = weights
  }

  insert(key: string, row: Row): void {
    const there = this.#rows.get(key)
    if (there === undefined) this.#rows.set(key, row)
    else if (there instanceof SortedRows) there.insert(row)
    else {
      const rows = new SortedRows(this.#weights)
      rows.insert(there)
      rows.insert(row)
      this.#rows.set(key, rows)
    }
  }

  remove(key: string, row: Row): void {
    const there = this.#rows.get(key)
    if (there instanceof SortedRows) {
      there.remove(row)
      if (there.isEmpty) this.#rows.delete(key)
    } else if (there === row) this.#rows.delete(key)
  }

  /** The list of a key with several rows. Lists count the changes of transactions. */
  list(key: string): SortedRows | undefined {
    const there = this.#rows.get(key)
    return there instanceof SortedRows ? there : undefined
  }

  /** Returns up to `limit` rows that a view sees, starting after a position. */
  slice(key: string, view: View, limit: number, after?: Position): Row[] {
    const there = this.#rows.get(key)
    if (there instanceof SortedRows) return there.slice(view, limit, after)
    const isGiven = there?.isSeen(view) === true && limit > 0 && (after === undefined || compareRows(there, after) > 0)
    return isGiven ? [there] : []
  }

  /** Like `SortedRows.findLacking`. */
  findLacking(key: string, look: LackingQuery): ReturnType<SortedRows['findLacking']> {
    const there = this.#rows.get(key)
    if (there instanceof SortedRows) return there.findLacking(look)
    const isGiven =
      there?.isSeen(look.view) === true &&
      (look.after === undefined || compareRows(there, look.after) > 0) &&
      look.find(there) === undefined
    return { rows: isGiven ? [there] : [] }
  }

  count(key: string, view: View): number {
    const there = this.#rows.get(key)
    if (there instanceof SortedRows) return there.count(view)
    return there?.isSeen(view) === true ? 1 : 0
  }

  sum(key: string, weight: number, view: View): number {
    const there = this.#rows.get(key)
    if (there instanceof SortedRows) return there.sum(weight, view)
    return there?.isSeen(view) === true ? (this.#weights[weight]?.(there.record) ?? 0) : 0
  }
}
