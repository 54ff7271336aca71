import type { Position } from '../../engine/cursor.ts'
import type { StoredRecord } from '../../engine/definitions.ts'
import type { Shard } from '../disk/snapshot/shard.ts'
import { ORIGIN, type Stamp, type View } from './stamp.ts'

/** One version of a record. A view sees it from the transaction that wrote it up to the transaction that replaced it. */
export class Row implements Position {
  readonly record: StoredRecord
  /** Sort key in listings, before the ID. */
  readonly sort: string
  /** Orders the versions of one record: later ones have higher numbers. */
  readonly serial: number
  /** The transaction that wrote it. */
  born: Stamp
  /** The transaction that replaced or removed it. */
  died: Stamp | undefined = undefined
  /** The shard of the record; undefined until its first write is durable. */
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
