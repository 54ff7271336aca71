import { AppError } from '../../../errors.ts'
import type { Page, PageOptions } from '../../store.ts'
import { decodePosition, encodePosition } from '../cursor.ts'
import type { Definition, StoredRecord } from '../definitions.ts'
import { checkLimit, keyMap, takenId } from '../faults.ts'
import { sealed } from './record.ts'
import { Row } from './row.ts'
import { SortedRows, type Weights } from './sorted-rows.ts'
import type { Write } from './tables.ts'
import { Versions } from './versions.ts'

/** The keys of a row: for each unique key, then for each index, in the order of the definition. */
export type Keys = readonly (string | undefined)[]

/** One collection in memory, with its unique keys and indexes, as the views of the engine see it (row.ts). */
export class CollectionTable {
  readonly name: string
  readonly definition: Definition
  /** How many records are durable. */
  durableSize = 0
  readonly #rows = new Versions()
  readonly #unique: ReadonlyMap<string, Versions>
  readonly #index: ReadonlyMap<string, Map<string, SortedRows>>
  readonly #keyFunctions: readonly ((record: StoredRecord) => string | undefined)[]
  readonly #weights: { readonly names: readonly string[]; readonly functions: Weights }

  constructor(name: string, definition: Definition) {
    this.name = name
    this.definition = definition
    this.#unique = new Map(Object.keys(definition.unique).map(unique => [unique, new Versions()]))
    this.#index = new Map(Object.keys(definition.index).map(index => [index, new Map<string, SortedRows>()]))
    this.#keyFunctions = [...Object.values(definition.unique), ...Object.values(definition.index)]
    const { weights = {} } = definition
    this.#weights = { names: Object.keys(weights), functions: Object.values(weights) }
  }

  row(id: string, at: number): Row | undefined {
    return this.#rows.see(id, at)
  }

  rows(at: number): Iterable<Row> {
    return this.#rows.seen(at)
  }

  /** Whether any view may see a record with this id. */
  has(id: string): boolean {
    return this.#rows.has(id)
  }

