import { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { findProject } from '../../tools/pipeline/resources.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { countMainWork } from '../../tools/translations/branch-view.ts'
import { countInReview } from '../../tools/work/waiting-counts.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'

/** A project that the user may read. */
interface ReadableProject {
  /** `acme/app`. */
  readonly name: string
  readonly record: Frozen<ProjectRecord>
}

interface ProjectsQuery {
  readonly cursor: string | undefined
  /** Projects that are listed at once, and how many of them in all. */
  readonly chunk: number
  readonly limit: number
  /** Locales, of all projects together, after which no more are listed: counting costs some lookups for each. */
  readonly maxLocales: number
}

const Listed = z.object({ projects: z.array(z.object({ project: z.string() })), next_cursor: z.string().optional() })

/** Lists projects that the user may read, up to the first bound that a chunk reaches. */
export async function readProjects(
  request: SignedInRequest,
  { cursor, chunk, limit, maxLocales }: ProjectsQuery,
): Promise<{ readonly projects: readonly ReadableProject[]; readonly next: string | undefined }> {
  const caller = { principal: sessionPrincipal(request.signedIn), read: request.services.store.read }
  const projects: ReadableProject[] = []
  let next = cursor
  let locales = 0
  do {
    const input = { limit: chunk, ...(next !== undefined && { cursor: next }) }
    const listed = await callTool(request, { tool: listProjects, input, shape: Listed })
    for (const { project: name } of listed.projects) {
      const found = await findProject(name, caller)
      if (found === undefined) continue
      projects.push({ name, record: found.project })
      locales += found.project.target_locales.length
    }
    next = listed.next_cursor
  } while (next !== undefined && projects.length < limit && locales < maxLocales)
  return { projects, next }
}

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

/** Projects of a page, and fewer where they have many locales. */
const BOUNDS = { chunk: 5, limit: 20, maxLocales: 1000 }

/** Lists projects that the user may read, with the progress of all their locales. */
export async function listProjectProgress(
  request: SignedInRequest,
): Promise<{ readonly projects: readonly ProjectProgress[]; readonly next: string | undefined }> {
  const cursor = request.query.get('cursor') ?? undefined
  const { projects, next } = await readProjects(request, { cursor, ...BOUNDS })
  const pace = new Pacer()
  const progress: ProjectProgress[] = []
  for (const { name: project, record } of projects) {
    const { source_locale: sourceLocale, target_locales: targetLocales } = record
    const counts = await countProgress(record, request.services.store.read, pace)
    progress.push({ project, sourceLocale, targetLocales, ...counts })
  }
  return { projects: progress, next }
}

/** Counts the translations of the main branch, from sizes of indexes. */
async function countProgress(project: Frozen<ProjectRecord>, read: Reader, pace: Pacer) {
  const strings = await read.entries.count('listed', project.id)
  let left = 0
  let needsReview = 0
  for (const locale of project.target_locales) {
    if (pace.shouldYield) await pace.yieldNow()
    left += (await countMainWork({ project: project.id }, locale, read)).left
    needsReview += await countInReview(project.id, locale, read)
  }
  const total = strings * project.target_locales.length
  return { strings, translated: { done: total - left, total }, needsReview }
}
