import { getOrAdd } from '../../../l10n/groups.ts'
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
