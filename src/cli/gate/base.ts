import { isUtf8 } from 'node:buffer'
import { resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { MAX_FILE_BYTES } from '../../tools/files/transfer/file-size.ts'
import { type Git, readGit } from '../repository/git.ts'
import type { ReadFile } from './open-files.ts'

/**
 * Reads files as they were where the current branch left another one.
 * @param git in the folder where the paths start
 * @param base a branch, tag or commit
 * @param paths the files that will be read
 * @throws AppError `not_found` without that commit, `unavailable` without git, a repository or the content of a file.
 */
export async function openBase(git: Git, base: string, paths: Iterable<string>): Promise<ReadFile> {
  const prefix = await findPrefix(git)
  const commit = await findMergeBase(git, base)
  const blobs = await listBlobs(git, commit, prefix)
  const wanted = [...new Set(paths)]
  const missing = wanted.filter(path => !blobs.has(path))
  const moved = missing.length > 0 ? await findMoves(git, commit) : new Map<string, string>()
  const names = wanted.flatMap(path => {
    const blob = blobs.get(path) ?? blobs.get(moved.get(path) ?? '')
    return blob === undefined ? [] : [[path, blob] as const]
  })
  const found = await readBlobs(git, new Map(names))
  return async path => found.get(path)
}

/** The top folder of the Git repository that a folder is in, or the folder itself. */
export async function findTop(git: Git): Promise<string> {
  const found = await git.run(['rev-parse', '--show-cdup']).catch(() => undefined)
  return found?.code === 0 ? resolve(git.folder, found.stdout.toString().trim()) : git.folder
}

/** The path of a folder from the top of its repository. */
async function findPrefix(git: Git): Promise<string> {
  const { code, stdout, stderr } = await git.run(['rev-parse', '--show-prefix'])
  if (code === 0) return stdout.toString().replace(/\r?\n$/, '')
  throw new AppError('unavailable', `git cannot read the repository of ${quote(git.folder)}: ${firstLine(stderr)}`, {
    fix: 'Run the command in a clone of the repository, or without --diff.',
  })
}

const firstLine = (output: string): string => output.split('\n')[0]?.trim() ?? ''

/** The last commit that a branch and the current one have in common. */
async function findMergeBase(git: Git, base: string): Promise<string> {
  const commit = await findCommit(git, base)
  if (commit === undefined) {
    throw new AppError('not_found', `${quote(base)} (--diff) is no branch, tag or commit of this clone.`, {
      fix: `Fetch it first, such as with git fetch origin. In GitHub Actions, set fetch-depth: 0 for actions/checkout.`,
      field: 'diff',
    })
  }
  const { code, stdout } = await git.run(['merge-base', commit, 'HEAD'])
  if (code === 0) return stdout.toString().trim()
  // Of the merge commit of a pull request, a shallow clone has the names of its parents, but not their history.
  const head = await git.run(['cat-file', 'commit', 'HEAD'])
  if (/^parent (.+)$/m.exec(head.stdout.toString())?.[1] === commit) return commit
  const isShallow = (await git.run(['rev-parse', '--is-shallow-repository'])).stdout.toString().trim() === 'true'
  throw isShallow
    ? new AppError('not_found', `This clone is shallow: it has no common commit of ${quote(base)} and HEAD.`, {
        fix: 'Run git fetch --unshallow. In GitHub Actions, set fetch-depth: 0; in GitLab CI, set GIT_DEPTH to 0.',
      })
    : new AppError('not_found', `${quote(base)} and HEAD have no common commit.`, {
        fix: 'Give a branch that the current one started from, such as --diff origin/main.',
      })
}

const findCommit = (git: Git, name: string): Promise<string | undefined> =>
  readGit(git, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])

/** Lists the files of a commit below a folder: path from the folder → object ID. */
async function listBlobs(git: Git, commit: string, prefix: string): Promise<ReadonlyMap<string, string>> {
  const inFolder = prefix === '' ? [] : [prefix]
  const { code, stdout } = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...inFolder])
  if (code !== 0) throw missingContentError()
  const entries = stdout.toString().split('\0')
  return new Map(
    entries.flatMap(entry => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? []
      return id === undefined || path === undefined ? [] : [[path.slice(prefix.length), id] as const]
    }),
  )
}

/** Reads objects; without those that are too large, or are no text. */
async function readBlobs(git: Git, ids: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (ids.size === 0) return found
  const list = (lines: Iterable<string>): string => [...lines].map(id => `${id}\n`).join('')
  const sizes = await git.run(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], list(ids.values()))
  const answers = sizes.stdout.toString().split('\n')
  const readable = [...ids].filter((_, at) => {
    const [, size] = /^blob (\d+)$/.exec(answers[at] ?? '') ?? []
    if (sizes.code !== 0 || size === undefined) throw missingContentError()
    return Number(size) <= MAX_FILE_BYTES
  })
  const { stdout } = await git.run(['cat-file', '--batch=%(objectsize)'], list(readable.map(([, id]) => id)))
  let at = 0
  for (const [path] of readable) {
    const end = stdout.indexOf('\n', at)
    const size = Number(stdout.subarray(at, end).toString())
    const bytes = stdout.subarray(end + 1, end + 1 + size)
    if (isUtf8(bytes)) found.set(path, bytes.toString())
    at = end + 1 + size + 1
  }
  return found
}

/** Git fetches nothing for a check: a repository could name the program that fetches. */
const missingContentError = (): AppError =>
  new AppError('unavailable', 'This partial clone lacks contents of files at the base of the branch.', {
    fix: 'Run git fetch --refetch --no-filter, or clone without --filter.',
  })

/**
 * The files that a change moved: new path → old path, both from the folder. Compares the commit with the index, because reading the working tree can run
 * filters of the repository.
 */
async function findMoves(git: Git, commit: string): Promise<ReadonlyMap<string, string>> {
  const options = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--relative', '--name-status', '-z']
  const { stdout } = await git.run(['diff-index', '--cached', '-M', '--diff-filter=R', ...options, commit, '--'])
  const fields = stdout.toString().split('\0')
  const moves = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) moves.set(fields[at + 2] ?? '', fields[at + 1] ?? '')
  return moves
}
