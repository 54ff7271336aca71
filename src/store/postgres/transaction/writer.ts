import { randomInt } from 'node:crypto'
import { decodePosition, encodePosition } from '../../engine/cursor.ts'
import type { StoredRecord } from '../../engine/definitions.ts'
import { idTakenError, keyTakenError, recordMissingError } from '../../engine/errors.ts'
import {
  deepFreeze,
  freezeInSteps,
  isLongRecord,
  stringifyRecord,
  validateInSteps,
  validateRecord,
} from '../../engine/record.ts'
import type { LogPageOptions, Page, SortKeyOptions } from '../../store.ts'
import { KeyTakenError } from '../errors.ts'
import { CollectionLookups, encodeSeq, LogLookups } from '../lookups.ts'
import { encodeKey } from '../tables/keys.ts'
import { type CollectionLayout, type LogLayout, measureOf } from '../tables/layout.ts'
import type { Row } from '../tables/row.ts'
import { type Totals, TotalsChange } from '../tables/totals.ts'
import type { TransactionUnit } from './unit.ts'
import { type Base, encodeOptional, flushCollection, type PendingWrite, type Statements } from './write-rows.ts'

/** The most that the source of random numbers gives. */
const MAX_VERSION = 2 ** 48 - 1

/** A version number: different for each write, so that a record that was replaced and came back is another version. */
export const newVersion = (): string => String(randomInt(MAX_VERSION))

/** A record, and its line. */
export interface Written {
  readonly record: StoredRecord
  readonly json: string
}

/** Validates, freezes and encodes a record. Does so in steps for the items of its lists: a file can have 50,000. */
async function seal(
  { name, definition }: CollectionLayout | LogLayout,
  record: StoredRecord,
  unit: TransactionUnit,
): Promise<Written> {
  await unit.pause()
  const isLong = isLongRecord(record)
  const valid = isLong
    ? await unit.run(validateInSteps(name, definition.schema, record))
    : validateRecord(name, definition.schema, record)
  if (isLong) await unit.run(freezeInSteps(valid))
  const sealed = deepFreeze(valid)
  const json = await stringifyRecord(sealed, unit)
  unit.measure(json.length)
  return { record: sealed, json }
}

/**
 * Lookups and writes of one collection in a transaction. Writes wait in memory, and are sent together: before a listing of the collection, or at the end.
 * Lookups by ID and unique key know them.
 */
export class CollectionWriter extends CollectionLookups {
  readonly #unit: TransactionUnit
  /** What the database has, as this transaction saw it first; undefined: nothing. */
  readonly #base = new Map<string, Base | undefined>()
  /** What this transaction wrote; undefined: removed. */
  readonly #own = new Map<string, Written | undefined>()
  /** IDs by the unique keys that this transaction wrote or released. */
  readonly #ownKeys = new Map<string, string | undefined>()
  /** IDs by the unique keys that it read; undefined: nothing had the key. */
  readonly #seenKeys = new Map<string, string | undefined>()
  /** What the last check read, and no other transaction can change before the end of this one. */
  readonly #locked = new Map<string, StoredRecord>()
  #pending = new Set<string>()
  /** What waits adds to the indexes that are counted by the database. */
  #pendingTotals = newPendingTotals()
  #flushing: Promise<void> | undefined

  constructor(layout: CollectionLayout, unit: TransactionUnit) {
    super(layout, unit.query, unit.durable, unit.totalsLookups)
    this.#unit = unit
  }

