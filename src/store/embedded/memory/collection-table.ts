import { decodePosition, encodePosition, type Position } from '../../engine/cursor.ts'
import type { Definition, IndexKeys, StoredRecord } from '../../engine/definitions.ts'
import { assertLimit, getKeyMap, idTakenError, keyTakenError } from '../../engine/errors.ts'
import { compoundKey, type Gap } from '../../records/define.ts'
import type { Page, PageOptions, SortKeyOptions } from '../../store.ts'
import { freezeRecord } from './record.ts'
import { Row } from './row.ts'
import { RowIndex } from './row-index.ts'
import type { SortedRows } from './sorted-rows.ts'
import { assertUnchanged, ORIGIN, type Stamp, type TransactionView, type View, WriteConflictError } from './stamp.ts'
import { TextSearch, type TextSource } from './text-search.ts'
import { Versions } from './versions.ts'
import type { Keys, Write } from './write.ts'

/** The view while rows are loaded from the disk, before the store opens. */
const FROM_DISK: View = { at: 0 }

/** One collection in memory, with its unique keys and indexes. Rows have versions, of which each view sees at most one (row.ts). */
export class CollectionTable {
  readonly name: string
  readonly definition: Definition
  /** Number of durable records. */
  durableSize = 0
  readonly #rows = new Versions()
  readonly #unique: ReadonlyMap<string, Versions>
  readonly #index: ReadonlyMap<string, RowIndex>
  readonly #uniqueKeys: readonly ((record: StoredRecord) => string | undefined)[]
  readonly #indexKeys: readonly ((record: StoredRecord) => IndexKeys)[]
  readonly #weightNames: readonly string[]
  readonly #texts: ReadonlyMap<string, { readonly search: TextSearch; readonly place: number }>
  readonly #gaps = new Map<string, { readonly definition: Gap; readonly table: CollectionTable }>()
  /** Called with each removed record. */
  readonly #onGone: ((record: StoredRecord) => void)[] = []
  #serial = 0

  constructor(name: string, definition: Definition) {
    const { unique, index, weights = {}, texts = {} } = definition
    this.name = name
    this.definition = definition
    this.#weightNames = Object.keys(weights)
    this.#unique = new Map(Object.keys(unique).map(one => [one, new Versions()]))
    this.#index = new Map(Object.keys(index).map(one => [one, new RowIndex(Object.values(weights))]))
    this.#uniqueKeys = Object.values(unique)
    this.#indexKeys = Object.values(index)
    const places = Object.keys(index)
    this.#texts = new Map(
      Object.entries(texts).map(([one, { index: within, of }]) => {
        const page: TextSource['page'] = (key, after, limit, view) =>
          getKeyMap(this.#index, name, within).slice(key, view, limit, after)
        const place = places.indexOf(within)
        const find: TextSource['find'] = (id, key, view) => {
          const row = this.#rows.see(id, view)
          const keys = row && index[within]?.(row.record)
          return keys === key || (Array.isArray(keys) && keys.includes(key)) ? row : undefined
        }
        return [one, { search: new TextSearch({ of, page, find }), place }]
      }),
    )
  }

  row(id: string, view: View): Row | undefined {
    return this.#rows.see(id, view)
  }

  rows(view: View): Iterable<Row> {
    return this.#rows.seen(view)
  }

  /** Whether a version of this record exists in any view. */
  has(id: string): boolean {
    return this.#rows.has(id)
  }

