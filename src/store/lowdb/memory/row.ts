import type { Position } from '../cursor.ts'
import type { StoredRecord } from '../definitions.ts'
import type { Shard } from '../disk/snapshot/shard.ts'
import { ORIGIN, type Stamp, type View } from './stamp.ts'

/** One version of a record. A view sees the versions whose transaction it sees, and that no transaction which it sees replaced. */
export class Row implements Position {
  readonly record: StoredRecord
  /** Its place in listings, with the id. */
  readonly sort: string
  /** Tells the versions of one record apart: later ones have higher numbers. */
  readonly serial: number
  /** The transaction that brought it. */
  born: Stamp
  /** The transaction that replaced or removed it. */
  died: Stamp | undefined = undefined
  /** The snapshot file that it belongs to, since it was first on its way to the disk. */
  home: Shard | undefined = undefined

  constructor(record: StoredRecord, sort: string, serial = 0, born = ORIGIN) {
    this.record = record
    this.sort = sort
    this.serial = serial
    this.born = born
  }

  get id(): string {
    return this.record.id
  }

  isSeen(view: View): boolean {
    return this.born.isSeen(view) && (this.died === undefined || !this.died.isSeen(view))
  }
}
