import { Coalescer } from '../../scheduling/coalescer.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import { damagedCursorError, decodePosition, encodePosition } from '../engine/cursor.ts'
import type { StoredRecord } from '../engine/definitions.ts'
import { assertLimit, getKeyMap } from '../engine/errors.ts'
import { deepFreeze } from '../engine/record.ts'
import type { LogPageOptions, Page, PageOptions, RecordsWithText, SimilarOptions, SortKeyOptions } from '../store.ts'
import type { Query } from './connections.ts'
import { findGaps } from './gaps.ts'
import { encodeKey } from './tables/keys.ts'
import { type CollectionLayout, type LogLayout, measureOf } from './tables/layout.ts'
import type { Row } from './tables/row.ts'
import {
  type CollectionStatements,
  collectionStatements,
  type LogStatements,
  logStatements,
} from './tables/statements.ts'
import { parseTotals, readTotals, type Totals, type TotalsRow, totalsName } from './tables/totals.ts'
import { searchEqual, searchSimilar } from './text-search.ts'

/** Sorts after all IDs. */
const MAX_ID = '\u{10FFFF}'
const MAX_SEQ = '9223372036854775807'

const NOTHING: Totals = [0]

/** Lookups of one collection. Each is one statement, whose cost does not depend on the size of the collection; those made at the same time share one. */
export class CollectionLookups {
  protected readonly layout: CollectionLayout
  protected readonly statements: CollectionStatements
  /** Runs statements on what this reader sees. */
  protected readonly query: Query
  /** Runs statements on the durable state. */
  readonly #durable: Query
  readonly #coalescer = new Coalescer()
  readonly #totals: Coalescer

  /** @param totals joins lookups of totals, also those of other collections. */
  constructor(layout: CollectionLayout, query: Query, durable: Query, totals: Coalescer) {
    this.layout = layout
    this.statements = collectionStatements(layout)
    this.query = query
    this.#durable = durable
    this.#totals = totals
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    const { get, getEach } = this.statements
    return this.#find('get', id, { one: get, each: getEach, keyOf: record => record.id })
  }

  async getEach(ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    assertLimit(Math.max(1, ids.length))
    return Promise.all(ids.map(id => this.get(id)))
  }

  async by(unique: string, key: string): Promise<StoredRecord | undefined> {
    const { name, unique: columns } = this.layout
    const one = getKeyMap(this.statements.by, name, unique)
    const each = getKeyMap(this.statements.byEach, name, unique)
    const column = columns.find(found => found.name === unique)
    return this.#find(`by ${unique}`, key, { one, each, keyOf: record => column?.keyOf(record) ?? '' })
  }

  async list(index: string, key: string): Promise<readonly StoredRecord[]> {
    return this.#slice(index, key, undefined, undefined)
  }

  async page(index: string, key: string, { limit, after }: PageOptions): Promise<Page<StoredRecord>> {
    assertLimit(limit)
    const start = after === undefined ? undefined : decodePosition(after)
    const found = await this.#slice(index, key, limit + 1, start && [encodeKey(start.sort), encodeKey(start.id)])
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const sort = last && (this.layout.definition.order?.(last) ?? last.id)
    const more = found.length > limit && last !== undefined && sort !== undefined
    return { items, ...(more && { next: encodePosition({ sort, id: last.id }) }) }
  }

  async behind(index: string, key: string, { limit, behind }: SortKeyOptions): Promise<readonly StoredRecord[]> {
    assertLimit(limit)
    return this.#slice(index, key, limit, behind === undefined ? undefined : [encodeKey(behind), MAX_ID])
  }

  async gaps(
    gap: string,
    key: string,
    about: string,
    { limit, behind }: SortKeyOptions,
  ): Promise<readonly StoredRecord[]> {
    assertLimit(limit)
    const found = await findGaps({ layout: this.layout, gap, key, about, limit, behind }, (text, values) =>
      this.rows(text, values),
    )
    return found.map(({ record }) => record)
  }

  async count(index: string, key: string): Promise<number> {
    return (await this.totals(index, [key]))[0]?.[0] ?? 0
  }

  async countEach(index: string, keys: readonly string[]): Promise<readonly number[]> {
    assertLimit(Math.max(1, keys.length))
    return keys.length === 0 ? [] : (await this.totals(index, keys)).map(([n = 0]) => n)
  }

  async sum(index: string, key: string, weight: string): Promise<number> {
    const place = this.layout.weights.findIndex(({ name }) => name === weight)
    if (place === -1) throw new Error(`${this.layout.name} has no weight ${JSON.stringify(weight)}.`)
    return (await this.totals(index, [key]))[0]?.[place + 1] ?? 0
  }

