/** What one measured process has to do; it gets this as its only argument. */
export interface Job {
  readonly engine: 'dragoman' | 'lowdb'
  /** An own folder on the disk that is measured. */
  readonly folder: string
  /** Entries and translations. */
  readonly records: number
  /** Whether each translation has its first revision in the log. */
  readonly revisions: boolean
  /** Milliseconds that each fsync takes longer than the disk's own. */
  readonly syncDelay: number
  /** Size of the journal that starts a snapshot; absent for the store's own default. */
  readonly journalBytes?: number
  /** Seconds of load for each number of writers, and at most when it waits for a snapshot or for writes to count. */
  readonly seconds: number
  readonly most: number
  readonly writers: readonly number[]
}

/** What a number of writers got. */
export interface Load {
  readonly writers: number
  /** Acknowledged transactions, and how many of them in a second. */
  readonly count: number
  readonly rate: number
  /** CPU time of the process for one of them, snapshots and the bench's own part included, in microseconds. */
  readonly cpu: number
  /** Milliseconds from the call to the acknowledgement. */
  readonly p50: number
  readonly p99: number
  /** The longest time for which the event loop did nothing else, in milliseconds. */
  readonly block: number
  /** How often the store replaced its manifest, which ends each snapshot; absent where there is none. */
  readonly snapshots?: number
  /** Resident memory afterwards, in bytes. */
  readonly rss: number
}

export interface Written {
  /** Resident memory of the process before it opened anything, and when it was filled; in bytes. */
  readonly rssBefore: number
  readonly rssFilled: number
  /** Seconds. */
  readonly fill: number
  readonly loads: readonly Load[]
  /** After a collection that the bench asked for, in bytes. */
  readonly heap: number
}

export interface Reopened {
  /** Until it answers, in seconds. */
  readonly open: number
  readonly rss: number
  readonly heap: number
}
