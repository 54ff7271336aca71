import type { Principal } from '../../../auth/policy/principal.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { RunRecord } from '../../../store/records/runs.ts'
import type { Change, Store } from '../../../store/store.ts'
import { OpenLimit } from '../../pipeline/open-limit.ts'
import { findAffected } from '../../pipeline/permission-changes.ts'

type Run = Frozen<RunRecord>

/** Why a wait ended. */
type Wake = 'changed' | 'permissions' | 'time' | 'aborted' | 'stopping'

interface Wait {
  /** Called now, and with every change of the run; undefined after it was removed. The wait ends when it returns true. */
  readonly until: (run: Run | undefined) => boolean
  readonly milliseconds: number
  /** Ends the wait when permissions of this caller may have changed. */
  readonly principal: Principal
  readonly signal?: AbortSignal | undefined
}

interface Waiter extends Pick<Wait, 'until' | 'principal'> {
  readonly end: (why: Wake) => void
}

/** Tells calls and streams that a run changed. One subscription to the store serves all of them; it lasts as long as anyone waits. */
export class RunWatch {
  /** Calls that wait. */
  readonly calls = new OpenLimit({
    what: 'calls that wait for runs',
    fix: 'Wait for their answers, or watch several runs with one subscription (subscriptions/listen).',
  })
  readonly #store: Pick<Store, 'read' | 'watch'>
  readonly #waiters = new Map<string, Set<Waiter>>()
  #unwatch: (() => void) | undefined
  #isStopping = false

  constructor(store: Pick<Store, 'read' | 'watch'>) {
    this.#store = store
  }

  /** Waits for a run. Throws nothing, and reads nothing for the caller: permissions are to be checked again afterwards. */
  async wait(runId: string, { until, milliseconds, principal, signal }: Wait): Promise<Wake> {
    if (this.#isStopping) return 'stopping'
    if (signal?.aborted === true) return 'aborted'
    return new Promise(resolve => {
      const end = (why: Wake): void => {
        this.#remove(runId, waiter)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(why)
      }
      const abort = (): void => end('aborted')
      const waiter: Waiter = { until, principal, end }
      const timer = setTimeout(() => end('time'), milliseconds)
      signal?.addEventListener('abort', abort)
      this.#add(runId, waiter)
      // The run may have changed since the caller read it.
      void this.#offer(runId, [waiter])
    })
  }

  /** Whether the process is stopping. */
  get isClosed(): boolean {
    return this.#isStopping
  }

  /** Ends all waits, so that calls can answer and streams can end. Later waits end at once. */
  close(): void {
    this.#isStopping = true
    for (const waiter of Array.from(this.#all())) waiter.end('stopping')
  }

  #add(runId: string, waiter: Waiter): void {
    const known = this.#waiters.get(runId)
    if (known === undefined) this.#waiters.set(runId, new Set([waiter]))
    else known.add(waiter)
    this.#unwatch ??= this.#store.watch(changes => this.#onChanges(changes))
  }

  #remove(runId: string, waiter: Waiter): void {
    const known = this.#waiters.get(runId)
    known?.delete(waiter)
    if (known?.size === 0) this.#waiters.delete(runId)
    if (this.#waiters.size > 0) return
    this.#unwatch?.()
    this.#unwatch = undefined
  }

  #onChanges(changes: readonly Change[]): void {
    const runs = new Set(changes.filter(({ collection }) => collection === 'runs').map(({ id }) => id))
    for (const id of runs) {
      const waiters = this.#waiters.get(id)
      if (waiters !== undefined) void this.#offer(id, [...waiters])
    }
    const isAffected = findAffected(changes)
    for (const waiter of Array.from(this.#all())) if (isAffected(waiter.principal)) waiter.end('permissions')
  }

  async #offer(runId: string, waiters: readonly Waiter[]): Promise<void> {
    // A store that closes meanwhile ends the wait, too.
    const run = await this.#store.read.runs.get(runId).catch(() => undefined)
    for (const { until, end } of waiters) if (until(run)) end('changed')
  }

  *#all(): Generator<Waiter> {
    for (const waiters of this.#waiters.values()) yield* waiters
  }
}
