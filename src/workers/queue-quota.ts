export interface QueueLimits {
  /** Maximum waiting jobs. One owner may have a quarter. */
  readonly maxWaiting: number
  /** Maximum bytes of their inputs. One owner may have a sixteenth. */
  readonly maxBytes: number
}

const MAX_OWNER_JOBS_SHARE = 1 / 4
const MAX_OWNER_BYTES_SHARE = 1 / 16

/** Limits the waiting jobs. The first waiting job of an owner is limited by `maxBytes` only, or by nothing if no other job waits. */
export class QueueQuota {
  readonly #limits: QueueLimits
  readonly #own = new Map<string, { jobs: number; bytes: number }>()
  #jobs = 0
  #bytes = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  isFull(owner: string, bytes: number): boolean {
    const { maxWaiting, maxBytes } = this.#limits
    if (this.#jobs > 0 && this.#bytes + bytes > maxBytes) return true
    const own = this.#own.get(owner)
    if (own === undefined) return false
    return (
      this.#jobs >= maxWaiting ||
      own.jobs >= maxWaiting * MAX_OWNER_JOBS_SHARE ||
      own.bytes + bytes > maxBytes * MAX_OWNER_BYTES_SHARE
    )
  }

  enter(owner: string, bytes: number): void {
    this.#count(owner, 1, bytes)
  }

  leave(owner: string, bytes: number): void {
    this.#count(owner, -1, -bytes)
  }

  #count(owner: string, jobs: number, bytes: number): void {
    const own = this.#own.get(owner) ?? { jobs: 0, bytes: 0 }
    own.jobs += jobs
    own.bytes += bytes
    this.#jobs += jobs
    this.#bytes += bytes
    if (own.jobs === 0) this.#own.delete(owner)
    else this.#own.set(owner, own)
  }
}
