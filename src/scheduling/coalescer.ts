/** Keys of one statement at most. */
const MAX_KEYS = 1_000

interface Waiting {
  readonly keys: Set<string>
  readonly found: Promise<ReadonlyMap<string, unknown>>
}

/** Looks up several keys with one statement. Keys without a result are absent. */
export type LoadKeys<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>

/**
 * Joins lookups that are made at the same time, such as those of 50 rows of a listing, into one statement: each takes a round trip, and costs the database more
 * to receive and to plan than to run.
 */
export class Coalescer {
  readonly #waiting = new Map<string, Waiting>()

  /** Looks up a key, with all others of this kind that are asked for before the process waits for anything else. */
  async find<V>(kind: string, key: string, load: LoadKeys<V>): Promise<V | undefined> {
    let waiting = this.#waiting.get(kind)
    if (waiting === undefined || waiting.keys.size >= MAX_KEYS) {
      waiting = this.#open(kind, load)
      this.#waiting.set(kind, waiting)
    }
    waiting.keys.add(key)
    return (await waiting.found).get(key) as V | undefined
  }

  #open<V>(kind: string, load: LoadKeys<V>): Waiting {
    const keys = new Set<string>()
    const found = afterJobs().then(() => {
      if (this.#waiting.get(kind)?.keys === keys) this.#waiting.delete(kind)
      return load([...keys])
    })
    return { keys, found }
  }
}

/** Resolves when all promises that are already resolved have been handled. */
const afterJobs = (): Promise<void> =>
  new Promise(resolve => {
    void Promise.resolve().then(() => process.nextTick(resolve))
  })
