import { NotComputedError } from './computation.ts'

interface Branch {
  readonly next: Map<unknown, Branch>
  result?: Promise<unknown> | undefined
}

/** Results by what they were computed from: parts of a key that are texts are compared as texts, all others as objects. */
export class Memo {
  readonly #root: Branch = { next: new Map() }

  /** The result for a key, which `make` computes where nobody asked for it before; a failure is a result too, unless it is `NotComputedError`. */
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
