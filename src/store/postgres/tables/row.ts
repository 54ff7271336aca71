import type { StoredRecord } from '../../engine/definitions.ts'

/** A row of a collection as the database returns it. */
export interface Row {
  readonly id: string
  readonly version: string
  readonly record: StoredRecord
  /** In statements about several keys: the key that it was found under. */
  readonly asked?: string
}
