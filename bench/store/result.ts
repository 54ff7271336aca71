import type { Job, Reopened, Written } from './job.ts'

/** One engine with one number of records, as it was filled, worked on and opened again. */
export interface Row {
  readonly label: string
  readonly job: Job
  /** Median microseconds to append 700 bytes and fdatasync them, right before. */
  readonly disk: number
  readonly written: Written
  readonly reopened: Reopened
}

export interface Result {
  /** Mean bytes of a record as JSON. */
  readonly bytes: { readonly entry: number; readonly translation: number; readonly revision: number }
  readonly machine: {
    readonly node: string
    readonly cores: number
    /** Load average of the minute before. */
    readonly load: number
    /** Whether the folder for temporary files is in memory, where an fsync costs nothing. */
    readonly inMemory: boolean
  }
  readonly rows: readonly Row[]
  /** The same with an fsync that takes some milliseconds longer. */
  readonly slow: readonly Row[]
  /** 100,000 translations with their entries and first revisions; absent from a quick run. */
  readonly promise: Row | undefined
  /** 1,000,000 entries and translations; absent from a quick run. */
  readonly most: Row | undefined
}
