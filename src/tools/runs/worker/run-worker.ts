import { AppError } from '../../../errors.ts'
import {
  correctUsage,
  type Engine,
  type EngineBatch,
  EngineError,
  type EngineResult,
} from '../../../l10n/engines/engine.ts'
import { toSortKey } from '../../../store/records/define.ts'
import { NO_EVENT } from '../../../store/records/runs.ts'
import { secondsSince } from '../../../telemetry/telemetry.ts'
import type { Services } from '../../pipeline/call.ts'
import { completeRun, type Stop, StopError, stopRun } from '../end-run.ts'
import type { Part } from './apply-answers.ts'
import { BackOff, type Delay, type EngineGates, Gate } from './back-off.ts'
import { buildBatch } from './build-batch.ts'
import { type PartRequest, processPart } from './process-part.ts'
import type { RunHold } from './run-scene.ts'
import { loadRunScene, type RunScene } from './run-scene.ts'
import { savePlanPage } from './save-plan.ts'
import { type BudgetFault, openRequest, storeAnswers, withdrawRequest } from './send-request.ts'

/** Parts that are prepared or stored beside those whose request is open. */
const PREPARED = 3
const PAGE = 50
/** Waits between attempts to store answers, in milliseconds. */
const STORE_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

const isUnavailable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'store_unavailable'

interface WorkerDeps {
  readonly services: Services
  readonly gates: EngineGates
  readonly delay: Delay
}

/** Works on one run: selects its translations, sends them part by part, and stores what comes back. */
export class RunWorker {
  readonly #id: string
  readonly #hold: RunHold
  readonly #services: Services
  readonly #gates: EngineGates
  readonly #delay: Delay
  readonly #backOff: BackOff
  /** Aborts open requests. */
  readonly #aborting = new AbortController()
  #stop: Stop | undefined
  /** The failure of the store that ended the work. */
  #fault: AppError | undefined
  #isStopping = false

  constructor(id: string, hold: RunHold, { services, gates, delay }: WorkerDeps) {
    this.#id = id
    this.#hold = hold
    this.#services = services
    this.#gates = gates
    this.#delay = delay
    this.#backOff = new BackOff(delay)
    hold.lease.lost.addEventListener('abort', () => this.abort())
  }

  /** Begins nothing more. Open requests go on, so that their answers are stored. */
  finish(): void {
    this.#isStopping = true
  }

  /** Ends at once. Requests without an answer are lost. */
  abort(): void {
    this.#isStopping = true
    this.#aborting.abort()
  }

