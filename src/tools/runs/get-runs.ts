import { z } from 'zod'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { findRefusal } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import { RUN_STATES, type RunRecord } from '../../store/records/runs.ts'
import type { Call, Progress } from '../pipeline/call.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor, fillPage } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName, pageInput, pageOutput } from '../schemas/fields.ts'
import { isPublicReader } from '../translations/actors.ts'
import { ItemRow, pageItems } from './item-rows.ts'
import { findRun } from './run-target.ts'
import { RunView, toRunView } from './view.ts'

type Run = Frozen<RunRecord>

/** Longest wait of one call. Clients and proxies end calls after 60 seconds. */
const MAX_WAIT_SECONDS = 55

/** Minimum time between two notifications of progress. */
const PROGRESS_INTERVAL_MS = 250

interface WaitOptions {
  /** Wait until the run has an event after this one. Absent: until it ends or is paused. */
  readonly after?: number | undefined
  readonly seconds: number
  /** Called with the run now, and after changes of it during the wait. */
  readonly onProgress?: (run: Run) => void
}

type Waiting = Pick<Call, 'services' | 'principal' | 'signal' | 'progress' | 'leaveSlot'>

/**
 * Waits for a run: until it has a new event, has ended or is paused; until the time passes, the client cancels or the server stops; or until the caller may
 * no longer read it, which the pipeline then reports. The call lets other calls of its user run meanwhile. Its progress is reported to the client.
 * @throws AppError `rate_limited` when the credential waits for too many runs.
 */
export async function waitForRun(runId: string, options: WaitOptions, call: Waiting): Promise<void> {
  const { services, principal, signal, leaveSlot = wait => wait() } = call
  const { runWatch } = services
  const until = performance.now() + options.seconds * 1000
  const notifier = new Notifier(options.onProgress ?? toProgress(call.progress))
  const isOver = (run: Run | undefined): boolean => {
    if (run === undefined || !isLive(run)) return true
    notifier.offer(run)
    return options.after !== undefined && run.events > options.after
  }
  const release = runWatch.calls.take(principal)
  try {
    await leaveSlot(async () => {
      for (let left = options.seconds * 1000; left > 0; left = until - performance.now()) {
        const why = await runWatch.wait(runId, { until: isOver, milliseconds: left, principal, signal })
        if (why !== 'permissions' || !(await mayStillRead(runId, call))) return
      }
    })
  } finally {
    notifier.stop()
    release()
  }
}

const isLive = ({ state }: Run): boolean => state === 'pending' || state === 'running'

/** Whether the pipeline would still let the caller read the run: so that a wait ends with the permission. */
async function mayStillRead(runId: string, { services, principal }: Waiting): Promise<boolean> {
  const { read } = services.store
  try {
    await assertCredentialActive(principal, read, services.now())
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  const run = await read.runs.get(runId)
  const project = run && (await read.projects.get(run.project_id))
  const account = project && (await read.accounts.get(project.account_id))
  if (account === undefined || project?.deleted_at !== null) return false
  const target = { kind: 'account', account, name: account.handle } as const
  return (await findRefusal(principal, 'project:read', target, read)) === undefined
}

/** How many translations of a run have an outcome, as a notification. */
function toProgress(progress: Progress | undefined): (run: Run) => void {
  if (progress === undefined) return () => undefined
  let last = -1
  return ({ counts, planned }) => {
    const { total = 0, ...outcomes } = counts
    const done = Object.values(outcomes).reduce((sum, one) => sum + one, 0)
    // Progress must increase with each notification.
    if (done <= last) return
    last = done
    const message = planned ? `${done} of ${total} translations` : `${done} translations. Still selecting.`
    progress({ progress: done, ...(planned && { total }), message })
  }
}

/** Calls a listener at once, then at most once per interval with the newest run. */
class Notifier {
  readonly #listen: (run: Run) => void
  #newest: Run | undefined
  #events = 0
  #timer: NodeJS.Timeout | undefined

  constructor(listen: (run: Run) => void) {
    this.#listen = listen
  }

  offer(run: Run): void {
    // Reads for two changes may end in any order.
    if (run.events < this.#events) return
    this.#events = run.events
    this.#newest = run
    if (this.#timer === undefined) this.#send()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #send(): void {
    this.#timer = undefined
    if (this.#newest === undefined) return
    this.#listen(this.#newest)
    this.#newest = undefined
    this.#timer = setTimeout(() => this.#send(), PROGRESS_INTERVAL_MS)
  }
}

/** Lists the runs of a project, or shows one with its items. */
export const getRuns = readTool({
  name: 'get_runs',
  title: 'Get runs',
  description:
    'List the runs of a project, newest first; with run: its state, counts, usage and cost, and with items what became of each translation.',
  scope: 'project:read',
  toolset: 'core',
  rest: [ofProject('GET', '/runs'), ofProject('GET', '/runs/:run')],
  input: z.object({
    project: ProjectName,
    run: z.string().min(1).max(40).optional(),
    wait: z.number().int().min(0).max(MAX_WAIT_SECONDS).optional().describe('seconds, until it ends or pauses'),
    event: z.number().int().min(0).optional().describe('with wait: until an event after this one'),
    items: z.enum(['unresolved', 'all']).optional(),
    state: z.enum([...RUN_STATES, 'open']).optional(),
    ...pageInput,
  }),
  output: z.object({ runs: z.array(RunView), items: z.array(ItemRow).optional(), ...pageOutput }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services, principal } = call
    const { project, name, target } = resource
    const isOutsider = await isPublicReader(principal, target, read)
    const place = { name, project, read, baseUrl: services.baseUrl, isOutsider }
    const { limit, cursor, state, items } = input
    if (input.run !== undefined) {
      if (input.wait !== undefined) {
        const { id } = await findRun(input.run, project, read)
        await waitForRun(id, { after: input.event, seconds: input.wait }, call)
      }
      const run = await findRun(input.run, project, read)
      const runs = [await toRunView(run, place)]
      if (items === undefined) return { runs }
      const query = ['items', run.id, items]
      const after = cursor === undefined ? undefined : decodeCursor(query, cursor)['after']
      const { rows, next } = await pageItems(run.id, { kind: items, limit, after, isOutsider }, read)
      return {
        runs,
        items: [...rows],
        ...(next !== undefined && { next_cursor: encodeCursor(query, { after: next }) }),
      }
    }
    const stray = (['items', 'wait', 'event'] as const).find(field => input[field] !== undefined)
    if (stray !== undefined) {
      throw new AppError('invalid_input', `${stray} is given without run.`, { fix: `Add run, or omit ${stray}.` })
    }
    const { rows, next } = await fillPage(
      options =>
        state === undefined
          ? read.runs.page('project', project.id, options)
          : read.runs.page('state', compoundKey(project.id, state), options),
      { query: ['runs', project.id, state], limit, cursor },
      run => toRunView(run, place),
    )
    return { runs: [...rows], ...next }
  },
})
