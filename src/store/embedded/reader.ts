import { Pacer } from '../../scheduling/pacer.ts'
import type { StoredRecord } from '../engine/definitions.ts'
import { assertLimit } from '../engine/errors.ts'
import type {
  LogPageOptions,
  Page,
  PageOptions,
  Reader,
  RecordsWithText,
  SimilarOptions,
  SortKeyOptions,
} from '../store.ts'
import type { CollectionTable } from './memory/collection-table.ts'
import type { LogTable } from './memory/log-table.ts'
import type { View } from './memory/stamp.ts'
import type { Tables } from './memory/tables.ts'

/** Called before each lookup. Throws when the reader must not be used (any more). */
export type Guard = () => void

/** Lookups of one collection in one view. */
export class CollectionReader {
  protected readonly table: CollectionTable
  protected readonly guard: Guard
  protected readonly view: View
  /** What the search in texts sees. */
  protected readonly durable: View

  constructor(table: CollectionTable, guard: Guard, view: View, durable: View) {
    this.table = table
    this.guard = guard
    this.view = view
    this.durable = durable
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.get(id, this.view)
  }

  async getEach(ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    this.guard()
    assertLimit(Math.max(1, ids.length))
    return ids.map(id => this.table.get(id, this.view))
  }

  async by(unique: string, key: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.by(unique, key, this.view)
  }

  async list(index: string, key: string): Promise<readonly StoredRecord[]> {
    this.guard()
    return this.table.list(index, key, this.view)
  }

  async page(index: string, key: string, options: PageOptions): Promise<Page<StoredRecord>> {
    this.guard()
    return this.table.page(index, key, options, this.view)
  }

  async behind(index: string, key: string, options: SortKeyOptions): Promise<readonly StoredRecord[]> {
    this.guard()
    return this.table.behind(index, key, options, this.view)
  }

  async gaps(gap: string, key: string, about: string, options: SortKeyOptions): Promise<readonly StoredRecord[]> {
    this.guard()
    const steps = this.table.gaps(gap, key, about, options, this.view)
    const pace = new Pacer()
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      if (pace.shouldYield) await pace.yieldNow()
      this.guard()
    }
  }

  async count(index: string, key: string): Promise<number> {
    this.guard()
    return this.table.count(index, key, this.view)
  }

  async countEach(index: string, keys: readonly string[]): Promise<readonly number[]> {
    this.guard()
    assertLimit(Math.max(1, keys.length))
    return keys.map(key => this.table.count(index, key, this.view))
  }

  async sum(index: string, key: string, weight: string): Promise<number> {
    this.guard()
    return this.table.sum(index, key, weight, this.view)
  }

  async findText(texts: string, keys: readonly string[], text: string): Promise<readonly RecordsWithText[]> {
    this.guard()
    const opened = await this.table.texts(texts).open(keys, this.durable, this.guard)
    return opened.flatMap(({ key, index }) => {
      const ids = index.find(text)
      return ids.length === 0 ? [] : [{ key, text, ids }]
    })
  }

  async findSimilar(
    texts: string,
    keys: readonly string[],
    text: string,
    { similarity, limit }: SimilarOptions,
  ): Promise<readonly RecordsWithText[]> {
    this.guard()
    const opened = await this.table.texts(texts).open(keys, this.durable, this.guard)
    return opened.flatMap(({ key, index }) =>
      index.findSimilar(text, similarity, limit).map(({ text: found, owners }) => ({ key, text: found, ids: owners })),
    )
  }
}

/** Lookups of one log in one view. */
export class LogReader {
  protected readonly table: LogTable
  protected readonly guard: Guard
  protected readonly view: View

  constructor(table: LogTable, guard: Guard, view: View) {
    this.table = table
    this.guard = guard
    this.view = view
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.get(id, this.view)
  }

  async page(index: string, key: string, options: LogPageOptions): Promise<Page<StoredRecord>> {
    this.guard()
    return this.table.page(index, key, options, this.view)
  }
}

/** Creates the reader of durable data. The cast is safe: tables contain only records that their schema accepted. */
export function createReader(tables: Tables, guard: Guard): Reader {
  const view = tables.durable
  return Object.fromEntries<unknown>([
    ...Array.from(
      tables.collections,
      ([name, table]) => [name, new CollectionReader(table, guard, view, view)] as const,
    ),
    ...Array.from(tables.logs, ([name, table]) => [name, new LogReader(table, guard, view)] as const),
  ]) as unknown as Reader
}
