import type { Page, PageOptions, Reader } from '../store.ts'
import type { CollectionTable } from './collection-table.ts'
import type { StoredRecord } from './definitions.ts'
import type { LogTable } from './log-table.ts'
import type { Tables } from './tables.ts'

/** Called before every look-up; throws when this reader may not be used (any more). */
export type Guard = () => void

/** The look-ups of one collection in one state. */
export class CollectionReader {
  protected readonly table: CollectionTable
  protected readonly guard: Guard

  constructor(table: CollectionTable, guard: Guard) {
    this.table = table
    this.guard = guard
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.get(id)
  }

  async by(unique: string, key: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.by(unique, key)
  }

  async list(index: string, key: string): Promise<readonly StoredRecord[]> {
    this.guard()
    return this.table.list(index, key)
  }

  async page(index: string, key: string, options: PageOptions): Promise<Page<StoredRecord>> {
    this.guard()
    return this.table.page(index, key, options)
  }

  async count(index: string, key: string): Promise<number> {
    this.guard()
    return this.table.count(index, key)
  }
}

/** The look-ups of one log in one state. */
export class LogReader {
  protected readonly table: LogTable
  protected readonly guard: Guard

  constructor(table: LogTable, guard: Guard) {
    this.table = table
    this.guard = guard
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    this.guard()
    return this.table.get(id)
  }

  async page(index: string, key: string, options: PageOptions): Promise<Page<StoredRecord>> {
    this.guard()
    return this.table.page(index, key, options)
  }
}

/** The typed look-ups of all tables: their records fit the types because only what a schema accepted is in a table. */
export function makeReader(tables: Tables, guard: Guard): Reader {
  return Object.fromEntries<unknown>([
    ...Array.from(tables.collections, ([name, table]) => [name, new CollectionReader(table, guard)] as const),
    ...Array.from(tables.logs, ([name, table]) => [name, new LogReader(table, guard)] as const),
  ]) as unknown as Reader
}
