import type { EngineError } from '../../../l10n/engines/engine.ts'
import { getOrAdd } from '../../../l10n/groups.ts'
import { StopError } from '../end-run.ts'

/** Limits how many tasks run at the same time; the others wait in turn. */
export class Gate {
  readonly #max: number
  #open = 0
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#max = Math.max(1, max)
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#open >= this.#max) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#open += 1
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#open -= 1
      else next()
    }
  }
}

/** One gate for each engine of the server. */
export class EngineGates {
  readonly #gates = new Map<string, Gate>()

  get({ id, concurrency }: { readonly id: string; readonly concurrency: number }): Gate {
    return getOrAdd(this.#gates, id, () => new Gate(concurrency))
  }
}

/** Waits, unless the signal is aborted. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Failures in a row after which a run pauses. */
const MAX_FAILURES = 5
const FIRST_WAIT_MS = 1_000
/** A provider that asks for a longer wait pauses the run. */
const MAX_WAIT_MS = 300_000

/** Spaces the requests of a run after its provider failed, and pauses the run when that goes on. */
export class BackOff {
  readonly #delay: Delay
  #failures = 0
  /** Counts the waits, so that requests which failed together count once. */
  #turn = 0
  #wait: Promise<void> = Promise.resolve()

  constructor(delay: Delay) {
    this.#delay = delay
  }

  /** Waits until requests may be sent. Returns a mark for `fail`. */
  async begin(): Promise<number> {
    let turn: number
    do {
      turn = this.#turn
      await this.#wait
    } while (turn !== this.#turn)
    return turn
  }

  succeed(): void {
    this.#failures = 0
  }

  /** @throws StopError after a failure that waiting does not mend, or too many. */
  fail({ failure, message, retryAfter }: EngineError, turn: number, signal: AbortSignal): void {
    if (failure === 'rejected') throw new StopError({ state: 'paused', reason: 'engine_unavailable', message })
    if (turn !== this.#turn) return
    this.#failures += 1
    this.#turn += 1
    const wait = retryAfter === undefined ? FIRST_WAIT_MS * 2 ** (this.#failures - 1) : retryAfter * 1_000
    if (this.#failures >= MAX_FAILURES || wait > MAX_WAIT_MS) {
      const times = this.#failures === 1 ? 'once' : `${this.#failures} times in a row`
      throw new StopError({ state: 'paused', reason: 'provider_failed', message: `${message} It failed ${times}.` })
    }
    this.#wait = this.#delay(wait, signal)
  }
}
