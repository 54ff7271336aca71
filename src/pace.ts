// Tests that hold the clock hold the global one.
import { setImmediate } from 'node:timers'

/** Longest stretch of work that others wait for, in milliseconds. */
const STRETCH_MS = 5

/** Adds up what work took. */
export interface Meter {
  add(milliseconds: number): void
  /** Whether the work may go on, asked at every rest. @throws AppError `rate_limited`, `too_large`. */
  check(): void
}

/** Work since the event loop turned last. Many short works of one call, each with a pace of its own, hold up the loop as one long work does. */
export class Stretch {
  #began: number | undefined

  /** Milliseconds since it began, which it does by the first question. */
  lasted(now: number): number {
    if (this.#began === undefined) {
      this.#began = now
      setImmediate(() => this.end())
    }
    return now - this.#began
  }

  end(): void {
    this.#began = undefined
  }
}

/** Long work that lets others have their turn every few milliseconds. Yield by it, never by counting items. */
export class Pace {
  readonly #meter: Meter | undefined
  readonly #stretch: Stretch
  /** Up to when the work is counted. */
  #counted = performance.now()
  #busy = 0

  /** `meter` is told of all work between the first question whether a rest is due and the last; works that share a `stretch` rest together. */
  constructor(meter?: Meter, stretch = new Stretch()) {
    this.#meter = meter
    this.#stretch = stretch
    this.#stretch.lasted(this.#counted)
  }

  /** True when it is time for `rest`. */
  get isDue(): boolean {
    return this.#stretch.lasted(this.count()) > STRETCH_MS
  }

  /** Milliseconds of work so far, without the rests. */
  get busyMs(): number {
    this.count()
    return this.#busy
  }

  /** Counts the work so far, and gives the time. */
  count(): number {
    const now = performance.now()
    this.#busy += now - this.#counted
    this.#meter?.add(now - this.#counted)
    this.#counted = now
    return now
  }

  /** Leaves out the time since the last count, in which this work waited for something else. */
  resume(): void {
    this.#counted = performance.now()
  }

  /** Takes steps until there are no more, with a rest whenever one is due. */
  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) {
        this.count()
        return value
      }
      if (this.isDue) await this.rest()
    }
  }

  /** @throws what the meter says of work that may not go on. */
  async rest(): Promise<void> {
    this.count()
    this.#meter?.check()
    await turn()
    this.#stretch.end()
    this.resume()
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
