import { setImmediate as turn } from 'node:timers/promises'

/** Longest stretch of work that others wait for, in milliseconds. */
const STRETCH_MS = 5

/** Long work that lets others have their turn every few milliseconds. */
export class Pace {
  #since = performance.now()

  /** True when it is time for `rest`. */
  get isDue(): boolean {
    return performance.now() - this.#since > STRETCH_MS
  }

  async rest(): Promise<void> {
    await turn()
    this.#since = performance.now()
  }
}
