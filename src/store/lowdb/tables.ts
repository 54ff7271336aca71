import type { Change } from '../store.ts'
import { CollectionTable } from './collection-table.ts'
import { collectionDefinitions, logDefinitions } from './definitions.ts'
import { LogTable } from './log-table.ts'
import type { Row } from './sorted-rows.ts'

/** One write, as what stood there and what stands there now; it can be applied, and undone in reverse order. */
export interface Write {
  readonly table: string
  readonly kind: Change['kind']
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** One whole state in memory. The engine has two: what is durable, and what the transactions see. They share the rows. */
export class Tables {
  readonly collections: ReadonlyMap<string, CollectionTable> = new Map(
    Object.entries(collectionDefinitions).map(([name, definition]) => [name, new CollectionTable(name, definition)]),
  )
  readonly logs: ReadonlyMap<string, LogTable> = new Map(
    Object.entries(logDefinitions).map(([name, definition]) => [name, new LogTable(name, definition)]),
  )

  apply({ table, before, after }: Write): void {
    if (after !== undefined) this.logs.get(table)?.append(after)
    this.collections.get(table)?.replace(before, after)
  }

  undo({ table, before, after }: Write): void {
    if (after !== undefined) this.logs.get(table)?.undo(after)
    this.collections.get(table)?.replace(after, before)
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.collections, ...this.logs].map(([name, table]) => [name, table.size]))
  }
}
