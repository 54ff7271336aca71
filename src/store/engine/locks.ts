import { FairQueue } from '../../scheduling/fair-queue.ts'
import type { TransactionOptions } from '../store.ts'

/** Default for locks that run in parallel with the main lock. Bounds their memory. */
const MAX_PARALLEL_LOCKS = 8
/** Maximum locks per user, so that long writes of one user do not block others. */
const MAX_LOCKS_PER_USER = 2

/** The default lock. */
const MAIN_LOCK = ''
/** The user of transactions without one. Has no limit. */
const NO_USER = ''

interface Job {
  readonly user: string
  readonly lock: string
  begin: () => void
}

/** The waiting transactions of one lock: urgent ones first, then one per user in turn. */
class LockQueue {
  isBusy = false
  readonly #urgent: Job[] = []
  readonly #others = new FairQueue<Job>()

  add(job: Job, isUrgent: boolean): void {
    if (isUrgent) this.#urgent.push(job)
    else this.#others.push(job.user, job)
  }

  get isEmpty(): boolean {
    return this.#urgent.length === 0 && this.#others.size === 0
  }

  /** Returns the job that `take` would remove. */
  peek(mayGo: (user: string) => boolean): Job | undefined {
    return this.#urgent[0] ?? this.#others.peek(mayGo)
  }

  take(mayGo: (user: string) => boolean): Job | undefined {
    return this.#urgent.shift() ?? this.#others.shift(mayGo)
  }
}

/**
 * Schedules transactions. Those of one lock run one after the other, different locks run in parallel. Users take turns within a lock. If too many locks wait,
 * the lock whose next user has the fewest running transactions is next.
 */
export class Locks {
  /** Locks with running or waiting transactions. */
  readonly #locks = new Map<string, LockQueue>()
  /** Locks that only wait for a limit, oldest first. */
  readonly #ready = new Set<string>()
  /** Running transactions per user, without the main lock. */
  readonly #running = new Map<string, number>()
  readonly #maxParallel: number
  #parallel = 0
  #unfinished = 0
  #idle: (() => void)[] = []

  constructor(maxParallel = MAX_PARALLEL_LOCKS) {
    this.#maxParallel = Math.min(maxParallel, MAX_PARALLEL_LOCKS)
  }

  /** Waits for its turn, then runs `work`. */
  async enter<T>(options: TransactionOptions, work: () => Promise<T>): Promise<T> {
    const { lock = MAIN_LOCK, user = NO_USER, urgent = false } = options
    this.#unfinished++
    const job: Job = { user, lock, begin: () => undefined }
    if (this.#locks.has(lock) || !this.#mayRun(job)) await this.#waitForTurn(job, urgent)
    else this.#begin(job)
    try {
      return await work()
    } finally {
      this.#leave(job)
    }
  }

  /** Resolves when nothing runs or waits. */
  idle(): Promise<void> {
    if (this.#unfinished === 0) return Promise.resolve()
    return new Promise(resolve => {
      this.#idle.push(resolve)
    })
  }

  #mayRun({ lock, user }: Job): boolean {
    return lock === MAIN_LOCK || (this.#parallel < this.#maxParallel && this.#mayUserRun(user))
  }

  readonly #mayUserRun = (user: string): boolean =>
    user === NO_USER || (this.#running.get(user) ?? 0) < MAX_LOCKS_PER_USER

  #waitForTurn(job: Job, isUrgent: boolean): Promise<void> {
    return new Promise(resolve => {
      job.begin = resolve
      this.#getQueue(job.lock).add(job, isUrgent)
      this.#wake(job.lock)
    })
  }

  #begin(job: Job): void {
    this.#getQueue(job.lock).isBusy = true
    this.#count(job, 1)
    job.begin()
  }

  #getQueue(name: string): LockQueue {
    const known = this.#locks.get(name)
    if (known !== undefined) return known
    const lock = new LockQueue()
    this.#locks.set(name, lock)
    return lock
  }

  /** Starts the next job of a lock, if the limits allow it. */
  #wake(name: string): void {
    this.#ready.delete(name)
    const lock = this.#getQueue(name)
    if (lock.isBusy) return
    if (lock.isEmpty) this.#locks.delete(name)
    else {
      const job = this.#isFull(name) ? undefined : lock.take(this.#userFilter(name))
      if (job === undefined) this.#ready.add(name)
      else this.#begin(job)
    }
  }

  #isFull(name: string): boolean {
    return name !== MAIN_LOCK && this.#parallel >= this.#maxParallel
  }

  #userFilter(name: string): (user: string) => boolean {
    return name === MAIN_LOCK ? () => true : this.#mayUserRun
  }

  #leave(job: Job): void {
    this.#getQueue(job.lock).isBusy = false
    this.#unfinished--
    this.#count(job, -1)
    this.#wake(job.lock)
    this.#wakeReady()
    if (this.#unfinished === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Starts ready locks up to the limit, first those whose next user has the fewest running transactions. */
  #wakeReady(): void {
    while (this.#parallel < this.#maxParallel) {
      const [next] = [...this.#ready]
        .flatMap(name => {
          const job = this.#locks.get(name)?.peek(this.#mayUserRun)
          return job === undefined ? [] : [{ name, load: this.#running.get(job.user) ?? 0 }]
        })
        .toSorted((a, b) => a.load - b.load)
      if (next === undefined) return
      this.#wake(next.name)
    }
  }

  #count({ user, lock }: Job, by: 1 | -1): void {
    if (lock === MAIN_LOCK) return
    this.#parallel += by
    const running = (this.#running.get(user) ?? 0) + by
    if (running === 0) this.#running.delete(user)
    else this.#running.set(user, running)
  }
}
