/** Upgrades records from one shape version to the next. */
export interface Migration {
  /** The version that it upgrades. */
  readonly from: number
  /** Starts a run; returns the upgrade functions by table. They return undefined to remove a record. Other tables stay unchanged. */
  readonly tables: () => Readonly<Record<string, (record: OldRecord) => unknown>>
}

/** A record of an earlier shape. Records arrive in this order: former collections, collections in the order of their definitions, logs. */
export type OldRecord = Readonly<Record<string, unknown>>
