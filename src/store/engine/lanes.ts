import { FairQueue } from '../../scheduling/fair-queue.ts'
import type { TransactionOptions } from '../store.ts'

/** Default for lanes that run in parallel with the main lane. Bounds their memory. */
const MAX_PARALLEL_LANES = 8
/** Maximum lanes per user, so that long writes of one user do not block others. */
const MAX_LANES_PER_USER = 2

/** The default lane. */
const MAIN_LANE = ''
/** The user of transactions without one. Has no limit. */
const NO_USER = ''

interface Job {
  readonly user: string
  readonly lane: string
  begin: () => void
}

/** The waiting transactions of one lane: urgent ones first, then one per user in turn. */
class Lane {
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
 * Schedules transactions. Those of one lane run one after the other, different lanes run in parallel. Users take turns within a lane. If too many lanes wait,
 * the lane whose next user has the fewest running transactions is next.
 */
export class Lanes {
  /** Lanes with running or waiting transactions. */
  readonly #lanes = new Map<string, Lane>()
  /** Lanes that only wait for a limit, oldest first. */
  readonly #ready = new Set<string>()
  /** Running transactions per user, without the main lane. */
  readonly #running = new Map<string, number>()
  readonly #maxParallel: number
  #parallel = 0
  #unfinished = 0
  #idle: (() => void)[] = []

  constructor(maxParallel = MAX_PARALLEL_LANES) {
    this.#maxParallel = Math.min(maxParallel, MAX_PARALLEL_LANES)
  }

  /** Waits for its turn, then runs `work`. */
  async enter<T>(options: TransactionOptions, work: () => Promise<T>): Promise<T> {
    const { lane = MAIN_LANE, user = NO_USER, urgent = false } = options
    this.#unfinished++
    const job: Job = { user, lane, begin: () => undefined }
    if (this.#lanes.has(lane) || !this.#mayRun(job)) await this.#waitForTurn(job, urgent)
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

  #mayRun({ lane, user }: Job): boolean {
    return lane === MAIN_LANE || (this.#parallel < this.#maxParallel && this.#mayUserRun(user))
  }

  readonly #mayUserRun = (user: string): boolean =>
    user === NO_USER || (this.#running.get(user) ?? 0) < MAX_LANES_PER_USER

  #waitForTurn(job: Job, isUrgent: boolean): Promise<void> {
    return new Promise(resolve => {
      job.begin = resolve
      this.#getLane(job.lane).add(job, isUrgent)
      this.#wake(job.lane)
    })
  }

  #begin(job: Job): void {
    this.#getLane(job.lane).isBusy = true
    this.#count(job, 1)
    job.begin()
  }

  #getLane(name: string): Lane {
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const lane = new Lane()
    this.#lanes.set(name, lane)
    return lane
  }

  /** Starts the next job of a lane, if the limits allow it. */
  #wake(name: string): void {
    this.#ready.delete(name)
    const lane = this.#getLane(name)
    if (lane.isBusy) return
    if (lane.isEmpty) this.#lanes.delete(name)
    else {
      const job = this.#isFull(name) ? undefined : lane.take(this.#userFilter(name))
      if (job === undefined) this.#ready.add(name)
      else this.#begin(job)
    }
  }

  #isFull(name: string): boolean {
    return name !== MAIN_LANE && this.#parallel >= this.#maxParallel
  }

  #userFilter(name: string): (user: string) => boolean {
    return name === MAIN_LANE ? () => true : this.#mayUserRun
  }

  #leave(job: Job): void {
    this.#getLane(job.lane).isBusy = false
    this.#unfinished--
    this.#count(job, -1)
    this.#wake(job.lane)
    this.#wakeReady()
    if (this.#unfinished === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Starts ready lanes up to the limit, first those whose next user has the fewest running transactions. */
  #wakeReady(): void {
    while (this.#parallel < this.#maxParallel) {
      const [next] = [...this.#ready]
        .flatMap(name => {
          const job = this.#lanes.get(name)?.peek(this.#mayUserRun)
          return job === undefined ? [] : [{ name, load: this.#running.get(job.user) ?? 0 }]
        })
        .toSorted((a, b) => a.load - b.load)
      if (next === undefined) return
      this.#wake(next.name)
    }
  }

  #count({ user, lane }: Job, by: 1 | -1): void {
    if (lane === MAIN_LANE) return
    this.#parallel += by
    const running = (this.#running.get(user) ?? 0) + by
    if (running === 0) this.#running.delete(user)
    else this.#running.set(user, running)
  }
}
