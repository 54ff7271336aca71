import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { type Git, readGit } from './git.ts'

/** Limits of a walk through a folder that is not a Git repository. */
const MAX_FILES = 100_000
const MAX_DEPTH = 20

/** Folders of packages and builds, whose files nobody translates. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'Pods',
  'Carthage',
  'DerivedData',
  'build',
  'dist',
  'out',
  'target',
  'coverage',
  'venv',
  '__pycache__',
  'site-packages',
])

/**
 * Lists the files below a folder, with slashes: in a Git repository those that Git tracks or would track, elsewhere all but hidden files and folders of
 * packages and builds.
 */
export async function listRepositoryFiles(git: Git): Promise<readonly string[]> {
  const listed = await listGitFiles(git)
  const files = listed ?? (await walk(git.folder))
  return files.filter(path => !path.split('/').some(name => SKIPPED_FOLDERS.has(name) || name.startsWith('.'))).sort()
}

/** Undefined without Git, or outside of a repository. */
async function listGitFiles(git: Git): Promise<readonly string[] | undefined> {
  const list = async (...which: readonly string[]): Promise<ReadonlySet<string> | undefined> => {
    const result = await git.run(['ls-files', '-z', ...which]).catch(() => undefined)
    if (result?.code !== 0) return undefined
    return new Set(
      result.stdout
        .toString()
        .split('\0')
        .filter(path => path !== ''),
    )
  }
  // Git tracks a deleted file until it is staged.
  const [files, deleted] = await Promise.all([list('--cached', '--others', '--exclude-standard'), list('--deleted')])
  return files === undefined || deleted === undefined ? undefined : [...files].filter(path => !deleted.has(path))
}

async function walk(root: string): Promise<readonly string[]> {
  const files: string[] = []
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  for (let next = folders.pop(); next !== undefined && files.length < MAX_FILES; next = folders.pop()) {
    const { path, depth } = next
    for (const entry of await readdir(join(root, path), { withFileTypes: true }).catch(() => [])) {
      const own = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isFile()) files.push(own)
      // A link could lead out of the folder, or back into it.
      else if (entry.isDirectory() && depth < MAX_DEPTH && !SKIPPED_FOLDERS.has(entry.name))
        folders.push({ path: own, depth: depth + 1 })
    }
  }
  return files
}

/** The name of the current Git branch; undefined without one. */
export const findGitBranch = (git: Git): Promise<string | undefined> =>
  readGit(git, ['symbolic-ref', '--short', '--quiet', 'HEAD'])

/**
 * The branch of a command: `auto` is the current Git branch, and undefined the main branch.
 * @throws AppError `invalid_input` for `auto` without a Git branch.
 */
export async function resolveBranch(wanted: string | undefined, git: Git): Promise<string | undefined> {
  if (wanted !== 'auto') return wanted
  const branch = await findGitBranch(git)
  if (branch === undefined) {
    throw new AppError('invalid_input', 'No Git branch is checked out here.', { fix: 'Name the branch with --branch.' })
  }
  return isDefaultBranch(branch) ? undefined : branch
}

export const isDefaultBranch = (branch: string): boolean => branch === 'main' || branch === 'master'

/** The `owner/name` of the remote repository; undefined without one. */
export async function findRemoteName(git: Git): Promise<string | undefined> {
  const url = await readGit(git, ['remote', 'get-url', 'origin'])
  return /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(url ?? '')?.[1]
}
