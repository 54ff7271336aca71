import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { findProject } from '../../tools/pipeline/resources.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** A project that the user may read. */
export interface ReadableProject {
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
  request: PageRequest,
  signedIn: SignedIn,
  { cursor, chunk, limit, maxLocales }: ProjectsQuery,
): Promise<{ readonly projects: readonly ReadableProject[]; readonly next: string | undefined }> {
  const caller = { principal: sessionPrincipal(signedIn), read: request.services.store.read }
  const projects: ReadableProject[] = []
  let next = cursor
  let locales = 0
  do {
    const input = { limit: chunk, ...(next !== undefined && { cursor: next }) }
    const listed = await callTool(request, signedIn, { tool: listProjects, input, shape: Listed })
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
