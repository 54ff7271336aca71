import type { Migration } from '../../records/migrations/migration.ts'
import type { BackgroundFailure, RawStore } from '../../store.ts'
import type { StoreLocation } from './durable-files.ts'

export interface DiskOptions extends StoreLocation {
  /**
   * Minimum growth of the journals that triggers a snapshot, in bytes. They must also grow by a quarter of the last snapshot, to keep the cost in proportion.
   */
  readonly journalBytes: number
  /** Length from which a transaction gets its own file, in UTF-16 units of JSON. Shorter ones do not delay other commits. */
  readonly longTransaction: number
  /** Version of the record shapes. */
  readonly shape: number
  /** Version of this program. */
  readonly version: string
  /** Called with failures in the background. */
  readonly report: (trouble: BackgroundFailure) => void
  /** Upgrades of records of earlier shapes. */
  readonly migrations: readonly Migration[]
  /** Keeps the store in its earlier shape. If it throws, nothing changes. */
  readonly beforeMigration: (old: RawStore) => Promise<void>
}
