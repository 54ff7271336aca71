/** What is made at one moment: all of it has the same time. Ids begin with the time at which they are asked for. */
export interface Moment {
  readonly now: Date
  readonly newId: () => string
}

/** What goes on: the time is asked for when it is needed. */
export interface Clock {
  readonly now: () => Date
  readonly newId: () => string
}
