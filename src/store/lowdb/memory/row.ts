import type { Position } from '../cursor.ts'
import type { StoredRecord } from '../definitions.ts'
import type { Shard } from '../disk/shard.ts'

/**
 * One version of a record. Writes are numbered; a view at a number sees the versions that were written up to it and not yet replaced by it.
 * `Infinity` is the view of transactions: it sees every write, durable or not.
 */
export class Row implements Position {
  readonly record: StoredRecord
  /** Its place in listings, with the id. */
  readonly sort: string
  /** Number of the write that brought it; 0 when it was there before this process. */
  readonly from: number
  /** Number of the write that replaced or removed it. */
  until: number | undefined = undefined
  /** The snapshot file that it belongs to, since it was first on its way to the disk. */
  home: Shard | undefined = undefined

  constructor(record: StoredRecord, sort: string, from: number) {
    this.record = record
    this.sort = sort
    this.from = from
  }

  get id(): string {
    return this.record.id
  }

  isSeen(at: number): boolean {
    return this.from <= at && (this.until === undefined || this.until > at)
  }
}