  get(id: string, view: View): StoredRecord | undefined {
    return freezeIfFound(this.#rows.see(id, view))
  }

  by(unique: string, key: string, view: View): StoredRecord | undefined {
    return freezeIfFound(getKeyMap(this.#unique, this.name, unique).see(key, view))
  }

  list(index: string, key: string, view: View): readonly StoredRecord[] {
    const rows = getKeyMap(this.#index, this.name, index).slice(key, view, Number.POSITIVE_INFINITY)
    return rows.map(row => freezeRecord(row.record))
  }

  page(index: string, key: string, { limit, after }: PageOptions, view: View): Page<StoredRecord> {
    assertLimit(limit)
    const start = after === undefined ? undefined : decodePosition(after)
    const rows = getKeyMap(this.#index, this.name, index).slice(key, view, limit + 1, start)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const more = rows.length > limit && last !== undefined
    return { items: items.map(row => freezeRecord(row.record)), ...(more && { next: encodePosition(last) }) }
  }

  behind(index: string, key: string, { limit, behind }: SortKeyOptions, view: View): readonly StoredRecord[] {
    assertLimit(limit)
    const rows = getKeyMap(this.#index, this.name, index).slice(key, view, limit, positionAfter(behind))
    return rows.map(row => freezeRecord(row.record))
  }

  /** Lists the records of a gap. Yields between steps, so that the caller can let other work run. */
  *gaps(
    gap: string,
    key: string,
    about: string,
    { limit, behind }: SortKeyOptions,
    view: View,
  ): Generator<undefined, readonly StoredRecord[]> {
    assertLimit(limit)
    const { table, definition } = getKeyMap(this.#gaps, this.name, gap)
    const taken = getKeyMap(table.#unique, table.name, definition.unique)
    const find = (row: Row): Row | undefined => taken.see(compoundKey(row.id, about), view)
    const listings = getKeyMap(this.#index, this.name, definition.index)
    const found: StoredRecord[] = []
    let after = positionAfter(behind)
    for (;;) {
      const { rows, on } = listings.findLacking(key, { view, limit: limit - found.length, after, about, find })
      for (const row of rows) found.push(freezeRecord(row.record))
      if (on === undefined || found.length === limit) return found
      after = on
      yield
    }
  }

  /** Connects a gap of this collection to the collection that fills it. */
  bindGap(name: string, definition: Gap, table: CollectionTable): void {
    this.#gaps.set(name, { definition, table })
    table.#onGone.push(record => {
      const key: unknown = Reflect.get(record, definition.place)
      getKeyMap(this.#index, this.name, definition.index).list(String(key))?.forgetComplete()
    })
  }

  count(index: string, key: string, view: View): number {
    return getKeyMap(this.#index, this.name, index).count(key, view)
  }

  sum(index: string, key: string, weight: string, view: View): number {
    const place = this.#weightNames.indexOf(weight)
    if (place === -1) throw new Error(`${this.name} has no weight ${JSON.stringify(weight)}.`)
    return getKeyMap(this.#index, this.name, index).sum(key, place, view)
  }

  /** The search in texts of this collection. */
  texts(name: string): TextSearch {
    return getKeyMap(this.#texts, this.name, name).search
  }

  /** Tells the search in texts of a durable write. */
  noteDurable({ before, after, keys }: Write): void {
    for (const { search, place } of this.#texts.values()) {
      if (search.isEmpty) continue
      if (before !== undefined) search.note(keys.before.index[place], before)
      if (after !== undefined) search.note(keys.after.index[place], after)
    }
  }

  /** Creates a row. The record must be valid. */
  makeRow(record: StoredRecord, born = ORIGIN): Row {
    return new Row(record, this.definition.order?.(record) ?? record.id, born.isSettled ? 0 : ++this.#serial, born)
  }

  getKeys(row: Row): Keys {
    const { record } = row
    return {
      unique: this.#uniqueKeys.map(keyOf => keyOf(record)),
      index: this.#indexKeys.map(keysOf => keysOf(record)),
    }
  }

  /** @throws AppError `already_exists` when the ID is taken, WriteConflictError when a parallel transaction takes it. */
  assertFree(row: Row, view: TransactionView): void {
    const taken = this.#rows.see(row.id, view)
    if (taken === undefined) assertUnclaimed(this.#rows, row.id, view)
    else {
      assertUnchanged(taken, view)
      throw idTakenError(row.id, this.name)
    }
  }

  /** @throws AppError `already_exists` when another record has a unique key of this row, WriteConflictError when a parallel transaction takes one. */
  assertUnique(row: Row, keys: Keys, view: TransactionView): void {
    let place = 0
    for (const [unique, taken] of this.#unique) {
      const key = keys.unique[place++]
      if (key === undefined) continue
      const other = taken.see(key, view)
      if (other === undefined || other.id === row.id) {
        assertUnclaimed(taken, key, view)
        continue
      }
      assertUnchanged(other, view)
      throw keyTakenError(unique, key, this.name)
    }
  }

  /** Applies a write of the transaction with this stamp. Other views see it according to the stamp. */
  apply({ before, after, keys }: Write, stamp: Stamp): void {
    if (before !== undefined) {
      before.died = stamp
      this.#eachList(keys.before, rows => rows.markDeleted(before))
    }
    if (after !== undefined) this.#add(after, keys.after)
    else if (before !== undefined) for (const tell of this.#onGone) tell(before.record)
  }

  /** Undoes a write that is not durable. */
  undo({ before, after, keys }: Write): void {
    if (after !== undefined) {
      this.#rows.remove(after.id, after)
      this.#drop(after, keys.after)
    }
    if (before === undefined) return
    this.#eachList(keys.before, rows => rows.unmarkDeleted(before))
    before.died = undefined
  }

  /** Removes the version that a durable write replaced, from unique keys and indexes. An older view may still look it up by ID. */
  settle({ before, after, keys }: Write): void {
    if (before !== undefined) this.#drop(before, keys.before)
    if (after === undefined) return
    this.#eachList(keys.after, rows => rows.settle(after))
    after.born = after.born.settled()
  }

  /** Removes a version that no view can see. */
  forget(row: Row): void {
    this.#rows.remove(row.id, row)
  }

  /** Loads a record from the disk. Its ID must be new. */
  load(row: Row): void {
    this.#add(row, this.getKeys(row))
    this.durableSize++
  }

  /** Removes a record while the journals are replayed; returns its row. */
  unload(id: string): Row | undefined {
    const row = this.#rows.see(id, FROM_DISK)
    if (row === undefined) return undefined
    this.#rows.remove(id, row)
    this.#drop(row, this.getKeys(row))
    this.durableSize--
    return row
  }

  #add(row: Row, keys: Keys): void {
    this.#rows.add(row.id, row)
    let place = 0
    for (const taken of this.#unique.values()) {
      const key = keys.unique[place++]
      if (key !== undefined) taken.add(key, row)
    }
    this.#eachListing(keys, (listings, key) => listings.insert(key, row))
  }

  #drop(row: Row, keys: Keys): void {
    let place = 0
    for (const taken of this.#unique.values()) {
      const key = keys.unique[place++]
      if (key !== undefined) taken.remove(key, row)
    }
    this.#eachListing(keys, (listings, key) => listings.remove(key, row))
  }

  /** Visits the lists of a row: keys with a single row have none. */
  #eachList(keys: Keys, visit: (rows: SortedRows) => void): void {
    this.#eachListing(keys, (listings, key) => {
      const rows = listings.list(key)
      if (rows !== undefined) visit(rows)
    })
  }

  /** Visits each index with each key under which it lists a row. */
  #eachListing(keys: Keys, visit: (listings: RowIndex, key: string) => void): void {
    let place = 0
    for (const listings of this.#index.values()) {
      const key = keys.index[place++]
      if (typeof key === 'string') visit(listings, key)
      else if (key !== undefined) for (const one of key) visit(listings, one)
    }
  }
}

/** Sorts after all IDs. */
const MAX_ID = '\uFFFF'

const positionAfter = (sort: string | undefined): Position | undefined =>
  sort === undefined ? undefined : { sort, id: MAX_ID }

function assertUnclaimed(versions: Versions, key: string, view: View): void {
  const other = versions.findClaimant(key, view)
  if (other !== undefined) throw new WriteConflictError(other)
}

const freezeIfFound = (row: Row | undefined): StoredRecord | undefined => row && freezeRecord(row.record)