  async findText(texts: string, keys: readonly string[], text: string): Promise<readonly RecordsWithText[]> {
    const table = this.#textTable(texts)
    const load = (all: readonly string[]) => searchEqual(this.#durable, table, keys, all)
    return (await this.#coalescer.find(JSON.stringify(['equal', texts, keys]), text, load)) ?? []
  }

  async findSimilar(
    texts: string,
    keys: readonly string[],
    text: string,
    options: SimilarOptions,
  ): Promise<readonly RecordsWithText[]> {
    const table = this.#textTable(texts)
    const load = (all: readonly string[]) => searchSimilar(this.#durable, table, keys, all, options)
    return (await this.#coalescer.find(JSON.stringify(['similar', texts, keys, options]), text, load)) ?? []
  }

  /** Called before a listing is read. */
  protected prepare(_index: string, _key: string): Promise<void> | undefined {
    return undefined
  }

  /** The end of statements that read rows. */
  protected get lockRows(): string {
    return ''
  }

  /** The totals of keys, in their order. */
  protected async totals(index: string, keys: readonly string[]): Promise<readonly Totals[]> {
    const { name, counted } = this.layout
    const statement = getKeyMap(this.statements.count, name, index)
    const count = async (wanted: readonly string[]): Promise<ReadonlyMap<string, Totals>> =>
      new Map((await this.query<TotalsRow>(statement, [wanted])).map(row => [row.key, parseTotals(row)]))
    const find = (key: string): Promise<Totals | undefined> =>
      counted.has(index)
        ? this.#totals.find('totals', totalsName(measureOf(name, index), key), names => readTotals(this.query, names))
        : this.#coalescer.find(`count ${index}`, key, count)
    return Promise.all(keys.map(async key => (await find(encodeKey(key))) ?? NOTHING))
  }

  /** Reads rows, with frozen records. */
  protected async rows(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const rows = await this.query<Row & Record<string, unknown>>(text, values)
    const pace = new Pacer()
    for (const { record } of rows) {
      if (pace.shouldYield) await pace.yieldNow()
      deepFreeze(record)
    }
    return rows
  }

  #find(kind: string, key: string, { one, each, keyOf }: KeyStatements): Promise<StoredRecord | undefined> {
    const lock = this.lockRows
    return this.#coalescer.find(`${kind}${lock}`, encodeKey(key), async keys => {
      const rows = await (keys.length === 1 ? this.rows(one + lock, keys) : this.rows(each + lock, [keys]))
      return new Map(rows.map(({ record }) => [encodeKey(keyOf(record)), record]))
    })
  }

  async #slice(
    index: string,
    key: string,
    limit: number | undefined,
    after: readonly [string, string] | undefined,
  ): Promise<readonly StoredRecord[]> {
    await this.prepare(index, key)
    if (after === undefined && this.lockRows === '') return this.#first(index, encodeKey(key), limit)
    const { first, after: next } = getKeyMap(this.statements.page, this.layout.name, index)
    const values = [encodeKey(key), limit ?? null, ...(after ?? [])]
    return (await this.rows((after === undefined ? first : next) + this.lockRows, values)).map(({ record }) => record)
  }

  async #first(index: string, wanted: string, limit: number | undefined): Promise<readonly StoredRecord[]> {
    const { name } = this.layout
    const { first } = getKeyMap(this.statements.page, name, index)
    const each = getKeyMap(this.statements.firstEach, name, index)
    const found = await this.#coalescer.find(`first ${index} ${limit}`, wanted, async keys => {
      const lists = new Map<string, StoredRecord[]>(keys.map(key => [key, []]))
      const [only] = keys
      const rows = await (keys.length === 1
        ? this.rows(first, [only, limit ?? null])
        : this.rows(each, [keys, limit ?? null]))
      for (const { record, asked: key = only } of rows) lists.get(key ?? '')?.push(record)
      return lists
    })
    return found ?? []
  }

  #textTable(name: string) {
    const found = this.layout.texts.find(one => one.name === name)
    if (found === undefined) throw new Error(`${this.layout.name} has no texts ${JSON.stringify(name)}.`)
    return found
  }
}

/** How records are found by a key. */
interface KeyStatements {
  readonly one: string
  /** Finds several at once. */
  readonly each: string
  readonly keyOf: (record: StoredRecord) => string
}

interface LogRow {
  readonly seq: string
  readonly record: StoredRecord
  readonly [column: string]: unknown
}

export class LogLookups {
  protected readonly layout: LogLayout
  protected readonly statements: LogStatements
  protected readonly query: Query
  readonly #coalescer = new Coalescer()

  constructor(layout: LogLayout, query: Query) {
    this.layout = layout
    this.statements = logStatements(layout)
    this.query = query
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    const [row] = await this.query<{ record: StoredRecord }>(this.statements.get, [encodeKey(id)])
    return row && deepFreeze(row.record)
  }

  async page(index: string, key: string, { limit, after, made }: LogPageOptions): Promise<Page<StoredRecord>> {
    assertLimit(limit)
    const wanted = encodeKey(key)
    const rows =
      after === undefined && made === undefined
        ? await this.#newest(index, wanted, limit + 1)
        : await this.query<LogRow>(getKeyMap(this.statements.page, this.layout.name, index), [
            wanted,
            limit + 1,
            after === undefined ? MAX_SEQ : await this.#findSeq(after),
            made?.from ?? null,
            made?.to ?? null,
          ])
    const items = rows.slice(0, limit).map(({ record }) => deepFreeze(record))
    const last = rows[limit - 1]
    return { items, ...(rows.length > limit && last !== undefined && { next: encodeSeq(last.seq) }) }
  }

  /** The first page; lookups of several keys at the same time share one statement. */
  async #newest(index: string, wanted: string, limit: number): Promise<readonly LogRow[]> {
    const statement = getKeyMap(this.statements.newestEach, this.layout.name, index)
    const found = await this.#coalescer.find(`newest ${index} ${limit}`, wanted, async keys => {
      const lists = new Map<string, LogRow[]>(keys.map(each => [each, []]))
      const rows = await this.query<LogRow & { readonly asked: string }>(statement, [keys, limit])
      for (const row of rows) lists.get(row.asked)?.push(row)
      return lists
    })
    return found ?? []
  }

  /** The place that a cursor names. One of the embedded store, from before a move, has the ID of a record. */
  async #findSeq(cursor: string): Promise<string> {
    const { sort, id } = decodePosition(cursor)
    if (sort === '' && /^\d{1,18}$/.test(id)) return id
    const [row] = await this.query<{ seq: string }>(this.statements.seqOf, [encodeKey(id)])
    if (sort === '' || row === undefined) throw damagedCursorError(cursor)
    return row.seq
  }
}

/** Encodes the position of a log record. */
export const encodeSeq = (seq: string): string => encodePosition({ sort: '', id: seq })
