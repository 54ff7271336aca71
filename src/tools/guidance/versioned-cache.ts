/** What was built, and of which versions. */
export interface CacheEntry<Value> {
  readonly value: Value
  /** Names the versions that it is made of. */
  readonly id: string
  /** What it takes in memory, about. */
  readonly bytes: number
}

/** Values by the versions that they are made of. Those that were not used for longest make room for others. */
export class VersionedCache<Value> {
  readonly #maxBytes: number
  /** The one that was used last is the last. */
  readonly #kept = new Map<string, CacheEntry<Value>>()
  #bytes = 0
  readonly #building = new Map<string, Promise<CacheEntry<Value>>>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The value of an id. Calls that ask for one at the same time build it once; where the call that builds it is refused, the next one does. */
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

  /** What is larger than all that may be kept is not kept. */
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
