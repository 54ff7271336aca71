/** A cached value and the versions it was built from. */
export interface CacheEntry<Value> {
  readonly value: Value
  /** Identifies the versions the value was built from. */
  readonly id: string
  /** Approximate bytes in memory. */
  readonly bytes: number
}

/** Caches values by the versions they were built from; evicts the least recently used. */
export class VersionedCache<Value> {
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #kept = new Map<string, CacheEntry<Value>>()
  #bytes = 0
  readonly #building = new Map<string, Promise<CacheEntry<Value>>>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The value of an ID. Concurrent calls share one build; if it fails, the next call builds again. */
  async get(id: string, build: () => Promise<CacheEntry<Value>>): Promise<Value> {
    for (;;) {
      const kept = this.#kept.get(id)
      if (kept !== undefined) {
        this.#kept.delete(id)
        this.#kept.set(id, kept)
        return kept.value
      }
      const building = this.#building.get(id)
      if (building === undefined) return this.#build(id, build)
      const built = await building.catch(() => undefined)
      if (built !== undefined) return built.value
    }
  }

  async #build(id: string, build: () => Promise<CacheEntry<Value>>): Promise<Value> {
    const building = build()
    this.#building.set(id, building)
    try {
      const built = await building
      this.#keep(built)
      return built.value
    } finally {
      this.#building.delete(id)
    }
  }

  /** A value larger than the whole cache is not stored. */
  #keep(built: CacheEntry<Value>): void {
    const { id, bytes } = built
    if (bytes > this.#maxBytes) return
    this.#bytes += bytes - (this.#kept.get(id)?.bytes ?? 0)
    this.#kept.delete(id)
    this.#kept.set(id, built)
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= one.bytes
    }
  }
}
