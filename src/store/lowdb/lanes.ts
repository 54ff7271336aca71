import { FairQueue } from '../../scheduling/fair-queue.ts'
import type { TransactionOptions } from '../store.ts'

/** Most lanes that run at once beside the main one, so that what they hold in memory is bounded. */
const MAX_PARALLEL_LANES = 8
/** Most of them that one user has, so that long writes of one hold up nobody else. */
const MAX_LANES_PER_USER = 2

/** The lane of whatever names none. */
const MAIN_LANE = ''
/** The user of whatever names none. */
const NO_USER = ''

interface Job {
  readonly user: string
  readonly lane: string
  begin: () => void
}

/** What waits in one lane: urgent work first, then one of each user in turn. */
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

  /** What `take` would take. */
  peek(mayGo: (user: string) => boolean): Job | undefined {
    return this.#urgent[0] ?? this.#others.peek(mayGo)
  }

  take(mayGo: (user: string) => boolean): Job | undefined {
    return this.#urgent.shift() ?? this.#others.shift(mayGo)
  }
}

/**
 * Says when each transaction runs. Those of one lane run one after the other, those of different lanes side by side; whoever waits for a lane is taken in
 * turn by user, and so are the lanes when more wait than may run.
 */
export class Lanes {
  /** Lanes in which something runs or waits. */
  readonly #lanes = new Map<string, Lane>()
  /** Lanes that could run but for the limit, in the order in which they came. */
  readonly #ready = new Set<string>()
  /** How many transactions of each user run beside the main lane. */
  readonly #running = new Map<string, number>()
  #beside = 0
  #under = 0
  #idle: (() => void)[] = []

  /** Runs `work` when it is its turn. */
  async enter<T>(options: TransactionOptions, work: () => Promise<T>): Promise<T> {
    const { lane = MAIN_LANE, user = NO_USER, urgent = false } = options
    this.#under++
    const job: Job = { user, lane, begin: () => undefined }
    if (this.#lanes.has(lane) || !this.#mayRun(job)) await this.#turn(job, urgent)
    else this.#begin(job)
    try {
      return await work()
    } finally {
      this.#leave(job)
    }
  }

  /** Resolves when nothing runs or waits. */
  idle(): Promise<void> {
    if (this.#under === 0) return Promise.resolve()
    return new Promise(resolve => {
      this.#idle.push(resolve)
    })
  }

  #mayRun({ lane, user }: Job): boolean {
    return lane === MAIN_LANE || (this.#beside < MAX_PARALLEL_LANES && this.#mayGo(user))
  }

  readonly #mayGo = (user: string): boolean => user === NO_USER || (this.#running.get(user) ?? 0) < MAX_LANES_PER_USER

  #turn(job: Job, isUrgent: boolean): Promise<void> {
    return new Promise(resolve => {
      job.begin = resolve
      this.#place(job.lane).add(job, isUrgent)
      this.#wake(job.lane)
    })
  }

  #begin(job: Job): void {
    this.#place(job.lane).isBusy = true
    this.#count(job, 1)
    job.begin()
  }

  #place(name: string): Lane {
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const lane = new Lane()
    this.#lanes.set(name, lane)
    return lane
  }

  /** Lets the next one of a lane begin, if it may. */
  #wake(name: string): void {
    this.#ready.delete(name)
    const lane = this.#place(name)
    if (lane.isBusy) return
    if (lane.isEmpty) this.#lanes.delete(name)
    else {
      const job = this.#isFull(name) ? undefined : lane.take(this.#mayGoIn(name))
      if (job === undefined) this.#ready.add(name)
      else this.#begin(job)
    }
  }

  #isFull(name: string): boolean {
    return name !== MAIN_LANE && this.#beside >= MAX_PARALLEL_LANES
  }

  #mayGoIn(name: string): (user: string) => boolean {
    return name === MAIN_LANE ? () => true : this.#mayGo
  }

  #leave(job: Job): void {
    this.#place(job.lane).isBusy = false
    this.#under--
    this.#count(job, -1)
    this.#wake(job.lane)
    this.#wakeReady()
    if (this.#under === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Of the lanes that could run, the one whose next user has the fewest transactions running. */
  #wakeReady(): void {
    while (this.#beside < MAX_PARALLEL_LANES) {
      const [next] = [...this.#ready]
        .flatMap(name => {
          const job = this.#lanes.get(name)?.peek(this.#mayGo)
          return job === undefined ? [] : [{ name, load: this.#running.get(job.user) ?? 0 }]
        })
        .toSorted((a, b) => a.load - b.load)
      if (next === undefined) return
      this.#wake(next.name)
    }
  }

  #count({ user, lane }: Job, by: 1 | -1): void {
    if (lane === MAIN_LANE) return
    this.#beside += by
    const running = (this.#running.get(user) ?? 0) + by
    if (running === 0) this.#running.delete(user)
    else this.#running.set(user, running)
  }
}
