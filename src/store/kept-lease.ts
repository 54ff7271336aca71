import type { SharedLease, SharedState } from './shared-state.ts'

/** How long a lease lasts when its process is killed or frozen, in milliseconds. */
const LEASE_MS = 15_000
/** Time after which a process tries again to take a lease that another one holds, in milliseconds. */
export const LEASE_RETRY_MS = 10_000

/**
 * Takes a lease and renews it until it is released; undefined while another process has it. A lease only says who should work. What may be done once only
 * needs a condition in its transaction, because a process can be frozen for longer than its lease, and leases can be lost with the values that processes share.
 */
export async function keepLease(shared: Pick<SharedState, 'lease'>, name: string): Promise<KeptLease | undefined> {
  const requestedAt = performance.now()
  const lease = await shared.lease(name, LEASE_MS)
  return lease && new KeptLease(lease, requestedAt + LEASE_MS)
}

/** A lease that is renewed in the background. */
export class KeptLease {
  readonly #lease: SharedLease
  readonly #losing = new AbortController()
  /** Until when nobody else can have it, on the clock of this process. */
  #until: number
  #timer: NodeJS.Timeout | undefined

  constructor(lease: SharedLease, until: number) {
    this.#lease = lease
    this.#until = until
    this.#renewLater()
  }

  /** Aborted when another process has taken the lease. */
  get lost(): AbortSignal {
    return this.#losing.signal
  }

  /**
   * Whether this process still has the lease. Costs nothing, unless it was not renewed in time, such as after the process was frozen.
   * @throws AppError `store_unavailable`
   */
  async isHeld(): Promise<boolean> {
    if (this.#losing.signal.aborted) return false
    return performance.now() < this.#until || this.#renew()
  }

  async release(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#losing.signal.aborted) await this.#lease.release()
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renewInTurn(), LEASE_MS / 3).unref()
  }

  async #renewInTurn(): Promise<void> {
    // If the store cannot be reached, nobody else can take the lease either.
    await this.#renew().catch(() => undefined)
    if (this.#timer !== undefined && !this.#losing.signal.aborted) this.#renewLater()
  }

  async #renew(): Promise<boolean> {
    const requestedAt = performance.now()
    const isHeld = await this.#lease.renew(LEASE_MS)
    if (isHeld) this.#until = requestedAt + LEASE_MS
    else this.#losing.abort()
    return isHeld
  }
}
