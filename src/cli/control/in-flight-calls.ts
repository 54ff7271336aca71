import { setTimeout as sleep } from 'node:timers/promises'

/** Counts what is under way, until nothing more is let in. */
export class InFlightCalls {
  #open = 0
  #closed = false
  #idle: () => void = () => undefined

  /** Gives the function that says it is over; undefined when nothing more is let in. */
  enter(): (() => void) | undefined {
    if (this.#closed) return undefined
    this.#open += 1
    return () => {
      this.#open -= 1
      if (this.#open === 0) this.#idle()
    }
  }

  /** Lets nothing more in, and resolves when nothing is under way, or after so many milliseconds. */
  async drain(longest: number): Promise<void> {
    this.#closed = true
    const idle = new Promise<void>(resolve => (this.#idle = resolve))
    if (this.#open > 0) await Promise.race([idle, sleep(longest, undefined, { ref: false })])
  }
}
