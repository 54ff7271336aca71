import { setTimeout as wait } from 'node:timers/promises'
import { Alarm } from '../../../scheduling/alarm.ts'
import type { Services } from '../../pipeline/call.ts'
import type { Run } from '../plan.ts'
import type { Delay } from './back-off.ts'
import { EngineGates } from './gate.ts'
import { RunWorker } from './run-worker.ts'

/** Runs that are worked on at the same time. */
const MAX_ACTIVE = 8
const PAGE = 200
/** Time that requests have to finish when the process stops. */
const GRACE_MS = 5_000
/** Wait after a failure of the store, such as a full disk. */
const RETRY_MS = 60_000

/** A background job. */
export interface RunJob {
  /** Begins no more requests, and ends after the open ones, at most 5 seconds later. */
  stop(): Promise<void>
}

interface Active {
  readonly worker: RunWorker
  readonly account: string
  readonly ended: Promise<void>
}

const delay: Delay = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Works on the runs of all projects in the background, also on those that an earlier process left. One process does it for each data folder. */
export function startRuns(services: Services, options: { readonly delay?: Delay } = {}): RunJob {
  const job = new Scheduler(services, options.delay ?? delay)
  const ended = job.work()
  return {
    stop: async () => {
      job.stop()
      await ended
    },
  }
}

class Scheduler {
  readonly #services: Services
  readonly #delay: Delay
  readonly #gates = new EngineGates()
  readonly #active = new Map<string, Active>()
  readonly #alarm = new Alarm()
  /** Ends the wait for requests at the end. */
  readonly #done = new AbortController()
  #isStopping = false

  constructor(services: Services, delayed: Delay) {
    this.#services = services
    this.#delay = delayed
  }

  stop(): void {
    this.#isStopping = true
    for (const { worker } of this.#active.values()) worker.finish()
    this.#alarm.ring()
  }

  async work(): Promise<void> {
    const { store, log } = this.#services
    const unwatch = store.watch(changes => {
      if (changes.some(({ collection, kind }) => collection === 'runs' && kind !== 'remove')) this.#alarm.ring()
    })
    while (!this.#isStopping) {
      try {
        await this.#abortEnded()
        await this.#beginNext()
        await this.#alarm.wait()
      } catch (error) {
        log.warn({ err: error }, 'runs cannot continue; the next attempt is in a minute')
        await this.#alarm.wait(RETRY_MS)
      }
    }
    unwatch()
    await this.#finishAll()
  }

  /** Cancelled runs, and those that another call paused, send nothing more. */
  async #abortEnded(): Promise<void> {
    for (const [id, { worker }] of this.#active) {
      const run = await this.#services.store.read.runs.get(id)
      if (run === undefined || run.state === 'cancelled') worker.abort()
    }
  }

  /** Begins waiting runs, first those of accounts with the fewest. */
  async #beginNext(): Promise<void> {
    if (this.#active.size >= MAX_ACTIVE) return
    const { items } = await this.#services.store.read.runs.page('active', '', { limit: PAGE })
    const waiting = items.filter(({ id }) => !this.#active.has(id)).toReversed()
    while (this.#active.size < MAX_ACTIVE && waiting.length > 0 && !this.#isStopping) {
      const next = this.#takeFair(waiting)
      if (next !== undefined) this.#begin(next)
    }
  }

  #takeFair(waiting: Run[]): Run | undefined {
    const accounts = [...this.#active.values()].map(({ account }) => account)
    const count = ({ account_id }: Run): number => accounts.filter(account => account === account_id).length
    const fewest = Math.min(...waiting.map(count))
    const at = waiting.findIndex(run => count(run) === fewest)
    return waiting.splice(at, 1)[0]
  }

  #begin({ id, account_id }: Run): void {
    const worker = new RunWorker(id, { services: this.#services, gates: this.#gates, delay: this.#delay })
    const work = async (): Promise<void> => {
      try {
        await worker.work()
      } catch (error) {
        this.#services.log.warn({ err: error, run: id }, 'a run could not store its state')
        await this.#delay(RETRY_MS, this.#done.signal)
      }
      this.#active.delete(id)
      this.#alarm.ring()
    }
    this.#active.set(id, { worker, account: account_id, ended: work() })
  }

  async #finishAll(): Promise<void> {
    const ended = Promise.all([...this.#active.values()].map(one => one.ended))
    const timer = setTimeout(() => {
      for (const { worker } of this.#active.values()) worker.abort()
      this.#done.abort()
    }, GRACE_MS)
    try {
      await ended
    } finally {
      clearTimeout(timer)
    }
  }
}
