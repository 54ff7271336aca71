import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { assertConfirmed } from '../pipeline/assert-confirmed.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { findProject, projectNotFoundError } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { readProjectUsage } from '../quota/usage.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { ProjectName } from '../schemas/fields.ts'
import { countTexts } from './locale-counts.ts'
import { ProjectSummary, toProjectSummary } from './summary.ts'

/** Deletes a project: it is hidden at once, and its records are purged when it can no longer be restored. */
export const deleteProject = writeTool({
  name: 'delete_project',
  title: 'Delete project',
  pastTense: 'Deleted project',
  description:
    'Delete a project with everything in it. confirm must repeat the project name. restore_project restores it within 30 days.',
  scope: 'project:delete',
  toolset: 'advanced',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [ofProject('DELETE', '')],
  input: z.object({
    project: ProjectName,
    confirm: z.string().optional().describe('The project name again, such as acme/app'),
  }),
  output: z.object({ project: z.string(), deleted_at: z.string(), restorable_until: z.string(), next: z.string() }),
  structured: true,
  // Finds deleted projects too, so that a call repeated with its idempotency key gets the first answer.
  resource: async ({ project }, call) => {
    const found = await findProject(project, call)
    if (found === undefined) throw await projectNotFoundError(project, call)
    return found
  },
  handler: async ({ confirm }, { resource: { project, name }, services, principal, tx, audit }) => {
    if (project.deleted_at !== null) throw await projectNotFoundError(name, { principal, read: tx })
    await assertConfirmed(
      name,
      confirm,
      async () => `Nothing was deleted; ${name} has ${await describeContent(project, tx)}`,
    )
    const deleted_at = services.now().toISOString()
    const restorable_until = restorableUntil(deleted_at)
    const deleted = { ...project, deleted_at }
    await tx.projects.put(deleted)
    audit(name, undefined, diffFields(project, deleted, ['deleted_at']))
    return {
      project: name,
      deleted_at,
      restorable_until,
      next: `To restore it until ${restorable_until}, call restore_project with project ${name}. After that it is deleted permanently.`,
    }
  },
})

/** Describes the content of a project in one phrase. */
async function describeContent(project: Frozen<ProjectRecord>, read: Reader): Promise<string> {
  const files = await read.files.list('project', project.id)
  const entries = await Promise.all(files.map(file => read.entries.count('file', file.id)))
  const texts = await Promise.all(project.target_locales.map(locale => countTexts(project, locale, read)))
  return `${pluralize(files.length, 'source file')}, ${pluralize(total(entries), 'entry', 'entries')} and ${pluralize(total(texts), 'translation')}`
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

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
