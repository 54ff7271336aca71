import type { CollectionTable } from '../../memory/collection-table.ts'
import type { Tables } from '../../memory/tables.ts'
import type { Write } from '../../memory/write.ts'
import { Shard } from './shard.ts'

/** Assigns records to shards, and tracks which shards the next snapshot must write. */
export class Shards {
  readonly #tables: Tables
  /** The shard for new records, by group. */
  readonly #open = new Map<string, Shard>()
  readonly #newest = new Map<string, number>()
  #changed = new Set<Shard>()

  readonly #above: number

  /** New shards get numbers above `above`. */
  constructor(tables: Tables, above = 0) {
    this.#tables = tables
    this.#above = above
  }

  /** Adds a shard from the disk. Call in ascending order of the numbers in a collection. */
  load(name: string, table: CollectionTable, group: string): Shard {
    const number = Number(name.slice(table.name.length + 1))
    this.#newest.set(table.name, Math.max(number, this.#newest.get(table.name) ?? 0))
    return this.#add(name, table, group)
  }

  /** Assigns a write to its shard. `bytes` is the approximate size of the record in the file. */
  place({ table: name, before, after }: Pick<Write, 'table' | 'before' | 'after'>, bytes: number): void {
    const table = this.#tables.collections.get(name)
    const row = after ?? before
    if (table === undefined || row === undefined) return
    const home = before?.home ?? this.#getOpenShard(table, table.definition.shard?.(row.record) ?? '')
    row.home = home
    if (before?.home === undefined) {
      home.ids.add(row.id)
      home.bytes += bytes
    }
    this.#changed.add(home)
  }

  /** Returns the changed shards and clears the list. */
  takeChanged(): ReadonlySet<Shard> {
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  /** Marks shards as changed again, after a failed snapshot. */
  markChanged(shards: Iterable<Shard>): void {
    for (const shard of shards) this.#changed.add(shard)
  }

  #getOpenShard(table: CollectionTable, group: string): Shard {
    const open = this.#open.get(getGroupKey(table, group))
    if (open !== undefined && !open.isFull) return open
    const number = (this.#newest.get(table.name) ?? this.#above) + 1
    this.#newest.set(table.name, number)
    return this.#add(`${table.name}.${number}`, table, group)
  }

  #add(name: string, table: CollectionTable, group: string): Shard {
    const shard = new Shard(name, table, group)
    this.#open.set(getGroupKey(table, group), shard)
    return shard
  }
}

const getGroupKey = (table: CollectionTable, group: string): string => `${table.name}\u0000${group}`
