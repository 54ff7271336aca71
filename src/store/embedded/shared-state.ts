import type { SharedChange, SharedLease, SharedState } from '../shared-state.ts'

/** Maximum values of all groups. Beyond it, the groups that changed longest ago lose their oldest values. */
const MAX_VALUES = 60_000

interface Kept {
  readonly value: unknown
  readonly expiresAt: number
}

/** Shared values of the only process, in memory. */
export class LocalSharedState implements SharedState {
  readonly isLocal = true
  readonly #now: () => number
  /** Groups and their values, those that changed longest ago first. */
  readonly #groups = new Map<string, Map<string, Kept>>()
  readonly #leases = new Map<string, { readonly fence: number; until: number }>()
  #size = 0
  #fence = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async get(group: string, key: string): Promise<unknown> {
    return this.#find(group, key)
  }

  async list(group: string): Promise<ReadonlyMap<string, unknown>> {
    const now = this.#now()
    const found = new Map<string, unknown>()
    for (const [key, { value, expiresAt }] of this.#groups.get(group) ?? []) if (expiresAt > now) found.set(key, value)
    return found
  }

  async update<T>(
    group: string,
    keys: readonly string[],
    change: (current: ReadonlyMap<string, unknown>) => SharedChange<T>,
  ): Promise<T> {
    const current = new Map<string, unknown>()
    for (const key of keys) {
      const value = this.#find(group, key)
      if (value !== undefined) current.set(key, value)
    }
    const { values, keepMs, limit = MAX_VALUES, result } = change(current)
    const kept = this.#groups.get(group) ?? new Map<string, Kept>()
    const expiresAt = this.#now() + keepMs
    for (const [key, value] of values) {
      if (kept.delete(key)) this.#size--
      if (value === undefined) continue
      kept.set(key, { value, expiresAt })
      this.#size++
    }
    this.#groups.delete(group)
    if (kept.size > 0) this.#groups.set(group, kept)
    this.#drop(group, kept, limit)
    for (const [oldest, others] of this.#groups) {
      if (this.#size <= MAX_VALUES) break
      this.#drop(oldest, others, Math.max(0, others.size - (this.#size - MAX_VALUES)))
    }
    return result
  }

  async lease(name: string, ms: number): Promise<SharedLease | undefined> {
    const leased = this.#leases.get(name)
    if (leased !== undefined && leased.until > this.#now()) return undefined
    const lease = { fence: ++this.#fence, until: this.#now() + ms }
    this.#leases.set(name, lease)
    const isHeld = (): boolean => this.#leases.get(name) === lease
    return {
      fence: lease.fence,
      renew: async longer => {
        if (isHeld()) lease.until = this.#now() + longer
        return isHeld()
      },
      release: async () => {
        if (isHeld()) this.#leases.delete(name)
      },
    }
  }

  #find(group: string, key: string): unknown {
    const kept = this.#groups.get(group)?.get(key)
    return kept !== undefined && kept.expiresAt > this.#now() ? kept.value : undefined
  }

  /** Drops expired values at the beginning, and the oldest beyond a limit. */
  #drop(group: string, kept: Map<string, Kept>, limit: number): void {
    const now = this.#now()
    for (const [key, { expiresAt }] of kept) {
      if (kept.size <= limit && expiresAt > now) break
      kept.delete(key)
      this.#size--
    }
    if (kept.size === 0) this.#groups.delete(group)
  }
}
