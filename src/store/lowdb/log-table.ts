import type { Page, PageOptions } from '../store.ts'
import { decodePosition, encodePosition } from './cursor.ts'
import type { LogDefinition, StoredRecord } from './definitions.ts'
import { checkLimit, keyMap, takenId } from './faults.ts'
import type { Row } from './sorted-rows.ts'

/** One state of one append-only collection in memory. */
export class LogTable {
  readonly name: string
  readonly definition: LogDefinition
  readonly #rows = new Map<string, Row>()
  readonly #index: ReadonlyMap<string, Map<string, Row[]>>

  constructor(name: string, definition: LogDefinition) {
    this.name = name
    this.definition = definition
    this.#index = new Map(Object.keys(definition.index).map(index => [index, new Map<string, Row[]>()]))
  }

  get size(): number {
    return this.#rows.size
  }

  get(id: string): StoredRecord | undefined {
    return this.#rows.get(id)?.record
  }

  page(index: string, key: string, { limit, after }: PageOptions): Page<StoredRecord> {
    checkLimit(limit)
    const rows = keyMap(this.#index, this.name, index).get(key) ?? []
    const end = after === undefined ? rows.length : countBefore(rows, decodePosition(after).sort)
    const begin = Math.max(0, end - limit)
    const items = rows.slice(begin, end).toReversed()
    const last = items.at(-1)
    return {
      items: items.map(row => row.record),
      ...(begin > 0 && last !== undefined && { next: encodePosition(last) }),
    }
  }

  /** A row for a record that comes next: its place is how many there were before. */
  makeRow(record: StoredRecord): Row {
    return { id: record.id, sort: String(this.#rows.size).padStart(12, '0'), record }
  }

  /** @throws AppError `already_exists` when its id is taken. */
  assertFree(row: Row): void {
    if (this.#rows.has(row.id)) throw takenId(row.id, this.name)
  }

  append(row: Row): void {
    this.#rows.set(row.id, row)
    for (const [buckets, key] of this.#keys(row)) {
      const rows = buckets.get(key)
      if (rows === undefined) buckets.set(key, [row])
      else rows.push(row)
    }
  }

  /** Undoes the newest `append`. */
  undo(row: Row): void {
    this.#rows.delete(row.id)
    for (const [buckets, key] of this.#keys(row)) {
      const rows = buckets.get(key)
      rows?.pop()
      if (rows?.length === 0) buckets.delete(key)
    }
  }

  *#keys(row: Row): Iterable<readonly [Map<string, Row[]>, string]> {
    for (const [index, buckets] of this.#index) {
      const key = this.definition.index[index]?.(row.record)
      if (key !== undefined) yield [buckets, key]
    }
  }
}

function countBefore(rows: readonly Row[], sort: string): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.sort ?? '') < sort) low = middle + 1
    else high = middle
  }
  return low
}
