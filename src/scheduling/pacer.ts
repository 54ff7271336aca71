// Tests that fake the clock replace the global setImmediate.
import { setImmediate } from 'node:timers'
import { CpuTimer } from './cpu-timer.ts'
import { FairQueue } from './fair-queue.ts'

/** Maximum milliseconds of work without a rest. Elapsed time, because others wait that long. */
const MAX_STRETCH_MS = 5
/** A loop asks after each item; reading the CPU time costs more than a short item. */
const MIN_COUNTED_MS = 0.5

/** Adds up the CPU time of work. */
export interface Meter {
  add(milliseconds: number): void
  /**
   * Called at every rest to decide whether the work may continue.
   * @throws AppError `rate_limited`, `too_large`.
   */
  check(): void
}

/**
 * Splits the work of one call or request, so that others run every few milliseconds. Yield by this pace instead of
 * counting items. All parts of the work share one Pacer: many short parts block the event loop as much as one long
 * part.
 */
export class Pacer {
  readonly #meter: Meter | undefined
  readonly #owner: string
  /** When the stretch of work began; undefined if the event loop has turned since. */
  #began: number | undefined
  /** When the meter was last told, and the CPU time since then. */
  #counted = 0
  readonly #cpu: CpuTimer | undefined

  /**
   * `meter` receives the CPU time of all work from now on, up to the last `count()`. Work of one `owner` rests in
   * sequence; several owners take turns.
   */
  constructor(meter?: Meter, owner = '') {
    this.#meter = meter
    this.#owner = owner
    this.#cpu = meter && new CpuTimer()
    this.count()
  }

  /** Whether a rest is due. */
  get shouldYield(): boolean {
    return this.#advance(MIN_COUNTED_MS) > MAX_STRETCH_MS
  }

  /** Counts the work since the last count, without the time in which the loop turned and others worked. */
  count(): void {
    this.#advance(0)
  }

  /** Counts the work since the last count if it took `minMs`, and returns the milliseconds of the stretch. */
  #advance(minMs: number): number {
    const now = performance.now()
    if (this.#began === undefined) {
      this.#began = now
      this.#counted = now
      this.#cpu?.restart()
      setImmediate(() => {
        this.#began = undefined
      })
    } else if (this.#cpu !== undefined && now - this.#counted >= minMs) {
      this.#counted = now
      this.#meter?.add(this.#cpu.take())
    }
    return now - this.#began
  }

  /**
   * Call before work that many may request at once. Starts now if the loop is free and no other work of its owner
   * started in this round of the loop; otherwise waits for its turn.
   */
  async begin(): Promise<void> {
    if (round.elapsed() > MAX_STRETCH_MS || round.owners.has(this.#owner)) await this.yieldNow()
    else round.owners.add(this.#owner)
  }

  /** Runs all steps, and rests whenever a rest is due. */
  async run<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) {
        this.count()
        return value
      }
      if (this.shouldYield) await this.yieldNow()
    }
  }

  /** @throws the error of the meter when the work may not continue. */
  async yieldNow(): Promise<void> {
    this.count()
    this.#meter?.check()
    await new Promise<void>(resolve => {
      resting.push(this.#owner, resolve)
      if (resting.size === 1) setImmediate(wakeOne)
    })
    this.#began = undefined
    this.count()
  }
}

/**
 * Work that rests continues after other resting work, one in each round of the event loop: many long jobs together
 * block it no longer than one.
 */
const resting = new FairQueue<() => void>()

function wakeOne(): void {
  round.end()
  round.elapsed()
  resting.shift()?.()
  if (resting.size > 0) setImmediate(wakeOne)
}

/** The work that began in this round of the event loop. */
const round = {
  began: undefined as number | undefined,
  owners: new Set<string>(),
  /** Milliseconds since the first work began. */
  elapsed(): number {
    const now = performance.now()
    if (this.began === undefined) {
      this.began = now
      setImmediate(() => this.end())
    }
    return now - this.began
  },
  end(): void {
    this.began = undefined
    this.owners.clear()
  },
}
