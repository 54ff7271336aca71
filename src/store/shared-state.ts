/** What a change of shared values writes, and what it returns. */
export interface SharedChange<T> {
  /** New values by key, as JSON; undefined removes one. Values of other keys stay. */
  readonly values: ReadonlyMap<string, unknown>
  /** Lifetime of the new values in milliseconds. */
  readonly keepMs: number
  /** Maximum values of the group; beyond it, those that changed longest ago are dropped. Default: no limit of its own. */
  readonly limit?: number
  readonly result: T
}

/** The exclusive right to do some work, until it expires. */
export interface SharedLease {
  /** Grows with each holder of this name. */
  readonly fence: number
  /** Extends the lease to this time from now; false if another process has taken it. */
  renew(ms: number): Promise<boolean>
  release(): Promise<void>
}

/**
 * Short-lived values that all processes of a site share. They are not durable: the embedded store keeps them in the memory of its only process, PostgreSQL in
 * unlogged tables. So nothing may be lost with them but time.
 */
export interface SharedState {
  /** Whether this process is the only one, so that its own memory would do. */
  readonly isLocal: boolean
  /** Returns a value that has not expired. */
  get(group: string, key: string): Promise<unknown>
  /** Returns the values of a group that have not expired, those that changed longest ago first. */
  list(group: string): Promise<ReadonlyMap<string, unknown>>
  /**
   * Changes values of a group. Changes of one group run one after the other, in all processes. `change` gets the values of `keys`, those without one left out;
   * it must not wait, and may run again.
   */
  update<T>(
    group: string,
    keys: readonly string[],
    change: (current: ReadonlyMap<string, unknown>) => SharedChange<T>,
  ): Promise<T>
  /** Takes the lease of a name for this time; undefined while another holder has it. */
  lease(name: string, ms: number): Promise<SharedLease | undefined>
}
