import { z } from 'zod'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName } from '../schemas/fields.ts'
import { putRun } from './end-run.ts'
import { findRun } from './run-target.ts'
import { RunView, toRunView } from './view.ts'

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
