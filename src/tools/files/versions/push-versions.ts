import { z } from 'zod'
import type { Project } from '../../translations/records.ts'
import { sha256Hex } from '../transfer/file-text.ts'

type Branches = Project['branches']
type Branch = Branches[number]

/** Versions of a branch that a push can name as its base. */
const MAX_VERSIONS = 20

/** The name of a version: a commit of Git, or a hash of the pushed files. */
export const VersionName = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'a commit ID of 40 digits, or a sha256')
  .toLowerCase()

interface Pushed {
  readonly commit?: string | undefined
  readonly files: readonly { readonly path: string; readonly sha256: string }[]
  readonly removed: readonly string[]
  /** Undefined if the push changes nothing. */
  readonly at: string | undefined
}

/** The branches after a push, in order of their first push; the same list if nothing changes. */
export function recordPush(branches: Branches, name: string, pushed: Pushed): Branches {
  const known = findBranch(branches, name)
  const newest = newestPush(branches, name)
  if (pushed.at !== undefined) {
    const versions = withVersion(known, { version: nameVersion(pushed), push: newest + 1 })
    const changed = { name, pushed_at: pushed.at, versions }
    return known === undefined
      ? [...branches, changed]
      : branches.map(branch => (branch.name === name ? changed : branch))
  }
  // The commit has the strings of the newest push, so it is a base as good as that.
  const { commit } = pushed
  if (known === undefined || newest === 0 || commit === undefined) return branches
  if (known.versions?.some(({ version, push }) => version === commit && push === newest) === true) return branches
  const versions = withVersion(known, { version: commit, push: newest })
  return branches.map(branch => (branch.name === name ? { ...known, versions } : branch))
}

export const findBranch = (branches: Branches, name: string): Branch | undefined =>
  branches.find(branch => branch.name === name)

/** The number of the newest push that changed the branch, which strings that it added have; 0 without one. */
export const newestPush = (branches: Branches, name: string): number =>
  findBranch(branches, name)?.versions?.at(-1)?.push ?? 0

/** The versions of a branch, newest first. */
export const listVersions = (branches: Branches, name: string): readonly string[] =>
  (findBranch(branches, name)?.versions ?? []).map(({ version }) => version).toReversed()

type Version = NonNullable<Branch['versions']>[number]

const withVersion = (branch: Branch | undefined, added: Version): readonly Version[] =>
  [...(branch?.versions ?? []).filter(({ version }) => version !== added.version), added].slice(-MAX_VERSIONS)

/** The commit of a push, the hash of its only file, or a hash of all its files. */
function nameVersion({ commit, files, removed }: Pushed): string {
  const [first, ...others] = files
  if (commit !== undefined) return commit
  if (first !== undefined && others.length + removed.length === 0) return first.sha256
  const lines = [...files.map(({ path, sha256 }) => `${sha256} ${path}`), ...removed.map(path => `- ${path}`)]
  return sha256Hex(lines.sort().join('\n'))
}
