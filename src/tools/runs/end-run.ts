import { z } from 'zod'
import { enqueueEvent } from '../../events/enqueue.ts'
import type { RunRecord } from '../../store/records/runs.ts'
import type { Transaction } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName } from '../schemas/fields.ts'
import type { Run } from './plan.ts'
import { findRun } from './run-target.ts'
import { RunView, toDollars, toRunView } from './view.ts'

type State = RunRecord['state']

/** Why a run does not go on. */
export interface Stop {
  readonly state: Extract<State, 'paused' | 'failed' | 'cancelled'>
  readonly reason?: NonNullable<RunRecord['reason']>
  readonly message: string
}

/** Ends the work on a run; `stopRun` then says why in the run. */
export class StopError extends Error {
  override readonly name = 'StopError'
  readonly stop: Stop

  constructor(stop: Stop) {
    super(stop.message)
    this.stop = stop
  }
}

const LIVE: readonly State[] = ['pending', 'running']

/** A run, and who works on it. Nothing happens to a run that another worker took over. */
interface WorkedRun {
  readonly id: string
  readonly worker: string
}

/** Pauses or fails a run, unless it has ended or is paused. */
export async function stopRun(of: WorkedRun, { state, reason, message }: Stop, services: Services): Promise<void> {
  await changeRun(of, services, run => ({
    ...run,
    state,
    ...(reason !== undefined && { reason }),
    message,
    ...(state !== 'paused' && { ended_at: services.now().toISOString() }),
  }))
}

/** Ends a run whose parts are all done. */
export async function completeRun(of: WorkedRun, services: Services): Promise<void> {
  await changeRun(of, services, run => ({ ...run, state: 'completed', ended_at: services.now().toISOString() }))
}

async function changeRun({ id, worker }: WorkedRun, services: Services, change: (run: Run) => Run): Promise<void> {
  const write = async (tx: Transaction): Promise<void> => {
    const run = await tx.runs.get(id)
    if (run === undefined || !LIVE.includes(run.state) || run.worker !== worker) return
    await putRun(run, change(run), tx)
  }
  const run = await services.store.read.runs.get(id)
  await services.store.transaction(write, { lock: run?.project_id, user: `run ${id}` })
}

/** Stores a run in another state, as an event. Tells webhooks when it ends. */
export async function putRun(run: Run, after: Run, tx: Transaction): Promise<Run> {
  const changed = { ...after, events: run.events + 1 }
  await tx.runs.put(changed)
  const { ended_at, account_id, project_id, id, kind, state, counts, usage } = changed
  if (ended_at === undefined || run.ended_at !== undefined) return changed
  const load = async () => {
    const [account, project] = await Promise.all([tx.accounts.get(account_id), tx.projects.get(project_id)])
    const name = `${account?.handle ?? ''}/${project?.slug ?? ''}`
    const { total = 0, ...outcomes } = counts
    const cost = usage.cost <= 0 ? {} : { cost: toDollars(usage.cost) }
    return { project: name, run: id, kind, state, total, outcomes, ...cost, path: `/p/${name}/runs/${id}` }
  }
  await enqueueEvent({ type: 'run.finished', account_id, project_id }, load, tx, new Date(ended_at))
  return changed
}

/** Cancels a run: nothing more is sent, and answers that arrive afterwards are dropped. What it wrote stays, as one batch. */
export const cancelRun = writeTool({
  name: 'cancel_run',
  title: 'Cancel a run',
  pastTense: 'Cancelled a run',
  description: 'Cancel a run. It sends nothing more; what it wrote stays and can be reverted as one batch.',
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  grows: false,
  rest: [ofProject('POST', '/runs/:run/cancel')],
  input: z.object({ project: ProjectName, run: z.string().max(40) }),
  output: z.object({ run: RunView, next: z.string() }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { tx, resource: { project, name }, services, audit, skipAudit }) => {
    const run = await findRun(input.run, project, tx)
    const place = { name, project, read: tx, baseUrl: services.baseUrl, isOutsider: false }
    if (run.ended_at !== undefined) {
      skipAudit()
      return {
        run: await toRunView(run, place),
        next: `The run had already ended as ${run.state}. Nothing was changed.`,
      }
    }
    const { reason: _, message: _message, ...rest } = run
    const ended = { ...rest, state: 'cancelled' as const, ended_at: services.now().toISOString() }
    const after = await putRun(run, ended, tx)
    audit(name, { run: run.id })
    const view = await toRunView(after, place)
    const next =
      view.batch === undefined
        ? 'The run wrote nothing.'
        : `Its translations stay. To undo them: revert_changes { batch: "${view.batch}" }.`
    return { run: view, next }
  },
})
