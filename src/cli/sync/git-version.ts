import { type Git, readGit } from '../repository/git.ts'

/** The commit of a checkout, and the newest version of the branch whose strings it has. */
export interface GitVersion {
  readonly commit: string
  /** The commit itself if it has no version. */
  readonly base: string
  /** Whether versions may be missing from its history because the clone is shallow. */
  readonly isCut: boolean
}

/**
 * Finds the newest version of a branch that is part of the history of a checkout.
 * @param versions newest first
 * @returns undefined without git or without a commit
 */
export async function findGitVersion(git: Git, versions: readonly string[]): Promise<GitVersion | undefined> {
  const commit = await readGit(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (commit === undefined) return undefined
  // A shallow clone has the names of its parents, but not their history.
  const parents = (await readGit(git, ['cat-file', 'commit', 'HEAD']))?.matchAll(/^parent ([0-9a-f]+)$/gm) ?? []
  const near = new Set([commit, ...[...parents].map(([, parent]) => parent)])
  for (const version of versions) {
    if (near.has(version) || (await isAncestor(git, version))) return { commit, base: version, isCut: false }
  }
  const isShallow = (await readGit(git, ['rev-parse', '--is-shallow-repository'])) === 'true'
  return { commit, base: commit, isCut: isShallow && versions.length > 0 }
}

/** Whether the history of a checkout has files at a path. */
export const hasHistory = async (git: Git, path: string): Promise<boolean> =>
  (await readGit(git, ['--literal-pathspecs', 'rev-list', '--max-count=1', 'HEAD', '--', path])) !== undefined

const isAncestor = async (git: Git, version: string): Promise<boolean> =>
  (await git.run(['merge-base', '--is-ancestor', version, 'HEAD'])).code === 0
