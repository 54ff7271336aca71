import { Pacer } from '../../../../scheduling/pacer.ts'
import type { StoredRecord } from '../../definitions.ts'
import type { View } from '../../memory/stamp.ts'

const MAX_RECORDS = 2000
const MAX_BYTES = 1024 * 1024

/** The collection that a shard is a part of. */
interface ShardedTable {
  readonly name: string
  has(id: string): boolean
  row(id: string, view: View): { readonly home: unknown; readonly record: StoredRecord } | undefined
}

/** A part of a collection that has a snapshot file of its own: records that tend to change together, as many as are written in a moment. */
export class Shard {
  /** The collection and a number. */
  readonly name: string
  readonly table: ShardedTable
  /** What its records have in common. */
  readonly group: string
  /** Ids that it may hold; those of removed records go when it is written next. */
  readonly ids = new Set<string>()
  /** About the length of its file. */
  bytes = 0

  constructor(name: string, table: ShardedTable, group: string) {
    this.name = name
    this.table = table
    this.group = group
  }

  get isFull(): boolean {
    return this.ids.size >= MAX_RECORDS || this.bytes >= MAX_BYTES
  }

  /** Its records as a view sees them. */
  async collect(view: View): Promise<readonly StoredRecord[]> {
    const records: StoredRecord[] = []
    const pace = new Pacer()
    for (const id of this.ids) {
      if (pace.shouldYield) await pace.yieldNow()
      const row = this.table.row(id, view)
      if (row?.home === this) records.push(row.record)
      else if (!this.table.has(id)) this.ids.delete(id)
    }
    return records
  }
}
