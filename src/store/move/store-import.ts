import type { StoredRecord } from '../engine/definitions.ts'
import type { Checksums, DumpBatch } from '../store.ts'

/** A record that was written or removed in the source. */
export interface RecordChange {
  readonly table: DumpBatch['table']
  readonly id: string
  /** Undefined if it was removed. */
  readonly record: StoredRecord | undefined
}

/** The new place of a store, while its records arrive. Nobody sees them before `confirm`. */
export interface StoreImport {
  /** Copies all records. @throws AppError when the target refuses one. */
  copy(batches: AsyncIterable<DumpBatch>): Promise<void>
  /** Applies changes. Returns false, and changes nothing, when two records have the same key: then later changes follow. */
  apply(changes: readonly RecordChange[]): Promise<boolean>
  checksums(): Promise<Checksums>
  /** Makes the records durable, as those of the move with this ID. A server that starts on them refuses. */
  commit(id: string): Promise<void>
  /** Replaces the former records. Does nothing the second time. */
  confirm(id: string): Promise<void>
  /** Gives up. Former records stay. */
  abandon(): Promise<void>
}
