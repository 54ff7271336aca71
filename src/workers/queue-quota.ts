export interface QueueLimits {
  /** Jobs that wait at most; of one owner a quarter. */
  readonly maxWaiting: number
  /** The bytes of their inputs; of one owner a sixteenth. */
  readonly maxBytes: number
}

const MAX_OWNER_JOBS_SHARE = 1 / 4
const MAX_OWNER_BYTES_SHARE = 1 / 16

/** Counts the jobs that wait. A job of an owner who waits with nothing else is as large as it likes, and is never one too many. */
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
