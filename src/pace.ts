/** Longest stretch of work that others wait for, in milliseconds. */
const STRETCH_MS = 5

/** Long work that lets others have their turn every few milliseconds. Yield by it, never by counting items. */
export class Pace {
  #since = performance.now()
  #busy = 0

  /** True when it is time for `rest`. */
  get isDue(): boolean {
    return performance.now() - this.#since > STRETCH_MS
  }

  /** Milliseconds of work so far, without the rests. */
  get busyMs(): number {
    return this.#busy + performance.now() - this.#since
  }

  async rest(): Promise<void> {
    this.#busy += performance.now() - this.#since
    await turn()
    this.#since = performance.now()
  }
}

/** Whoever rests goes on after the others that rest, one in each round of the event loop: many long works together block it no longer than one. */
const resting: (() => void)[] = []

function turn(): Promise<void> {
  return new Promise(resolve => {
    resting.push(resolve)
    if (resting.length === 1) setImmediate(wakeOne)
  })
}

function wakeOne(): void {
  resting[0]?.()
  resting.shift()
  if (resting.length > 0) setImmediate(wakeOne)
}
