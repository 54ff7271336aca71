import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { findProject, projectNotFoundError } from '../pipeline/resources.ts'
import { readProjectUsage } from '../quota/usage.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { ProjectName } from '../schemas/fields.ts'
import { ProjectSummary, toProjectSummary } from './summary.ts'

/** Restores a project within 30 days of its deletion. */
export const restoreProject = writeTool({
  name: 'restore_project',
  title: 'Restore project',
  pastTense: 'Restored project',
  description: 'Restore a project that was deleted in the last 30 days, with everything in it.',
  scope: 'project:delete',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: false },
  grows: false,
  rest: [ofProject('POST', '/restore')],
  input: z.object({ project: ProjectName }),
  output: ProjectSummary.extend({ next: z.string() }),
  structured: true,
  resource: async ({ project }, call) => {
    const found = await findProject(project, call)
    if (found === undefined) throw await projectNotFoundError(project, call)
    return found
  },
  handler: async (_input, { resource: { project, account, name }, services, tx, audit, claimQuota }) => {
    const { deleted_at } = project
    if (deleted_at === null) {
      throw new AppError('conflict', `${name} is not deleted.`, { fix: 'No restore is needed.' })
    }
    if (isPastRestoration(project, services.now())) {
      throw new AppError(
        'not_found',
        `${name} was deleted on ${deleted_at} and could be restored until ${restorableUntil(deleted_at)}.`,
        { fix: 'Create a new project with create_project; the name is free.' },
      )
    }
    const { projects, strings, bytes, history } = await readProjectUsage(project, tx)
    await claimQuota(account, {
      used: { projects, strings, bytes, history },
      restorable: { projects: -projects, strings: -strings, bytes: -bytes, history: -history },
    })
    const restored = { ...project, deleted_at: null }
    await tx.projects.put(restored)
    // Changes that concern findings did not reach it while it was deleted.
    await requestRecheck({ owner: 'project', owner_id: project.id }, { kind: 'all' }, tx, services)
    audit(name, undefined, diffFields(project, restored, ['deleted_at']))
    return {
      ...toProjectSummary(project, account),
      next: 'Call get_status for progress, or get_work for strings to translate.',
    }
  },
})
