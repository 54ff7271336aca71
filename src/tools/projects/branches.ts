import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BranchFileRecord, FileRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { findClosestName } from '../closest-name.ts'

type Project = Frozen<ProjectRecord>

/** What git takes as the name of a branch, without what means something to a shell: answers hold it in lines that agents run. */
export const BranchName = z
  .string()
  .regex(
    /^(?![-./]|@$)(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\p{C}\s~^:?*[\\$`'";|&<>()]{1,200}(?<![./])$/u,
    'give the name of a git branch: 1 to 200 characters, without blanks, quotes and any of ~^:?*[\\$`;|&<>()',
  )

/** What a next step adds so that it stays on the branch; nothing on the main branch. */
export const formatBranchSuffix = (project: Pick<Project, 'main_branch'>, branch: string): string =>
  branch === project.main_branch ? '' : `, branch ${branch}`

/** What one branch has of one file. */
export interface BranchFile {
  readonly file: Frozen<FileRecord>
  readonly held: Frozen<BranchFileRecord>
}

/** The branch that a reading call means. @throws AppError `not_found` when nothing was ever pushed to it. */
export function getBranch(project: Project, name: string | undefined): string {
  if (name === undefined || name === project.main_branch) return project.main_branch
  const names = project.branches.map(branch => branch.name)
  if (names.includes(name)) return name
  const close = findClosestName(name, names)
  throw new AppError('not_found', `Nothing was pushed to the branch ${JSON.stringify(name.slice(0, 80))}.`, {
    fix: `${close === undefined ? 'Push it with push_source' : `Did you mean ${close}?`}; without branch, ${project.main_branch} is read.`,
  })
}

/** All files of a branch, in the order of their paths. */
export async function listBranchFiles(project: Project, branch: string, read: Reader): Promise<readonly BranchFile[]> {
  const held = await read.branch_files.list('branch', compoundKey(project.id, branch))
  const files = await Promise.all(held.map(async one => ({ file: await read.files.get(one.file_id), held: one })))
  return files
    .flatMap(({ file, held: one }) => (file === undefined ? [] : [{ file, held: one }]))
    .sort((a, b) => (a.file.path < b.file.path ? -1 : 1))
}

/** One file of a branch by its path. @throws AppError `not_found` with the nearest path. */
export async function getBranchFile(project: Project, branch: string, path: string, read: Reader): Promise<BranchFile> {
  const file = await read.files.by('path', compoundKey(project.id, path))
  const held = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
  if (file !== undefined && held !== undefined) return { file, held }
  const paths = (await listBranchFiles(project, branch, read)).map(one => one.file.path)
  const close = findClosestName(path, paths)
  throw new AppError('not_found', `The branch ${branch} has no file ${JSON.stringify(path.slice(0, 80))}.`, {
    fix: close === undefined ? suggestFiles(paths) : `Did you mean ${close}?`,
  })
}

const suggestFiles = (paths: readonly string[]): string =>
  paths.length === 0 ? 'Send it with push_source first.' : `It has ${paths.slice(0, 10).join(', ')}.`
