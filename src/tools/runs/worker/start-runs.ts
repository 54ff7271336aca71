import { setTimeout as wait } from 'node:timers/promises'
import { Alarm, type BackgroundJob, startJob } from '../../../scheduling/background-job.ts'
import { LEASE_RETRY_MS } from '../../../store/kept-lease.ts'
import type { Services } from '../../pipeline/call.ts'
import type { Run } from '../plan.ts'
import type { Delay } from './back-off.ts'
import { EngineGates } from './back-off.ts'
import { holdRun, isLive, leaveRun, type RunHold } from './run-scene.ts'
import { RunWorker } from './run-worker.ts'

/** Runs that this process works on at the same time. */
const MAX_ACTIVE = 8
const PAGE = 200
/** Runs that are looked at together after changes. */
const MAX_CHANGED = 500
/** Time that requests have to finish when the process stops. */
const GRACE_MS = 5_000
/** Wait after a failure of the store, such as a full disk. */
const RETRY_MS = 60_000

interface Active {
  readonly worker: RunWorker
  readonly account: string
  readonly ended: Promise<void>
}

const delay: Delay = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Works on the runs of all projects in the background, also on those that another process left. Each run is continued by one process at a time. */
export const startRuns = (services: Services, options: { readonly delay?: Delay } = {}): BackgroundJob =>
  startJob(new Scheduler(services, options.delay ?? delay))

class Scheduler {
  readonly #services: Services
  readonly #delay: Delay
  /** Limits of this process: each process sends as many requests at the same time as an engine allows. */
  readonly #gates = new EngineGates()
  readonly #active = new Map<string, Active>()
  /** Runs that other processes work on, and when to try again. */
  readonly #elsewhere = new Map<string, number>()
  readonly #alarm = new Alarm()
  /** Ends the wait for requests at the end. */
  readonly #done = new AbortController()
  /** Runs that changed since they were looked at. */
  #changed = new Set<string>()
  /** Whether there may be runs to begin. */
  #mayBegin = true
  #isStopping = false

  constructor(services: Services, delayed: Delay) {
    this.#services = services
    this.#delay = delayed
  }

  /** Begins no more requests. Open ones have 5 seconds to end. */
  stop(): void {
    this.#isStopping = true
    for (const { worker } of this.#active.values()) worker.finish()
    this.#alarm.ring()
  }

  async work(): Promise<void> {
    const { store, log } = this.#services
    const unwatch = store.watch(changes => {
      for (const { collection, id } of changes) if (collection === 'runs') this.#changed.add(id)
      if (this.#changed.size > 0) this.#alarm.ring()
    })
    while (!this.#isStopping) {
      try {
        await this.#lookAtChanged()
        await this.#alarm.wait(await this.#beginNext())
      } catch (error) {
        log.warn({ err: error }, 'runs cannot continue; the next attempt is in a minute')
        this.#mayBegin = true
        await this.#alarm.wait(RETRY_MS)
      }
    }
    unwatch()
    await this.#finishAll()
  }

  /** Cancelled runs send nothing more. Runs that wait for a process are begun. */
  async #lookAtChanged(): Promise<void> {
    const changed = [...this.#changed].slice(0, MAX_CHANGED)
    if (changed.length < this.#changed.size) this.#mayBegin = true
    this.#changed = new Set()
    const ids = [...new Set([...this.#active.keys(), ...changed])]
    const runs = await this.#services.store.read.runs.getEach(ids)
    for (const [at, id] of ids.entries()) {
      const run = runs[at]
      const active = this.#active.get(id)
      if (active !== undefined) {
        if (run === undefined || run.state === 'cancelled') active.worker.abort()
      } else if (run !== undefined && isLive(run)) {
        // Another process left it.
        if (run.worker === undefined) this.#elsewhere.delete(id)
        if (!this.#elsewhere.has(id)) this.#mayBegin = true
      }
    }
  }

  /**
   * Begins waiting runs, first those of accounts with the fewest. Returns the time until a run of another process may be tried again; undefined if a change or
   * the end of a run comes first.
   */
  async #beginNext(): Promise<number | undefined> {
    const at = this.#services.now().getTime()
    for (const [id, until] of this.#elsewhere) {
      if (until > at) continue
      this.#elsewhere.delete(id)
      this.#mayBegin = true
    }
    if (this.#mayBegin && this.#active.size < MAX_ACTIVE) {
      this.#mayBegin = false
      const { items } = await this.#services.store.read.runs.page('active', '', { limit: PAGE })
      const waiting = items.filter(({ id }) => !this.#active.has(id) && !this.#elsewhere.has(id)).toReversed()
      while (this.#active.size < MAX_ACTIVE && waiting.length > 0 && !this.#isStopping) {
        const next = this.#takeFair(waiting)
        if (next !== undefined) await this.#tryToBegin(next)
      }
    }
    return this.#elsewhere.size === 0 ? undefined : Math.max(0, Math.min(...this.#elsewhere.values()) - at)
  }

  #takeFair(waiting: Run[]): Run | undefined {
    const accounts = [...this.#active.values()].map(({ account }) => account)
    const count = ({ account_id }: Run): number => accounts.filter(account => account === account_id).length
    const fewest = Math.min(...waiting.map(count))
    const at = waiting.findIndex(run => count(run) === fewest)
    return waiting.splice(at, 1)[0]
  }

  async #tryToBegin(run: Run): Promise<void> {
    const again = this.#services.now().getTime() + LEASE_RETRY_MS
    const hold = await holdRun(run, this.#services)
    if (hold === 'elsewhere') this.#elsewhere.set(run.id, again)
    // A changed run is looked at again, because the change wakes this job.
    if (typeof hold === 'string') return
    if (this.#isStopping) await this.#leave(run.id, hold)
    else this.#begin(run, hold)
  }

  #begin({ id, account_id }: Run, hold: RunHold): void {
    const worker = new RunWorker(id, hold, { services: this.#services, gates: this.#gates, delay: this.#delay })
    const work = async (): Promise<void> => {
      try {
        try {
          await worker.work()
        } finally {
          await this.#leave(id, hold)
        }
      } catch (error) {
        this.#services.log.warn({ err: error, run: id }, 'a run could not store its state')
        await this.#delay(RETRY_MS, this.#done.signal)
      }
      this.#active.delete(id)
      this.#mayBegin = true
      this.#alarm.ring()
    }
    this.#active.set(id, { worker, account: account_id, ended: work() })
  }

  /** When this process stops, another one goes on at once. */
  #leave(id: string, hold: RunHold): Promise<void> {
    return this.#isStopping ? leaveRun(id, hold, this.#services) : hold.lease.release()
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
