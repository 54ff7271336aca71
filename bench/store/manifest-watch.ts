import { statSync } from 'node:fs'
import { join } from 'node:path'

const EVERY = 20

/** Counts how often the store in a data folder replaces its manifest. */
export class ManifestWatch {
  readonly #path: string
  readonly #timer: NodeJS.Timeout
  #last: string
  #changes = 0

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'store', 'manifest.json')
    this.#last = this.#identity()
    this.#timer = setInterval(() => this.#look(), EVERY)
  }

  /** Until at most 20 ms ago; several within 20 ms count as one. */
  get changes(): number {
    return this.#changes
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = this.#identity()
    if (now !== this.#last) this.#changes += 1
    this.#last = now
  }

  /** A file that takes the place of another has its own number and time. */
  #identity(): string {
    const stat = statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    return `${stat?.ino} ${stat?.mtimeNs}`
  }
}
