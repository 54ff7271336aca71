import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Reader } from '../../../store/store.ts'
import { decodeCursor, encodeCursor } from '../../../tools/pipeline/cursor.ts'
import { listBranchFiles } from '../../../tools/projects/branches.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { countMainWork } from '../../../tools/translations/branch-view.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool } from '../../requests/call-tool.ts'
import type { PageRequest } from '../../requests/page-request.ts'

/** A source file on the page. */
export interface FileView {
  readonly path: string
  readonly format: string
  readonly strings: number
  /** The path of its translations, with `{locale}`; undefined if a pull leaves it out. */
  readonly target: string | undefined
  readonly pushedAt: string
  /** Finished translations, out of one per string and locale; main branch only. */
  readonly done: { readonly count: number; readonly total: number } | undefined
}

export interface FileList {
  readonly files: readonly FileView[]
  /** Cursor of the next files. */
  readonly next: string | undefined
}

/** Files of a page: fewer in a project of many locales, as each file costs some lookups for each locale. */
const MAX_FILES = 100
const MIN_FILES = 20
const MAX_COUNTS = 4000

const Targets = z.object({
  files: z.array(z.object({ path: z.string(), target: z.string().optional() })).default([]),
})

/** Some source files of the branch of the page, in the order of their paths. */
export async function readFiles(request: PageRequest, signedIn: SignedIn, project: LoadedProject): Promise<FileList> {
  const { read } = request.services.store
  const { record, branch, name } = project
  const input = { project: name }
  const { files: known } = await callTool(request, signedIn, { tool: getProject, input, shape: Targets })
  const targets = new Map(known.map(({ path, target }) => [path, target]))
  const query = ['files of a page', record.id, branch]
  const cursor = request.query.get('cursor')
  const after = cursor === null ? undefined : decodeCursor(query, cursor)['after']
  const following = (await listBranchFiles(record, branch, read)).filter(
    ({ file }) => after === undefined || file.path > after,
  )
  const locales = record.target_locales
  const limit = Math.max(MIN_FILES, Math.min(MAX_FILES, Math.floor(MAX_COUNTS / Math.max(1, locales.length))))
  const pace = new Pacer()
  const files: FileView[] = []
  for (const { file, held } of following.slice(0, limit)) {
    const total = held.items.length * locales.length
    files.push({
      path: file.path,
      format: file.format,
      strings: held.items.length,
      target: targets.get(file.path),
      pushedAt: held.pushed_at,
      done:
        branch === record.main_branch
          ? { count: Math.max(0, total - (await countLeft(file.id, locales, read, pace))), total }
          : undefined,
    })
  }
  const last = following.length > limit ? files.at(-1) : undefined
  return { files, next: last && encodeCursor(query, { after: last.path }) }
}

async function countLeft(file: string, locales: readonly string[], read: Reader, pace: Pacer): Promise<number> {
  let left = 0
  for (const locale of locales) {
    if (pace.shouldYield) await pace.yieldNow()
    left += (await countMainWork({ file }, locale, read)).left
  }
  return left
}
