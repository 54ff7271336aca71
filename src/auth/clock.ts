/** One fixed time for all records of a step. IDs start with the time at which they are created. */
export interface Moment {
  readonly now: Date
  readonly newId: () => string
}

/** The current time, read when needed, for work that takes longer. */
export interface Clock {
  readonly now: () => Date
  readonly newId: () => string
}
