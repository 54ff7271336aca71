import type { CollectionTable } from '../../memory/collection-table.ts'
import type { Tables } from '../../memory/tables.ts'
import type { Write } from '../../memory/write.ts'
import { Shard } from './shard.ts'

/** Which shard each record is in, and which shards the next snapshot has to write. */
export class Shards {
  readonly #tables: Tables
  /** The shard of each group that new records go to. */
  readonly #open = new Map<string, Shard>()
  readonly #newest = new Map<string, number>()
  #changed = new Set<Shard>()

  readonly #above: number

  /** New shards have numbers above this one. */
  constructor(tables: Tables, above = 0) {
    this.#tables = tables
    this.#above = above
  }

  /** Takes a shard that the disk has. Those of a collection come in the order of their numbers. */
  load(name: string, table: CollectionTable, group: string): Shard {
    const number = Number(name.slice(table.name.length + 1))
    this.#newest.set(table.name, Math.max(number, this.#newest.get(table.name) ?? 0))
    return this.#add(name, table, group)
  }

  /** Notes where a write belongs. `bytes` is about what it adds to the file. */
  place({ table: name, before, after }: Pick<Write, 'table' | 'before' | 'after'>, bytes: number): void {
    const table = this.#tables.collections.get(name)
    const row = after ?? before
    if (table === undefined || row === undefined) return
    const home = before?.home ?? this.#room(table, table.definition.shard?.(row.record) ?? '')
    row.home = home
    if (before?.home === undefined) {
      home.ids.add(row.id)
      home.bytes += bytes
    }
    this.#changed.add(home)
  }

  /** Gives the shards that changed, and begins to note anew. */
  takeChanged(): ReadonlySet<Shard> {
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  /** They were not written: the next snapshot has to. */
  giveBack(shards: Iterable<Shard>): void {
    for (const shard of shards) this.#changed.add(shard)
  }

  #room(table: CollectionTable, group: string): Shard {
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
