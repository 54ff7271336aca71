import type { Change } from '../store.ts'

type Listener = (changes: readonly Change[]) => void

/** The functions that are called with the changes of each durable transaction. */
export class Listeners {
  readonly #listeners = new Set<Listener>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** Returns the function that unsubscribes. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** An exception of one listener must not reach the transaction or other listeners, so it is thrown later, as uncaught. */
  notify(changes: readonly Change[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(changes)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  clear(): void {
    this.#listeners.clear()
  }
}
