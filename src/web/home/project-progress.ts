import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { findProject } from '../../tools/pipeline/resources.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { ProjectSummary } from '../../tools/projects/summary.ts'
import { countMainWork } from '../../tools/translations/branch-view.ts'
import { callTool } from '../requests/call-tool.ts'
import type { Visit } from '../requests/visit.ts'

/** A project on the home page. */
export interface ProjectProgress {
  readonly project: string
  readonly sourceLocale: string
  readonly targetLocales: readonly string[]
  readonly strings: number
  /** Finished translations, out of one per string and locale. */
  readonly translated: { readonly done: number; readonly total: number }
  readonly needsReview: number
}

/** Projects of a page: each costs some lookups for each of its locales. */
const MAX_PROJECTS = 20

const Listed = z.object({ projects: z.array(ProjectSummary), next_cursor: z.string().optional() })

/** Lists projects that the user may read, with the progress of all their locales. */
export async function listProjectProgress(
  visit: Visit,
  signedIn: SignedIn,
): Promise<{ readonly projects: readonly ProjectProgress[]; readonly next: string | undefined }> {
  const { read } = visit.services.store
  const caller = { principal: sessionPrincipal(signedIn), read }
  const input = { limit: MAX_PROJECTS, cursor: visit.query.get('cursor') ?? undefined }
  const { projects, next_cursor } = await callTool(visit, signedIn, { tool: listProjects, input, shape: Listed })
  const pace = new Pacer()
  const progress: ProjectProgress[] = []
  for (const { project, source_locale: sourceLocale, target_locales: targetLocales } of projects) {
    const found = await findProject(project, caller)
    if (found === undefined) continue
    progress.push({ project, sourceLocale, targetLocales, ...(await countProgress(found.project, read, pace)) })
  }
  return { projects: progress, next: next_cursor }
}

/** Counts the translations of the main branch, from sizes of indexes. */
async function countProgress(project: Frozen<ProjectRecord>, read: Reader, pace: Pacer) {
  const strings = await read.entries.count('listed', project.id)
  let left = 0
  let needsReview = 0
  for (const locale of project.target_locales) {
    if (pace.shouldYield) await pace.yieldNow()
    left += (await countMainWork({ project: project.id }, locale, read)).left
    needsReview += await read.translations.count('state', compoundKey(project.id, locale, 'needs_review'))
  }
  const total = strings * project.target_locales.length
  return { strings, translated: { done: total - left, total }, needsReview }
}
