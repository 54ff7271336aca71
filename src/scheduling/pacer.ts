// Tests that hold the clock hold the global one.
import { setImmediate } from 'node:timers'
import { FairQueue } from './fair-queue.ts'

/** Longest stretch of work that others wait for, in milliseconds. */
const MAX_STRETCH_MS = 5

/** Adds up what work took. */
export interface Meter {
  add(milliseconds: number): void
  /** Whether the work may go on, asked at every rest. @throws AppError `rate_limited`, `too_large`. */
  check(): void
}

/**
 * The work of one call or request, which lets others have their turn every few milliseconds. Yield by it, never by counting items. All parts of the work share
 * one pace: many short parts hold up the event loop as one long part does.
 */
export class Pacer {
  readonly #meter: Meter | undefined
  readonly #owner: string
  /** When the stretch of work began; undefined where the loop has turned since. */
  #began: number | undefined
  /** Up to when the work is counted. */
  #counted = 0

  /** `meter` is told of all work from now on, up to the last question whether a rest is due; works of one `owner` rest behind each other, those of several in turn. */
  constructor(meter?: Meter, owner = '') {
    this.#meter = meter
    this.#owner = owner
    this.count()
  }

  /** True when it is time for `rest`. */
  get shouldYield(): boolean {
    return this.count() > MAX_STRETCH_MS
  }

  /** Counts the work since the last count, and gives the milliseconds of the stretch. What was done while the loop turned is the work of others. */
  count(): number {
    const now = performance.now()
    if (this.#began === undefined) {
      this.#began = now
      setImmediate(() => {
        this.#began = undefined
      })
    } else this.#meter?.add(now - this.#counted)
    this.#counted = now
    return now - this.#began
  }

  /**
   * Before work that many may have asked for at once: it begins now where the loop is free and nothing else of its owner began in this round of the loop, and else
   * when its turn has come.
   */
  async begin(): Promise<void> {
    if (round.lasted() > MAX_STRETCH_MS || round.owners.has(this.#owner)) await this.yieldNow()
    else round.owners.add(this.#owner)
  }

  /** Takes steps until there are no more, with a rest whenever one is due. */
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

  /** @throws what the meter says of work that may not go on. */
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

/** Whoever rests goes on after the others that rest, one in each round of the event loop: many long works together block it no longer than one. */
const resting = new FairQueue<() => void>()

function wakeOne(): void {
  round.end()
  round.lasted()
  resting.shift()?.()
  if (resting.size > 0) setImmediate(wakeOne)
}

/** What began in this round of the event loop. */
const round = {
  began: undefined as number | undefined,
  owners: new Set<string>(),
  /** Milliseconds since something began. */
  lasted(): number {
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