  /**
   * Works until the run has ended, is paused, has another worker, or this worker is told to finish.
   * @throws AppError `store_unavailable`. The run then goes on later.
   */
  async work(): Promise<void> {
    try {
      await this.#work()
    } catch (error) {
      this.#fail(error)
    }
    if (this.#stop !== undefined) await stopRun(this.#name, this.#stop, this.#services)
    if (this.#fault !== undefined) throw this.#fault
  }

  get #name(): { readonly id: string; readonly worker: string } {
    return { id: this.#id, worker: this.#hold.worker }
  }

  async #work(): Promise<void> {
    let scene = await this.#loadScene()
    while (scene !== undefined && !scene.run.planned) {
      await savePlanPage(scene, this.#services)
      scene = await this.#loadScene()
    }
    if (scene === undefined) return
    const { concurrency } = scene.run
    const gate = new Gate(concurrency)
    const parts = this.#openParts()
    const takers = Array.from({ length: concurrency + PREPARED }, () => this.#takeParts(parts, gate))
    await Promise.all(takers)
    const isDone = (await this.#services.store.read.run_parts.count('open', this.#id)) === 0
    if (isDone && this.#stop === undefined) await completeRun(this.#name, this.#services)
  }

  /** Takes parts until none is left. After an error, all takers end with the part that they have. */
  async #takeParts(parts: AsyncIterator<Part>, gate: Gate): Promise<void> {
    try {
      for (let next = await this.#take(parts); next !== undefined; next = await this.#take(parts)) {
        const deps = {
          loadScene: () => this.#loadScene(),
          send: (request: PartRequest) => this.#send(request, gate),
          services: this.#services,
        }
        const part = next
        await this.#services.telemetry.tracer.span({ name: 'run part' }, () => processPart(part, deps))
      }
    } catch (error) {
      this.#fail(error)
      this.#isStopping = true
    }
  }

  async #take(parts: AsyncIterator<Part>): Promise<Part | undefined> {
    if (this.#isStopping) return undefined
    const { done, value } = await parts.next()
    return done === true ? undefined : value
  }

  /** The open parts in order. Parts do not open again, so each is listed once. */
  async *#openParts(): AsyncGenerator<Part, undefined> {
    let behind: string | undefined
    for (;;) {
      const page = await this.#services.store.read.run_parts.behind('open', this.#id, { limit: PAGE, behind })
      if (page.length === 0) return undefined
      for (const part of page) {
        yield part
        behind = toSortKey(NO_EVENT + part.position)
      }
    }
  }

  async #loadScene(): Promise<RunScene | undefined> {
    return this.#aborting.signal.aborted ? undefined : loadRunScene(this.#id, this.#hold.worker, this.#services)
  }

  /** Sends a request when the engine has room. Its answers are stored before the room is given to another. */
  async #send(request: PartRequest, gate: Gate): Promise<Part | undefined> {
    const { run, part, engine, units, context } = request
    // The same for repetitions of a request that has no answer, also after a crash.
    const idempotencyKey = `${part.id}.${part.requests + 1}`
    const batch = await buildBatch(units, { kind: run.kind, locale: part.locale, idempotencyKey }, context)
    return gate.run(() =>
      this.#gates.get(engine).run(async () => {
        const turn = await this.#backOff.begin()
        // The credential or an engine may have ended during the wait.
        if (this.#isStopping || (await this.#loadScene()) === undefined) return undefined
        if (await this.#isOutdated(request)) return part
        await this.#lease(request)
        const open = await openRequest(request, batch, this.#services)
        if (typeof open === 'string') return this.#refuse(open, engine.id)
        // The process may have been frozen since. The next worker sends what is marked.
        if (!(await this.#hold.lease.isHeld())) return undefined
        try {
          const result = await this.#translate(engine, batch)
          this.#backOff.succeed()
          return await this.#persist(() => storeAnswers(request, open, result, this.#services))
        } catch (error) {
          if (this.#aborting.signal.aborted || !(error instanceof EngineError)) throw error
          const withdrawn = await withdrawRequest(request, open, error, this.#services)
          this.#backOff.fail(error, turn, this.#aborting.signal)
          return withdrawn
        }
      }),
    )
  }

  /** Stores what was paid for, also if the store cannot be reached for a moment. */
  async #persist<T>(write: () => Promise<T>): Promise<T> {
    for (const wait of STORE_WAITS_MS) {
      try {
        return await write()
      } catch (error) {
        if (!isUnavailable(error) || this.#aborting.signal.aborted) throw error
        await this.#delay(wait, this.#aborting.signal)
      }
    }
    return write()
  }

  /** Sends a request, and measures it. */
  #translate(engine: Engine, batch: EngineBatch): Promise<EngineResult> {
    const { meters, tracer } = this.#services.telemetry
    const attributes = { 'dragoman.engine': engine.id, 'dragoman.strings': batch.items.length }
    return tracer.span({ name: `engine ${engine.id}`, kind: 'client', attributes }, async span => {
      const began = performance.now()
      const end = (outcome: string): void => {
        meters.engineAnswered({ engine: engine.id, outcome, seconds: secondsSince(began) })
      }
      try {
        const result = await engine.translate(batch, this.#aborting.signal)
        end('ok')
        return { ...result, usage: correctUsage(result.usage, () => engine.estimate(batch)) }
      } catch (error) {
        const outcome = error instanceof EngineError ? error.failure : 'aborted'
        span.fail(outcome)
        end(outcome)
        throw error
      }
    })
  }

  /** Whether somebody translated a string during the wait. The part then begins again. */
  async #isOutdated({ units }: PartRequest): Promise<boolean> {
    const { translations } = this.#services.store.read
    for (const { translation } of units) {
      const now = await translations.get(translation.id)
      if ((now?.rev ?? 0) !== translation.rev) return true
    }
    return false
  }

  /** Other workers get these strings last, as long as the request is open. */
  async #lease({ run, units, context }: PartRequest): Promise<void> {
    const { user } = context.principal
    const worker = { userId: user.id, handle: user.handle, name: `run ${run.id}` }
    const translations = units.map(({ translation }) => translation)
    await this.#services.leases.take(run.project_id, translations, worker, this.#services.now())
  }

  #refuse(fault: BudgetFault, engine: string): undefined {
    if (fault === 'ended') return undefined
    const message =
      fault === 'budget'
        ? 'The budget of the run is used up.'
        : `The budget of this month for engine ${engine} is used up. It is renewed on the first day of the month (UTC), or an operator can raise it.`
    throw new StopError({ state: 'paused', reason: fault, message })
  }

  /** Keeps the first reason why the run stops, or the work. */
  #fail(error: unknown): void {
    if (isUnavailable(error) && !this.#aborting.signal.aborted) this.#fault ??= error
    else this.#stop ??= this.#toStop(error)
  }

  /** What an error means for the run. Nothing stops it if it was aborted. */
  #toStop(error: unknown): Stop | undefined {
    if (this.#aborting.signal.aborted) return undefined
    if (error instanceof StopError) return error.stop
    if (error instanceof AppError && error.code === 'quota_exceeded') {
      this.#services.telemetry.meters.quotaRefused(error.limit ?? 'other')
      return { state: 'paused', reason: 'quota', message: error.message }
    }
    this.#services.log.error({ err: error, run: this.#id }, 'a run failed')
    const message =
      error instanceof AppError ? error.message : 'An internal error stopped the run. Its answers so far are stored.'
    return { state: 'paused', reason: 'internal_error', message }
  }
}