  override async get(id: string): Promise<StoredRecord | undefined> {
    this.#unit.guard()
    if (this.#own.has(id)) return this.#own.get(id)?.record
    if (this.#isRemembering && this.#base.has(id)) return this.#base.get(id)?.record
    const locked = this.#locked.get(id)
    if (locked !== undefined) return locked
    const found = await super.get(id)
    if (found === undefined && !this.#base.has(id)) this.#base.set(id, undefined)
    if (found !== undefined && this.#unit.isChecking) this.#locked.set(id, found)
    return found
  }

  override async getEach(ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    this.#unit.guard()
    return super.getEach(ids)
  }

  override async by(unique: string, key: string): Promise<StoredRecord | undefined> {
    this.#unit.guard()
    const name = ownKey(unique, key)
    if (this.#ownKeys.has(name)) {
      const id = this.#ownKeys.get(name)
      return id === undefined ? undefined : this.#own.get(id)?.record
    }
    if (this.#isRemembering && this.#seenKeys.has(name)) return this.#base.get(this.#seenKeys.get(name) ?? '')?.record
    const found = await super.by(unique, key)
    if (found === undefined) this.#seenKeys.set(name, undefined)
    return found
  }

  override async gaps(
    gap: string,
    key: string,
    about: string,
    options: SortKeyOptions,
  ): Promise<readonly StoredRecord[]> {
    await this.prepare(gap, key)
    const lacks = this.layout.definition.gaps?.[gap]?.lacks
    if (lacks !== undefined) await this.#unit.flushCollection(lacks)
    return super.gaps(gap, key, about, options)
  }

  async insert(record: StoredRecord): Promise<void> {
    const written = await seal(this.layout, record, this.#unit)
    const { id } = written.record
    if (this.#own.get(id) !== undefined || (!this.#own.has(id) && this.#base.get(id) !== undefined))
      throw idTakenError(id, this.layout.name)
    if (this.#unit.isCareful && !this.#own.has(id) && (await this.get(id)) !== undefined)
      throw idTakenError(id, this.layout.name)
    await this.#assertFree(written.record, undefined)
    this.#write('insert', id, undefined, written)
    if (this.#unit.isCareful) await this.flush()
  }

  async put(record: StoredRecord): Promise<void> {
    const written = await seal(this.layout, record, this.#unit)
    const { id } = written.record
    const before = await this.#present(id)
    if (before === undefined) throw recordMissingError(id, this.layout.name)
    await this.#assertFree(written.record, before)
    this.#write('put', id, before, written)
    if (this.#unit.isCareful) await this.flush()
  }

  async remove(id: string): Promise<void> {
    await this.#unit.pause()
    const before = await this.#present(id)
    if (before !== undefined) this.#write('remove', id, before, undefined)
  }

  /** Sends what waits, after what another call is sending. */
  async flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
    if (this.#pending.size === 0) return
    this.#flushing = this.#send().finally(() => {
      this.#flushing = undefined
    })
    await this.#flushing
  }

  async #send(): Promise<void> {
    const ids = [...this.#pending].sort()
    this.#pending = new Set()
    this.#pendingTotals = newPendingTotals()
    const writes = ids.map((id): PendingWrite => {
      const own = this.#own.get(id)
      return { id, before: this.#base.get(id), after: own && { ...own, version: newVersion() } }
    })
    await this.#unit.attempt(() => flushCollection(this.layout, this.statements, writes, this.#unit.session))
    for (const { id, after } of writes) this.#base.set(id, after && { version: after.version, record: after.record })
  }

  /** What it saw of a record stays: a write of a later version would fail, and the whole transaction would run again. */
  get #isRemembering(): boolean {
    return !this.#unit.isChecking && !this.#unit.isCareful
  }

  protected override get lockRows(): string {
    return this.#unit.isChecking ? ' for share of t' : ''
  }

  protected override async totals(index: string, keys: readonly string[]): Promise<readonly Totals[]> {
    this.#unit.guard()
    if (this.#unit.isChecking) await Promise.all(keys.map(key => this.#lock(index, key)))
    while (this.#flushing !== undefined) await this.#flushing
    const found = await super.totals(index, keys)
    const measure = measureOf(this.layout.name, index)
    const change = this.layout.counted.has(index) ? this.#unit.totals : this.#pendingTotals
    return found.map((durable, at) => {
      const own = change.of(measure, keys[at] ?? '')
      return own.map((amount, place) => amount + (durable[place] ?? 0))
    })
  }

  protected override async rows(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const rows = await super.rows(text, values)
    await this.#unit.run(this.#remember(rows))
    return rows
  }

  *#remember(rows: readonly Row[]): Generator<void> {
    for (const { version, record } of rows) {
      if (this.#base.has(record.id)) continue
      this.#base.set(record.id, { version, record })
      for (const { name, keyOf } of this.layout.unique) {
        const key = keyOf(record)
        if (key !== undefined) this.#seenKeys.set(ownKey(name, key), record.id)
      }
      yield
    }
  }

  /** Sends what waits before a listing; in the last check, also locks the listing. */
  protected override async prepare(index: string, key: string): Promise<void> {
    this.#unit.guard()
    if (this.#unit.isChecking) await this.#lock(index, key)
    await this.flush()
  }

  #lock(index: string, key: string): Promise<void> {
    return this.#unit.lockChecked(`${measureOf(this.layout.name, index)} ${key}`)
  }

  /** The record as this transaction sees it. */
  async #present(id: string): Promise<StoredRecord | undefined> {
    if (this.#own.has(id)) return this.#own.get(id)?.record
    const known = this.#base.get(id)
    return known === undefined ? this.get(id) : known.record
  }

  /** Checks the unique keys of a record against those that this transaction wrote, and in careful transactions against all. */
  async #assertFree(record: StoredRecord, before: StoredRecord | undefined): Promise<void> {
    for (const { name, keyOf } of this.layout.unique) {
      const key = keyOf(record)
      if (key === undefined || (before !== undefined && keyOf(before) === key)) continue
      this.#unit.assumeFree()
      const known = this.#ownKeys.get(ownKey(name, key))
      const other =
        known ??
        (this.#unit.isCareful && !this.#ownKeys.has(ownKey(name, key)) ? (await this.by(name, key))?.id : undefined)
      if (other !== undefined && other !== record.id) throw keyTakenError(name, key, this.layout.name)
    }
  }

  #write(
    kind: 'insert' | 'put' | 'remove',
    id: string,
    before: StoredRecord | undefined,
    after: Written | undefined,
  ): void {
    const { layout } = this
    for (const totals of [this.#unit.totals, this.#pendingTotals]) {
      if (before !== undefined) totals.count(layout, before, -1)
      if (after !== undefined) totals.count(layout, after.record, 1)
    }
    for (const { name, keyOf } of layout.unique) {
      const [old, now] = [before && keyOf(before), after && keyOf(after.record)]
      if (old !== undefined && old !== now) this.#ownKeys.set(ownKey(name, old), undefined)
      if (now !== undefined) this.#ownKeys.set(ownKey(name, now), id)
    }
    this.#own.set(id, after)
    this.#pending.add(id)
    if (kind === 'insert') this.#unit.assumeFree()
    this.#unit.note(layout.name, id, kind)
  }
}

const newPendingTotals = (): TotalsChange => new TotalsChange((layout, index) => !layout.counted.has(index))

const ownKey = (unique: string, key: string): string => `${unique} ${key}`

/** Marks positions among the records that a transaction appended itself. */
const OWN = 'own'

/** Lookups and appends of one log in a transaction. Appended records wait in memory until the end, so that the log has the order of completion. */
export class LogWriter extends LogLookups {
  readonly #unit: TransactionUnit
  /** What this transaction appended, by ID, oldest first. */
  readonly #own = new Map<string, Written>()

  constructor(layout: LogLayout, unit: TransactionUnit) {
    super(layout, unit.query)
    this.#unit = unit
  }

  override async get(id: string): Promise<StoredRecord | undefined> {
    this.#unit.guard()
    return this.#own.get(id)?.record ?? super.get(id)
  }

  override async page(index: string, key: string, options: LogPageOptions): Promise<Page<StoredRecord>> {
    this.#unit.guard()
    const keyed = this.layout.single.find(({ name }) => name === index)
    const own = [...this.#own.values()].filter(({ record }) => keyed?.keyOf(record) === key).toReversed()
    const position = options.after === undefined ? { sort: OWN, id: '0' } : decodePosition(options.after)
    const start = position.sort === OWN ? Number(position.id) : own.length
    const first = own.slice(start, start + options.limit).map(({ record }) => record)
    const next = start + first.length
    if (next < own.length) return { items: first, next: encodePosition({ sort: OWN, id: String(next) }) }
    const { after } = options
    const limit = options.limit - first.length
    if (limit === 0) {
      const rest = await super.page(index, key, { ...options, limit: 1, after: undefined })
      return { items: first, ...(rest.items.length > 0 && { next: encodeSeq(String(Number.MAX_SAFE_INTEGER)) }) }
    }
    const rest = await super.page(index, key, { ...options, limit, after: position.sort === OWN ? undefined : after })
    return { ...rest, items: [...first, ...rest.items] }
  }

  async append(record: StoredRecord): Promise<void> {
    const { name } = this.layout
    const { record: sealed, json } = await seal(this.layout, record, this.#unit)
    if (this.#own.has(sealed.id)) throw idTakenError(sealed.id, name)
    if (this.#unit.isCareful && (await super.get(sealed.id)) !== undefined) throw idTakenError(sealed.id, name)
    this.#own.set(sealed.id, { record: sealed, json })
    this.#unit.assumeFree()
    this.#unit.totals.countLog(name, 1)
    this.#unit.note(name, sealed.id, 'append')
  }

  async flush(): Promise<void> {
    const own = [...this.#own.values()]
    for (let at = 0; at < own.length; at += MAX_ROWS) {
      const rows = own.slice(at, at + MAX_ROWS)
      await this.#unit.attempt(() => appendToLog(this.layout, this.statements.append, rows, this.#unit.session))
    }
  }
}

const MAX_ROWS = 1_000

/** Adds records to the end of a log. @throws KeyTakenError when an ID is taken. */
export async function appendToLog(
  { definition, single }: LogLayout,
  statement: string,
  rows: readonly Written[],
  session: Statements,
): Promise<void> {
  const result = await session.run(statement, [
    rows.map(({ record }) => encodeKey(record.id)),
    rows.map(({ record }) => definition.at(record)),
    rows.map(({ json }) => json),
    ...single.map(({ keyOf }) => rows.map(({ record }) => encodeOptional(keyOf(record)))),
  ])
  if (result.rowCount !== rows.length) throw new KeyTakenError()
}
