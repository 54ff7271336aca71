import { isUtf8 } from 'node:buffer'
import { resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { MAX_FILE_BYTES } from '../../tools/files/transfer/file-size.ts'
import { runGit } from '../repository/git.ts'
import type { ReadFile } from './open-files.ts'

/**
 * Reads files as they were where the current branch left another one.
 * @param base a branch, tag or commit
 * @param paths the files that will be read, from `root`
 * @throws AppError `not_found` without that commit, `unavailable` without git or a repository.
 */
export async function openBase(root: string, base: string, paths: Iterable<string>): Promise<ReadFile> {
  const prefix = await findPrefix(root)
  const commit = await findMergeBase(root, base)
  const wanted = [...new Set(paths)]
  const found = await readBlobs(root, new Map(wanted.map(path => [path, `${commit}:${prefix}${path}`])))
  const missing = wanted.filter(path => !found.has(path))
  if (missing.length > 0) {
    const moved = await findMoves(root, commit)
    const places = missing.flatMap(path => {
      const from = moved.get(path)
      return from === undefined ? [] : [[path, `${commit}:${prefix}${from}`] as const]
    })
    for (const [path, content] of await readBlobs(root, new Map(places))) found.set(path, content)
  }
  return async path => found.get(path)
}

/** The top folder of the Git repository that a folder is in, or the folder itself. */
export async function findTop(root: string): Promise<string> {
  const found = await runGit(root, ['rev-parse', '--show-cdup']).catch(() => undefined)
  return found?.code === 0 ? resolve(root, found.stdout.toString().trim()) : root
}

/** The path of a folder from the top of its repository. */
async function findPrefix(root: string): Promise<string> {
  const { code, stdout, stderr } = await runGit(root, ['rev-parse', '--show-prefix'])
  if (code === 0) return stdout.toString().replace(/\r?\n$/, '')
  throw new AppError('unavailable', `git cannot read the repository of ${quote(root)}: ${firstLine(stderr)}`, {
    fix: 'Run the command in a clone of the repository, or without --diff.',
  })
}

const firstLine = (output: string): string => output.split('\n')[0]?.trim() ?? ''

/** The last commit that a branch and the current one have in common. */
async function findMergeBase(root: string, base: string): Promise<string> {
  const commit = await findCommit(root, base)
  if (commit === undefined) {
    throw new AppError('not_found', `${quote(base)} (--diff) is no branch, tag or commit of this clone.`, {
      fix: `Fetch it first, such as with git fetch origin. In GitHub Actions, set fetch-depth: 0 for actions/checkout.`,
      field: 'diff',
    })
  }
  const { code, stdout } = await runGit(root, ['merge-base', commit, 'HEAD'])
  if (code === 0) return stdout.toString().trim()
  // Of the merge commit of a pull request, a shallow clone has the names of its parents, but not their history.
  const head = await runGit(root, ['cat-file', 'commit', 'HEAD'])
  if (/^parent (.+)$/m.exec(head.stdout.toString())?.[1] === commit) return commit
  const isShallow = (await runGit(root, ['rev-parse', '--is-shallow-repository'])).stdout.toString().trim() === 'true'
  throw isShallow
    ? new AppError('not_found', `This clone is shallow: it has no common commit of ${quote(base)} and HEAD.`, {
        fix: 'Run git fetch --unshallow. In GitHub Actions, set fetch-depth: 0; in GitLab CI, set GIT_DEPTH to 0.',
      })
    : new AppError('not_found', `${quote(base)} and HEAD have no common commit.`, {
        fix: 'Give a branch that the current one started from, such as --diff origin/main.',
      })
}

async function findCommit(root: string, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  const { code, stdout } = await runGit(root, args)
  return code === 0 ? stdout.toString().trim() : undefined
}

/** Reads objects by name; without those that do not exist, are too large, or are no text. */
async function readBlobs(root: string, names: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (names.size === 0) return found
  const list = (lines: Iterable<string>): string => [...lines].map(name => `${name}\n`).join('')
  const sizes = await runGit(root, ['cat-file', '--batch-check=%(objecttype) %(objectsize)'], list(names.values()))
  const answers = sizes.stdout.toString().split('\n')
  const readable = [...names].filter((_, at) => {
    const [, size] = /^blob (\d+)$/.exec(answers[at] ?? '') ?? []
    return size !== undefined && Number(size) <= MAX_FILE_BYTES
  })
  const { stdout } = await runGit(root, ['cat-file', '--batch=%(objectsize)'], list(readable.map(([, name]) => name)))
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

/** The files that a change moved: new path → old path, both from `root`. */
async function findMoves(root: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const options = ['--no-ext-diff', '--no-textconv', '--relative', '--name-status', '--find-renames', '--diff-filter=R']
  const { stdout } = await runGit(root, ['diff', ...options, '-z', commit, '--'])
  const fields = stdout.toString().split('\0')
  const moves = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) moves.set(fields[at + 2] ?? '', fields[at + 1] ?? '')
  return moves
}
