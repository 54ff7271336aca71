import type { LogDefinition, StoredRecord } from '../../engine/definitions.ts'
import { getKeyMap } from '../../engine/errors.ts'
import { binarySearch } from './binary-search.ts'
import { ORIGIN, type Stamp } from './stamp.ts'

/** A log record in memory. */
export interface LogRow {
  readonly record: StoredRecord
  /** The transaction that appended it. */
  readonly born: Stamp
  /** Number of records before it in the log. While its transaction runs: a number above all of those. */
  place: number
}

interface LogRowQuery {
  readonly below: number
  readonly limit: number
  readonly isMeant: (row: LogRow) => boolean
}

/** First place of records of running transactions. No log has this many records. */
const FIRST_RUNNING = 100_000_000_000

/** Log records in append order, with their indexes. */
export class LogRows {
  readonly #definition: LogDefinition
  readonly #rows: LogRow[] = []
  readonly #index: ReadonlyMap<string, Map<string, LogRow[]>>

  constructor(definition: LogDefinition) {
    this.#definition = definition
    this.#index = new Map(Object.keys(definition.index).map(index => [index, new Map<string, LogRow[]>()]))
  }

  get rows(): readonly LogRow[] {
    return this.#rows
  }

  append(record: StoredRecord, { place, born = ORIGIN }: { readonly place?: number; readonly born?: Stamp }): LogRow {
    const row = { record, born, place: place ?? FIRST_RUNNING + this.#rows.length }
    this.#rows.push(row)
    for (const [index, buckets] of this.#index) {
      const key = this.#definition.index[index]?.(record)
      if (key === undefined) continue
      const rows = buckets.get(key)
      if (rows === undefined) buckets.set(key, [row])
      else rows.push(row)
    }
    return row
  }

  /** Undoes the newest `append`. */
  pop(): LogRow | undefined {
    const row = this.#rows.pop()
    if (row === undefined) return undefined
    for (const [index, buckets] of this.#index) {
      const key = this.#definition.index[index]?.(row.record)
      if (key === undefined) continue
      const rows = buckets.get(key)
      rows?.pop()
      if (rows?.length === 0) buckets.delete(key)
    }
    return row
  }

  /** Appends the rows of a transaction. The first one gets this place. */
  join({ rows, index }: LogRowsView, place: number): void {
    for (const [n, row] of rows.entries()) {
      row.place = place + n
      this.#rows.push(row)
    }
    for (const [name, buckets] of index) {
      const own = this.#index.get(name)
      for (const [key, added] of buckets) {
        const there = own?.get(key)
        if (there === undefined) own?.set(key, added)
        else for (const row of added) there.push(row)
      }
    }
  }

  /** The rows to `join` to another log. Do not append afterwards. */
  get content(): LogRowsView {
    return { rows: this.#rows, index: this.#index }
  }

  /** Finds rows by an index key, newest first. */
  find(log: string, index: string, key: string, { below, limit, isMeant }: LogRowQuery): LogRow[] {
    const rows = getKeyMap(this.#index, log, index).get(key) ?? []
    const found: LogRow[] = []
    const end = binarySearch(rows.length, at => (rows[at]?.place ?? below) < below)
    for (let n = end - 1; n >= 0 && found.length < limit; n--) {
      const row = rows[n]
      if (row !== undefined && isMeant(row)) found.push(row)
    }
    return found
  }
}

interface LogRowsView {
  readonly rows: readonly LogRow[]
  readonly index: ReadonlyMap<string, ReadonlyMap<string, LogRow[]>>
}
