import { AppError } from '../../errors.ts'
import type { Page, PageOptions } from '../store.ts'
import { decodePosition, encodePosition } from './cursor.ts'
import type { Definition, StoredRecord } from './definitions.ts'
import { checkLimit, keyMap, takenId } from './faults.ts'
import { type Row, SortedRows } from './sorted-rows.ts'

/** One state of one collection in memory, with its unique keys and indexes. */
export class CollectionTable {
  readonly name: string
  readonly definition: Definition
  readonly #rows = new Map<string, Row>()
  readonly #unique: ReadonlyMap<string, Map<string, Row>>
  readonly #index: ReadonlyMap<string, Map<string, SortedRows>>

  constructor(name: string, definition: Definition) {
    this.name = name
    this.definition = definition
    this.#unique = new Map(Object.keys(definition.unique).map(unique => [unique, new Map<string, Row>()]))
    this.#index = new Map(Object.keys(definition.index).map(index => [index, new Map<string, SortedRows>()]))
  }

  get size(): number {
    return this.#rows.size
  }

  rows(): Iterable<Row> {
    return this.#rows.values()
  }

  row(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  get(id: string): StoredRecord | undefined {
    return this.#rows.get(id)?.record
  }

  by(unique: string, key: string): StoredRecord | undefined {
    return keyMap(this.#unique, this.name, unique).get(key)?.record
  }

  list(index: string, key: string): readonly StoredRecord[] {
    const rows = keyMap(this.#index, this.name, index).get(key)
    return rows === undefined ? [] : rows.slice(rows.size).map(row => row.record)
  }

  page(index: string, key: string, { limit, after }: PageOptions): Page<StoredRecord> {
    checkLimit(limit)
    const start = after === undefined ? undefined : decodePosition(after)
    const rows = keyMap(this.#index, this.name, index)
      .get(key)
      ?.slice(limit + 1, start)
    const items = (rows ?? []).slice(0, limit)
    const last = items.at(-1)
    const more = rows !== undefined && rows.length > limit && last !== undefined
    return { items: items.map(row => row.record), ...(more && { next: encodePosition(last) }) }
  }

  count(index: string, key: string): number {
    return keyMap(this.#index, this.name, index).get(key)?.size ?? 0
  }

  /** A row for a record that its schema accepted. */
  makeRow(record: StoredRecord): Row {
    return { id: record.id, sort: this.definition.order?.(record) ?? record.id, record }
  }

  /** @throws AppError `already_exists` when its id is taken. */
  assertFree(row: Row): void {
    if (this.#rows.has(row.id)) throw takenId(row.id, this.name)
  }

  /** @throws AppError `already_exists` when another record has one of the unique keys of this row. */
  assertUnique(row: Row): void {
    for (const [unique, taken] of this.#unique) {
      const key = this.definition.unique[unique]?.(row.record)
      const other = key === undefined ? undefined : taken.get(key)
      if (key === undefined || other === undefined || other.id === row.id) continue
      const value = JSON.stringify(key.replaceAll('\u0000', ' '))
      throw new AppError('already_exists', `The ${unique} ${value} is taken in ${this.name}.`, {
        fix: `Choose another ${unique}, or change the record that has it.`,
      })
    }
  }

  /** Puts `after` in the place of `before`; either may be missing. `replace(b, a)` undoes `replace(a, b)`. */
  replace(before: Row | undefined, after: Row | undefined): void {
    if (after !== undefined) this.#rows.set(after.id, after)
    else if (before !== undefined) this.#rows.delete(before.id)
    for (const [unique, taken] of this.#unique) {
      const [from, to] = this.#keys(this.definition.unique[unique], before, after)
      if (from !== undefined && from !== to) taken.delete(from)
      if (to !== undefined && after !== undefined) taken.set(to, after)
    }
    for (const [index, buckets] of this.#index) {
      const [from, to] = this.#keys(this.definition.index[index], before, after)
      if (from !== undefined && before !== undefined) take(buckets, from, before)
      if (to !== undefined && after !== undefined) give(buckets, to, after)
    }
  }

  #keys(
    keyOf: ((record: StoredRecord) => string | undefined) | undefined,
    ...rows: readonly (Row | undefined)[]
  ): readonly (string | undefined)[] {
    return rows.map(row => (row === undefined ? undefined : keyOf?.(row.record)))
  }
}

function take(buckets: Map<string, SortedRows>, key: string, row: Row): void {
  const rows = buckets.get(key)
  rows?.remove(row)
  if (rows?.size === 0) buckets.delete(key)
}

function give(buckets: Map<string, SortedRows>, key: string, row: Row): void {
  const rows = buckets.get(key)
  if (rows === undefined) buckets.set(key, new SortedRows(row))
  else rows.insert(row)
}
