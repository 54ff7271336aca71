interface Branch {
  readonly next: Map<unknown, Branch>
  result?: Promise<unknown>
}

/** Results by what they were computed from: parts of a key that are texts are compared as texts, all others as objects. */
export class Memo {
  readonly #root: Branch = { next: new Map() }

  /** The result for a key, which `make` computes where nobody asked for it before. */
  get<Result>(key: readonly unknown[], make: () => Promise<Result>): Promise<Result> {
    let branch = this.#root
    for (const part of key) {
      const known: Branch = branch.next.get(part) ?? { next: new Map() }
      branch.next.set(part, known)
      branch = known
    }
    if (branch.result === undefined) {
      branch.result = make()
      // Whoever asked hears of it; nobody else has to.
      branch.result.catch(() => undefined)
    }
    return branch.result as Promise<Result>
  }
}
