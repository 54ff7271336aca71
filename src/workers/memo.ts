import { NotComputedError } from './computation.ts'

interface Branch {
  readonly next: Map<unknown, Branch>
  result?: Promise<unknown> | undefined
}

/** A cache of results by their input. String parts of a key are compared by value, objects by identity. */
export class Memo {
  readonly #root: Branch = { next: new Map() }

  /** Returns the result for a key, computed by `make` on the first request. Errors are cached, too, except `NotComputedError`. */
  get<Result>(key: readonly unknown[], make: () => Promise<Result>): Promise<Result> {
    let branch = this.#root
    for (const part of key) {
      const known: Branch = branch.next.get(part) ?? { next: new Map() }
      branch.next.set(part, known)
      branch = known
    }
    if (branch.result !== undefined) return branch.result as Promise<Result>
    const last = branch
    const result = make()
    last.result = result
    result.catch((error: unknown) => {
      if (error instanceof NotComputedError) delete last.result
    })
    return result
  }
}
