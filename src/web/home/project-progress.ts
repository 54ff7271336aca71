import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { ProjectSummary } from '../../tools/projects/summary.ts'
import { getStatus } from '../../tools/work/get-status.ts'
import { callTool } from '../requests/call-tool.ts'
import type { Visit } from '../requests/visit.ts'
import { addStatus, NOTHING_WAITS, type WaitingCounts, WaitingStatus } from './waiting.ts'

/** A project on the home page. */
export interface ProjectProgress {
  readonly project: string
  readonly sourceLocale: string
  readonly targetLocales: readonly string[]
  readonly strings: number
  /** Finished translations, out of one per string and counted locale. */
  readonly translated: { readonly done: number; readonly total: number }
  readonly needsReview: number
  readonly waiting: WaitingCounts
  /** Whether the counts have all locales: then lists of all locales have what they count. */
  readonly isWhole: boolean
}

/** Maximum calls of get_status, whose cost grows with the locales. */
const MAX_PROJECTS = 20
const MAX_LOCALES = 12

const Listed = z.object({ projects: z.array(ProjectSummary), next_cursor: z.string().optional() })
const Status = z.object({
  locales: z.array(
    WaitingStatus.extend({
      untranslated: z.number(),
      translated: z.number(),
      approved: z.number(),
      left: z.number(),
    }),
  ),
})
type LocaleCounts = z.infer<typeof Status>['locales'][number]

/** Lists the first projects that the user may read, with the progress of their first locales. */
export async function listProjectProgress(
  visit: Visit,
  signedIn: SignedIn,
): Promise<{ readonly projects: readonly ProjectProgress[]; readonly hasMore: boolean }> {
  const input = { limit: MAX_PROJECTS }
  const { projects, next_cursor } = await callTool(visit, signedIn, { tool: listProjects, input, shape: Listed })
  const progress: (ProjectProgress | undefined)[] = []
  for (const project of projects) progress.push(await loadProgress(visit, signedIn, project))
  return { projects: progress.filter(one => one !== undefined), hasMore: next_cursor !== undefined }
}

/** Loads the progress of a project; undefined if it was deleted meanwhile. */
async function loadProgress(
  visit: Visit,
  signedIn: SignedIn,
  { project, source_locale: sourceLocale, target_locales: targetLocales }: ProjectSummary,
): Promise<ProjectProgress | undefined> {
  const input = { project, ...(targetLocales.length > 0 && { locales: targetLocales.slice(0, MAX_LOCALES) }) }
  try {
    const { locales } = await callTool(visit, signedIn, { tool: getStatus, input, shape: Status })
    const sum = (count: (locale: LocaleCounts) => number) => locales.reduce((all, one) => all + count(one), 0)
    const total = sum(countStrings)
    return {
      project,
      sourceLocale,
      targetLocales,
      strings: locales[0] === undefined ? 0 : countStrings(locales[0]),
      translated: { done: total - sum(({ left }) => left), total },
      needsReview: sum(({ needs_review }) => needs_review),
      waiting: locales.reduce(addStatus, NOTHING_WAITS),
      isWhole: targetLocales.length <= MAX_LOCALES,
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

const countStrings = ({ untranslated, needs_review, translated, approved }: LocaleCounts): number =>
  untranslated + needs_review + translated + approved
