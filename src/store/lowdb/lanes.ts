import { FairQueue } from '../../fair-queue.ts'
import type { TransactionOptions } from '../store.ts'

/** Most lanes that run at once beside the main one, so that what they hold in memory is bounded. */
const MAX_BESIDE = 8

/** The lane of whatever names none. */
const MAIN = ''

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

  peek(): Job | undefined {
    return this.#urgent[0] ?? this.#others.peek()
  }

  take(): Job | undefined {
    return this.#urgent.shift() ?? this.#others.shift()
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
    const { lane = MAIN, user = '', urgent = false } = options
    this.#under++
    const job: Job = { user, lane, begin: () => undefined }
    if (!this.#isFree(lane)) await this.#turn(job, urgent)
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

  #isFree(lane: string): boolean {
    return !this.#lanes.has(lane) && (lane === MAIN || this.#beside < MAX_BESIDE)
  }

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
    const lane = this.#place(name)
    if (lane.isBusy) return
    const job = lane.peek()
    if (job === undefined) this.#lanes.delete(name)
    else if (name !== MAIN && this.#beside >= MAX_BESIDE) this.#ready.add(name)
    else {
      lane.take()
      this.#begin(job)
    }
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
    while (this.#beside < MAX_BESIDE && this.#ready.size > 0) {
      const [name] = [...this.#ready].toSorted((a, b) => this.#load(a) - this.#load(b))
      if (name === undefined) return
      this.#ready.delete(name)
      this.#wake(name)
    }
  }

  #load(name: string): number {
    return this.#running.get(this.#lanes.get(name)?.peek()?.user ?? '') ?? 0
  }

  #count({ user, lane }: Job, by: 1 | -1): void {
    if (lane === MAIN) return
    this.#beside += by
    const running = (this.#running.get(user) ?? 0) + by
    if (running === 0) this.#running.delete(user)
    else this.#running.set(user, running)
  }
}
