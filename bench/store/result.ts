import type { Job, Reopened, Written } from './job.ts'

/** One engine with one number of records, as it was filled, worked on and opened again. */
export interface Row {
  readonly label: string
  readonly job: Job
  readonly written: Written
  readonly reopened: Reopened
}

export interface Result {
  /** Mean bytes of a record as JSON. */
  readonly bytes: { readonly entry: number; readonly translation: number; readonly revision: number }
  /** Median microseconds to append 700 bytes and fdatasync them, before the run and after it. */
  readonly disk: { readonly before: number; readonly after: number; readonly inMemory: boolean }
  readonly rows: readonly Row[]
  /** The same with an fsync that takes some milliseconds longer. */
  readonly slow: readonly Row[]
  /** 100,000 translations with their entries and first revisions; absent from a quick run. */
  readonly promise: Row | undefined
}