  get(id: string, at: number): StoredRecord | undefined {
    return recordOf(this.#rows.see(id, at))
  }

  by(unique: string, key: string, at: number): StoredRecord | undefined {
    return recordOf(keyMap(this.#unique, this.name, unique).see(key, at))
  }

  list(index: string, key: string, at: number): readonly StoredRecord[] {
    const rows = keyMap(this.#index, this.name, index).get(key)
    return (rows?.slice(at, Number.POSITIVE_INFINITY) ?? []).map(row => sealed(row.record))
  }

  page(index: string, key: string, { limit, after }: PageOptions, at: number): Page<StoredRecord> {
    checkLimit(limit)
    const start = after === undefined ? undefined : decodePosition(after)
    const rows = keyMap(this.#index, this.name, index)
      .get(key)
      ?.slice(at, limit + 1, start)
    const items = (rows ?? []).slice(0, limit)
    const last = items.at(-1)
    const more = rows !== undefined && rows.length > limit && last !== undefined
    return { items: items.map(row => sealed(row.record)), ...(more && { next: encodePosition(last) }) }
  }

  count(index: string, key: string, at: number): number {
    return keyMap(this.#index, this.name, index).get(key)?.count(at) ?? 0
  }

  sum(index: string, key: string, weight: string, at: number): number {
    const place = this.#weights.names.indexOf(weight)
    if (place === -1) throw new Error(`${this.name} has no weight ${JSON.stringify(weight)}.`)
    return keyMap(this.#index, this.name, index).get(key)?.sum(place, at) ?? 0
  }

  /** A row for a record that its schema accepted. */
  makeRow(record: StoredRecord, from: number): Row {
    return new Row(record, this.definition.order?.(record) ?? record.id, from)
  }

  keysOf(row: Row): Keys {
    return this.#keyFunctions.map(keyOf => keyOf(row.record))
  }

  /** @throws AppError `already_exists` when its id is taken. */
  assertFree(row: Row, at: number): void {
    if (this.#rows.see(row.id, at) !== undefined) throw takenId(row.id, this.name)
  }

  /** @throws AppError `already_exists` when another record has one of the unique keys of this row. */
  assertUnique(row: Row, keys: Keys, at: number): void {
    let place = 0
    for (const [unique, taken] of this.#unique) {
      const key = keys[place++]
      const other = key === undefined ? undefined : taken.see(key, at)
      if (key === undefined || other === undefined || other.id === row.id) continue
      const value = JSON.stringify(key.replaceAll('\u0000', ' '))
      throw new AppError('already_exists', `The ${unique} ${value} is taken in ${this.name}.`, {
        fix: `Choose another ${unique}, or change the record that has it.`,
      })
    }
  }

  /** Lets transactions see a write, and other views see what was before. */
  apply({ number, before, after, keys }: Write): void {
    if (before !== undefined) {
      before.until = number
      for (const rows of this.#listings(keys.before)) rows.move(before)
    }
    if (after === undefined) return
    this.#add(after, keys.after)
    for (const rows of this.#listings(keys.after)) rows.move(after)
  }

  /** Takes back a write that only transactions saw; `durable` is the number up to which writes are durable. */
  undo({ before, after, keys }: Write, durable: number): void {
    if (after !== undefined) {
      this.#rows.remove(after.id, after)
      this.#drop(after, keys.after)
    }
    if (before === undefined) return
    before.until = undefined
    if (before.from <= durable) for (const rows of this.#listings(keys.before)) rows.rest(before)
  }

  /** Forgets what a durable write replaced, everywhere but under its id, where an older view may still look for it. */
  settle({ before, after, keys }: Write): void {
    if (before !== undefined) this.#drop(before, keys.before)
    if (after !== undefined && after.until === undefined) {
      for (const rows of this.#listings(keys.after)) rows.rest(after)
    }
  }

  /** No view looks for this version any more. */
  forget(row: Row): void {
    this.#rows.remove(row.id, row)
  }

  /** Takes a record from the disk that is not there yet. */
  load(row: Row): void {
    this.#add(row, this.keysOf(row))
    this.durableSize++
  }

  /** Drops a record that the disk says is removed; gives what was there. */
  unload(id: string): Row | undefined {
    const row = this.#rows.see(id, 0)
    if (row === undefined) return undefined
    this.#rows.remove(id, row)
    this.#drop(row, this.keysOf(row))
    this.durableSize--
    return row
  }

  #add(row: Row, keys: Keys): void {
    this.#rows.add(row.id, row)
    let place = 0
    for (const taken of this.#unique.values()) {
      const key = keys[place++]
      if (key !== undefined) taken.add(key, row)
    }
    for (const listings of this.#index.values()) {
      const key = keys[place++]
      if (key === undefined) continue
      let rows = listings.get(key)
      if (rows === undefined) listings.set(key, (rows = new SortedRows(this.#weights.functions)))
      rows.insert(row)
    }
  }

  #drop(row: Row, keys: Keys): void {
    let place = 0
    for (const taken of this.#unique.values()) {
      const key = keys[place++]
      if (key !== undefined) taken.remove(key, row)
    }
    for (const listings of this.#index.values()) {
      const key = keys[place++]
      const rows = key === undefined ? undefined : listings.get(key)
      if (key === undefined || rows === undefined) continue
      rows.remove(row)
      if (rows.isEmpty) listings.delete(key)
    }
  }

  *#listings(keys: Keys): Iterable<SortedRows> {
    let place = this.#unique.size
    for (const listings of this.#index.values()) {
      const key = keys[place++]
      const rows = key === undefined ? undefined : listings.get(key)
      if (rows !== undefined) yield rows
    }
  }
}

const recordOf = (row: Row | undefined): StoredRecord | undefined => row && sealed(row.record)
