import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BranchFileRecord, FileRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { quote, quoteList } from '../../text/quote.ts'
import { findClosestName } from '../closest-name.ts'

type Project = Frozen<ProjectRecord>

/** A git branch name without shell metacharacters: answers contain it in command lines that agents run. */
export const BranchName = z
  .string()
  .regex(
    /^(?![-./]|@$)(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\p{C}\s~^:?*[\\$`'";|&<>()]{1,200}(?<![./])$/u,
    'a git branch name: 1 to 200 characters, without spaces, quotes or any of ~^:?*[\\$`;|&<>()',
  )

/** Suffix that keeps a next step on the branch; empty on the main branch. */
export const formatBranchSuffix = (project: Pick<Project, 'main_branch'>, branch: string): string =>
  branch === project.main_branch ? '' : `, branch ${branch}`

/** The branch, for addresses that leave out the main branch. */
export const otherBranch = (project: Pick<Project, 'main_branch'>, branch: string): string | undefined =>
  branch === project.main_branch ? undefined : branch

/** How a branch begins, merges and ends, for answers that explain a project. */
export const BRANCH_RULES =
  'The first push_source with branch begins a branch, with a list of keys and source strings of its own. ' +
  'Translations belong to source strings: branches with the same source string share its translations, also when they change. ' +
  'To merge a branch, push the merged files to the main branch; the translations of the branch then apply there. ' +
  'To end a branch, call delete_branch; translations are kept.'

/** A file as a branch lists it. */
export interface BranchFile {
  readonly file: Frozen<FileRecord>
  readonly branchFile: Frozen<BranchFileRecord>
}

/** The branch that a reading call names. @throws AppError `not_found` if nothing was pushed to it. */
export function getBranch(project: Project, name: string | undefined): string {
  if (name === undefined || name === project.main_branch) return project.main_branch
  const names = project.branches.map(branch => branch.name)
  if (names.includes(name)) return name
  const close = findClosestName(name, names)
  throw new AppError(
    'not_found',
    `Branch ${JSON.stringify(name.slice(0, 80))} does not exist: nothing was pushed to it.`,
    {
      fix: `${close === undefined ? 'Push it with push_source.' : `Did you mean ${quote(close)}?`} Omit branch to read ${project.main_branch}.`,
    },
  )
}

/** All files of a branch, sorted by path. */
export async function listBranchFiles(project: Project, branch: string, read: Reader): Promise<readonly BranchFile[]> {
  const branchFile = await read.branch_files.list('branch', compoundKey(project.id, branch))
  const files = await Promise.all(
    branchFile.map(async one => ({ file: await read.files.get(one.file_id), branchFile: one })),
  )
  return files
    .flatMap(({ file, branchFile: one }) => (file === undefined ? [] : [{ file, branchFile: one }]))
    .sort((a, b) => (a.file.path < b.file.path ? -1 : 1))
}

/** Counts the strings of a branch, from the sizes of indexes. */
export const countBranchStrings = (project: Project, branch: string, read: Reader): Promise<number> =>
  branch === project.main_branch
    ? read.entries.count('listed', project.id)
    : read.branch_files.sum('branch', compoundKey(project.id, branch), 'strings')

export const countBranchFiles = (project: Project, branch: string, read: Reader): Promise<number> =>
  read.branch_files.count('branch', compoundKey(project.id, branch))

/** Finds a file of a branch by its path. */
export async function findBranchFile(
  { project, branch, read }: { readonly project: Project; readonly branch: string; readonly read: Reader },
  path: string,
): Promise<BranchFile | undefined> {
  const file = await read.files.by('path', compoundKey(project.id, path))
  const branchFile = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
  return file && branchFile && { file, branchFile }
}

/** One file of a branch by its path. @throws AppError `not_found` with the nearest path. */
export async function getBranchFile(project: Project, branch: string, path: string, read: Reader): Promise<BranchFile> {
  const found = await findBranchFile({ project, branch, read }, path)
  if (found !== undefined) return found
  const paths = (await listBranchFiles(project, branch, read)).map(one => one.file.path)
  const close = findClosestName(path, paths)
  throw new AppError('not_found', `Branch ${quote(branch)} has no file ${quote(path)}.`, {
    fix: close === undefined ? suggestFiles(paths) : `Did you mean ${quote(close)}?`,
  })
}

const suggestFiles = (paths: readonly string[]): string =>
  paths.length === 0 ? 'Push it with push_source first.' : `Its files are ${quoteList(paths.slice(0, 10))}.`
