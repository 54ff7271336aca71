import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'

/** Maximum per credential and per user. */
const MAX_OPEN = { credential: 20, user: 100 } as const

interface OpenLimitOptions {
  /** What is counted, in the plural: `open streams`. */
  readonly what: string
  /** How a caller gets by with fewer. */
  readonly fix: string
}

/** Limits what a credential, and all credentials of a user, keep open at the same time. */
export class OpenLimit {
  readonly #open = new Map<string, number>()
  readonly #options: OpenLimitOptions

  constructor(options: OpenLimitOptions) {
    this.#options = options
  }

  /**
   * Counts one more; returns the function that ends it.
   * @throws AppError `rate_limited`.
   */
  take({ user, credential }: Pick<Principal, 'user' | 'credential'>): () => void {
    const { what, fix } = this.#options
    const [own, all] = [`${user.id} ${credentialName(credential)}`, user.id]
    if (this.#count(own) >= MAX_OPEN.credential) {
      throw new AppError('rate_limited', `This credential already has ${MAX_OPEN.credential} ${what}.`, { fix })
    }
    if (this.#count(all) >= MAX_OPEN.user) {
      throw new AppError('rate_limited', `The credentials of ${user.handle} already have ${MAX_OPEN.user} ${what}.`, {
        fix,
      })
    }
    for (const key of [own, all]) this.#open.set(key, this.#count(key) + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      for (const key of [own, all]) this.#release(key)
    }
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0
  }

  #release(key: string): void {
    const left = this.#count(key) - 1
    if (left > 0) this.#open.set(key, left)
    else this.#open.delete(key)
  }
}
