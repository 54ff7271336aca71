import { setTimeout as sleep } from 'node:timers/promises'

/** Counts running calls, and waits for their end at shutdown. */
export class InFlightCalls {
  #open = 0
  #closed = false
  #idle: () => void = () => undefined

  /** Registers a call; returns the function that ends it, or undefined after `drain`. */
  enter(): (() => void) | undefined {
    if (this.#closed) return undefined
    this.#open += 1
    return () => {
      this.#open -= 1
      if (this.#open === 0) this.#idle()
    }
  }

  /** Rejects new calls, and resolves when all have ended, or after `longest` milliseconds. */
  async drain(longest: number): Promise<void> {
    this.#closed = true
    const idle = new Promise<void>(resolve => (this.#idle = resolve))
    if (this.#open > 0) await Promise.race([idle, sleep(longest, undefined, { ref: false })])
  }
}
