import { Pacer } from '../../../../scheduling/pacer.ts'
import type { StoredRecord } from '../../../engine/definitions.ts'
import type { View } from '../../memory/stamp.ts'

const MAX_RECORDS = 2000
const MAX_BYTES = 1024 * 1024

/** The collection of a shard. */
interface ShardedTable {
  readonly name: string
  has(id: string): boolean
  row(id: string, view: View): { readonly home: unknown; readonly record: StoredRecord } | undefined
}

/** A part of a collection with its own snapshot file. Its records tend to change together. It is small enough to be written quickly. */
export class Shard {
  /** Collection and number: `entries.3`. */
  readonly name: string
  readonly table: ShardedTable
  /** The common shard key of its records (records/define.ts). */
  readonly group: string
  /** IDs that it may contain. IDs of removed records are dropped at its next write. */
  readonly ids = new Set<string>()
  /** Approximate length of its file. */
  bytes = 0

  constructor(name: string, table: ShardedTable, group: string) {
    this.name = name
    this.table = table
    this.group = group
  }

  get isFull(): boolean {
    return this.ids.size >= MAX_RECORDS || this.bytes >= MAX_BYTES
  }

  /** Collects its records as a view sees them. */
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
