import type { Migration } from '../../records/migrations/migration.ts'
import type { BackgroundFailure } from '../../store.ts'
import type { DurableFiles } from './durable-files.ts'

export interface DiskOptions {
  readonly folder: string
  readonly files: DurableFiles
  /** A snapshot is made each time that the journals grew by so much, and by a quarter of the snapshot before, so that writing it stays in proportion. */
  readonly journalBytes: number
  /** A transaction has a file of its own from so many UTF-16 units of JSON on; what is shorter holds up nobody who commits next. */
  readonly longTransaction: number
  /** Version of the record shapes. */
  readonly shape: number
  /** Hears of what goes wrong where no transaction can tell. */
  readonly report: (trouble: BackgroundFailure) => void
  /** How records of earlier versions become those of this one. */
  readonly migrations: readonly Migration[]
}
