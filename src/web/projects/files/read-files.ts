import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { listBranchFiles } from '../../../tools/projects/branches.ts'
import { getProject } from '../../../tools/projects/get-project.ts'
import { countMainWork } from '../../../tools/translations/branch-view.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool } from '../../requests/call-tool.ts'
import type { Visit } from '../../requests/visit.ts'

/** A source file on the page. */
export interface FileView {
  readonly path: string
  readonly format: string
  readonly strings: number
  /** The path of its translations, with `{locale}`; undefined if a pull leaves it out. */
  readonly target: string | undefined
  readonly pushedAt: string
  /** Finished translations, out of one per string and counted locale, and whether all locales are; main branch only. */
  readonly done: { readonly count: number; readonly total: number; readonly isWhole: boolean } | undefined
}

export interface FileList {
  readonly files: readonly FileView[]
  /** Number of files that the list omits. */
  readonly more: number
}

/** Files and locales whose progress is counted: each costs some lookups. */
const MAX_FILES = 100
const MAX_LOCALES = 12

const Targets = z.object({
  files: z.array(z.object({ path: z.string(), target: z.string().optional() })).default([]),
})

/** The source files of the branch of the page, in the order of their paths. */
export async function readFiles(visit: Visit, signedIn: SignedIn, project: LoadedProject): Promise<FileList> {
  const { read } = visit.services.store
  const { record, branch, name } = project
  const input = { project: name }
  const { files: known } = await callTool(visit, signedIn, { tool: getProject, input, shape: Targets })
  const targets = new Map(known.map(({ path, target }) => [path, target]))
  const listed = await listBranchFiles(record, branch, read)
  const locales = record.target_locales.slice(0, MAX_LOCALES)
  const files: FileView[] = []
  for (const { file, held } of listed.slice(0, MAX_FILES)) {
    const total = held.items.length * locales.length
    let left = 0
    if (branch === record.main_branch) {
      for (const locale of locales) left += (await countMainWork({ file: file.id }, locale, read)).left
    }
    files.push({
      path: file.path,
      format: file.format,
      strings: held.items.length,
      target: targets.get(file.path),
      pushedAt: held.pushed_at,
      done:
        branch === record.main_branch
          ? { count: Math.max(0, total - left), total, isWhole: locales.length === record.target_locales.length }
          : undefined,
    })
  }
  return { files, more: listed.length - files.length }
}
