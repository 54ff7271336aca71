/** Longest stretch of work that others wait for, in milliseconds. */
const STRETCH_MS = 5

/** Adds up what work took. */
export interface Meter {
  add(milliseconds: number): void
}

/** Long work that lets others have their turn every few milliseconds. Yield by it, never by counting items. */
export class Pace {
  readonly #meter: Meter | undefined
  /** When the stretch began. */
  #since = performance.now()
  /** Up to when the work is counted. */
  #counted = this.#since
  #busy = 0

  /** `meter` is told of all work between the first question whether a rest is due and the last. */
  constructor(meter?: Meter) {
    this.#meter = meter
  }

  /** True when it is time for `rest`. */
  get isDue(): boolean {
    return this.count() - this.#since > STRETCH_MS
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
    this.#since = performance.now()
    this.#counted = this.#since
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

  async rest(): Promise<void> {
    this.count()
    await turn()
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
