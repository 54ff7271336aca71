import { AppError } from '../../../errors.ts'
import { fixedParts, isOwnTarget, targetPath } from '../../../l10n/files/target-path.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { listBranchFiles } from '../../projects/branches.ts'
import type { Project } from '../../translations/records.ts'
import { type FileRule, findRule } from './rule-book.ts'
import { foldPath } from './validate.ts'

type Places = Pick<Project, 'target_locales'> & { readonly files: readonly FileRule[] }

/** Two source files with the same target path. */
export interface SharedTarget {
  readonly path: string
  readonly first: string
  readonly second: string
}

/** Target paths of source files. */
export class TargetClaims {
  readonly #places: Places
  readonly #pace: Pacer
  readonly #sources = new Map<string, string>()

  constructor(places: Places, pace: Pacer) {
    this.#places = places
    this.#pace = pace
  }

  /** Adds source files, up to the first that shares a target path with an earlier one. */
  async claim(sources: readonly string[]): Promise<SharedTarget | undefined> {
    for (const source of sources) {
      const shared = await this.findConflict(source)
      if (shared !== undefined) return shared
      for (const path of this.#listTargets(source)) this.#sources.set(foldPath(path), source)
    }
    return undefined
  }

  /** Finds a target path that a source file shares with another one. */
  async findConflict(second: string): Promise<SharedTarget | undefined> {
    if (this.#pace.shouldYield) await this.#pace.yieldNow()
    for (const path of this.#listTargets(second)) {
      const first = this.#sources.get(foldPath(path))
      if (first !== undefined && first !== second) return { path, first, second }
    }
    return undefined
  }

  /** Like `findConflict`, for several source files. */
  async findAnyConflict(sources: readonly string[]): Promise<SharedTarget | undefined> {
    for (const source of sources) {
      const shared = await this.findConflict(source)
      if (shared !== undefined) return shared
    }
    return undefined
  }

  #listTargets(source: string): readonly string[] {
    const { files, target_locales } = this.#places
    const rule = findRule(files, source)
    if (rule === undefined) return []
    return isOwnTarget(rule) ? [rule.target] : target_locales.map(locale => targetPath(rule, locale))
  }
}

/** Finds the first target path of two source files, at least one of them among `concerned`. */
export async function findSharedTarget(
  concerned: readonly string[],
  others: readonly string[],
  places: Places,
  pace: Pacer,
): Promise<SharedTarget | undefined> {
  const claims = new TargetClaims(places, pace)
  return (await claims.claim(concerned)) ?? (await claims.findAnyConflict(others))
}

/** Finds the first locale whose target path is one of the paths. */
export function createTargetMatcher(
  paths: readonly string[],
  locales: readonly string[],
): (rule: FileRule) => string | undefined {
  const places = paths.map(foldPath)
  const known = new Set(places)
  return rule => {
    if (isOwnTarget(rule)) return undefined
    const { folder, ending } = fixedParts(rule.target)
    const start = foldPath(folder)
    const end = foldPath(ending)
    // Most rules differ in folder or ending, so most locales need no comparison.
    const isNear = places.length > locales.length || places.some(path => path.startsWith(start) && path.endsWith(end))
    return isNear ? locales.find(locale => known.has(foldPath(targetPath(rule, locale)))) : undefined
  }
}

/** Paths of the files with listed entries on a branch: an empty file has nothing to lose. */
export async function listNonEmptyPaths(project: Project, branch: string, read: Reader): Promise<readonly string[]> {
  const files = await listBranchFiles(project, branch, read)
  return files.flatMap(({ file, branchFile }) => (branchFile.items.length > 0 ? [file.path] : []))
}

/**
 * Checks all branches of a project after its rules or locales change.
 * @throws AppError `invalid_input` if two files of a branch would share a target path.
 */
export async function assertNoSharedTargets(
  project: Project,
  places: Places,
  { read, computed }: ReadDeps,
): Promise<void> {
  const pace = computed.pace()
  const seen = new Set<string>()
  for (const branch of new Set([project.main_branch, ...project.branches.map(({ name }) => name)])) {
    const paths = await listNonEmptyPaths(project, branch, read)
    const all = JSON.stringify(paths)
    // Most branches have the same files as the main branch.
    if (seen.has(all)) continue
    seen.add(all)
    const shared = await findSharedTarget(paths, [], places, pace)
    if (shared !== undefined) throw sharedFault(shared, `Set another target for ${shared.second} in files.`)
  }
}

export const sharedFault = ({ path, first, second }: SharedTarget, fix: string): AppError =>
  new AppError('invalid_input', `The translations of ${first} and ${second} would share one file, ${path}.`, { fix })
