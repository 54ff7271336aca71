/** Turns the records of one shape version into those of the next. */
export interface Migration {
  /** The version that it begins with. */
  readonly from: number
  /** Begins a run: by table, what gives a record in its new shape, or undefined when it goes. What is not named stays as it is. */
  readonly tables: () => Readonly<Record<string, (record: OldRecord) => unknown>>
}

/** A record of an earlier shape. Collections that are no more come first, the others in the order of their definitions, then logs. */
export type OldRecord = Readonly<Record<string, unknown>>
