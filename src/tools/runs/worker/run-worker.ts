import { AppError } from '../../../errors.ts'
import { EngineError } from '../../../l10n/engines/engine.ts'
import { toSortKey } from '../../../store/records/define.ts'
import { NO_EVENT } from '../../../store/records/runs.ts'
import type { Services } from '../../pipeline/call.ts'
import { completeRun, type Stop, StopError, stopRun } from '../end-run.ts'
import type { Part } from './apply-answers.ts'
import { BackOff, type Delay } from './back-off.ts'
import { buildBatch } from './build-batch.ts'
import { type EngineGates, Gate } from './gate.ts'
import { type Asked, processPart } from './process-part.ts'
import { loadRunScene, type RunScene } from './run-scene.ts'
import { savePlanPage } from './save-plan.ts'
import { type BudgetFault, openRequest, storeAnswers, withdrawRequest } from './send-request.ts'

/** Parts that are prepared or stored beside those whose request is open. */
const PREPARED = 3
const PAGE = 50

interface WorkerDeps {
  readonly services: Services
  readonly gates: EngineGates
  readonly delay: Delay
}

/** Works on one run: selects its translations, sends them part by part, and stores what comes back. */
export class RunWorker {
  readonly #id: string
  readonly #services: Services
  readonly #gates: EngineGates
  readonly #backOff: BackOff
  /** Aborts open requests. */
  readonly #aborting = new AbortController()
  #stop: Stop | undefined
  #isStopping = false

  constructor(id: string, { services, gates, delay }: WorkerDeps) {
    this.#id = id
    this.#services = services
    this.#gates = gates
    this.#backOff = new BackOff(delay)
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

  /** Works until the run has ended, is paused, or this worker is told to finish. */
  async work(): Promise<void> {
    try {
      await this.#work()
    } catch (error) {
      this.#stop ??= this.#toStop(error)
    }
    if (this.#stop !== undefined) await stopRun(this.#id, this.#stop, this.#services)
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
    const lanes = Array.from({ length: concurrency + PREPARED }, () => this.#runLane(parts, gate))
    await Promise.all(lanes)
    const isDone = (await this.#services.store.read.run_parts.count('open', this.#id)) === 0
    if (isDone && this.#stop === undefined) await completeRun(this.#id, this.#services)
  }

  /** Takes parts until none is left. After an error, all lanes end with the part that they have. */
  async #runLane(parts: AsyncIterator<Part>, gate: Gate): Promise<void> {
    try {
      for (let next = await this.#take(parts); next !== undefined; next = await this.#take(parts)) {
        await processPart(next, {
          loadScene: () => this.#loadScene(),
          send: asked => this.#send(asked, gate),
          services: this.#services,
        })
      }
    } catch (error) {
      this.#stop ??= this.#toStop(error)
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
    return this.#aborting.signal.aborted ? undefined : loadRunScene(this.#id, this.#services)
  }

  /** Sends a request when the engine has room. Its answers are stored before the room is given to another. */
  async #send(asked: Asked, gate: Gate): Promise<Part | undefined> {
    const { run, part, engine, units, context } = asked
    // The same for repetitions of a request that has no answer, also after a crash.
    const idempotencyKey = `${part.id}.${part.requests + 1}`
    const batch = await buildBatch(units, { kind: run.kind, locale: part.locale, idempotencyKey }, context)
    return gate.run(() =>
      this.#gates.get(engine).run(async () => {
        const turn = await this.#backOff.begin()
        // The credential or an engine may have ended during the wait.
        if (this.#isStopping || (await this.#loadScene()) === undefined) return undefined
        if (await this.#isOutdated(asked)) return part
        this.#lease(asked)
        const open = await openRequest(asked, batch, this.#services)
        if (typeof open === 'string') return this.#refuse(open, engine.id)
        try {
          const result = await engine.translate(batch, this.#aborting.signal)
          this.#backOff.succeed()
          return await storeAnswers(asked, open, result, this.#services)
        } catch (error) {
          if (this.#aborting.signal.aborted || !(error instanceof EngineError)) throw error
          const withdrawn = await withdrawRequest(asked, open, error, this.#services)
          this.#backOff.fail(error, turn, this.#aborting.signal)
          return withdrawn
        }
      }),
    )
  }

  /** Whether somebody translated a string during the wait. The part then begins again. */
  async #isOutdated({ units }: Asked): Promise<boolean> {
    const { translations } = this.#services.store.read
    for (const { translation } of units) {
      const now = await translations.get(translation.id)
      if ((now?.rev ?? 0) !== translation.rev) return true
    }
    return false
  }

  /** Other workers get these strings last, as long as the request is open. */
  #lease({ run, units, context }: Asked): void {
    const { user } = context.principal
    const worker = { userId: user.id, handle: user.handle, name: `run ${run.id}` }
    const translations = units.map(({ translation }) => translation)
    this.#services.leases.take(run.project_id, translations, worker, this.#services.now())
  }

  #refuse(fault: BudgetFault, engine: string): undefined {
    if (fault === 'ended') return undefined
    const message =
      fault === 'budget'
        ? 'The budget of the run is used up.'
        : `The budget of this month for engine ${engine} is used up. It is renewed on the first day of the month (UTC), or an operator can raise it.`
    throw new StopError({ state: 'paused', reason: fault, message })
  }

  /** What an error means for the run. Nothing stops it if it was aborted. */
  #toStop(error: unknown): Stop | undefined {
    if (this.#aborting.signal.aborted) return undefined
    if (error instanceof StopError) return error.stop
    if (error instanceof AppError && error.code === 'quota_exceeded') {
      return { state: 'paused', reason: 'quota', message: error.message }
    }
    this.#services.log.error({ err: error, run: this.#id }, 'a run failed')
    const message =
      error instanceof AppError ? error.message : 'An internal error stopped the run. Its answers so far are stored.'
    return { state: 'paused', reason: 'internal_error', message }
  }
}
