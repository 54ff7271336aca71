import { AppError } from '../../../errors.ts'
import { fixedParts, targetPath } from '../../../l10n/files/target-path.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { listBranchFiles } from '../../projects/branches.ts'
import { type FileRule, findRule } from './rule-book.ts'
import { foldPath } from './validate.ts'

type Places = Pick<Frozen<ProjectRecord>, 'target_locales'> & { readonly files: readonly FileRule[] }

/** Two source files whose translations would be one file. */
export interface SharedTarget {
  readonly path: string
  readonly first: string
  readonly second: string
}

/** Where the translations of some source files go. */
export class TargetClaims {
  readonly #places: Places
  readonly #pace: Pacer
  readonly #sources = new Map<string, string>()

  constructor(places: Places, pace: Pacer) {
    this.#places = places
    this.#pace = pace
  }

  /** Adds source files, up to the first whose translations would go where those of an earlier one go. */
  async claim(sources: readonly string[]): Promise<SharedTarget | undefined> {
    for (const source of sources) {
      const shared = await this.findConflict(source)
      if (shared !== undefined) return shared
      for (const path of this.#targetsOf(source)) this.#sources.set(foldPath(path), source)
    }
    return undefined
  }

  /** Where the translations of a source file would go where those of another one go. */
  async findConflict(second: string): Promise<SharedTarget | undefined> {
    if (this.#pace.shouldYield) await this.#pace.yieldNow()
    for (const path of this.#targetsOf(second)) {
      const first = this.#sources.get(foldPath(path))
      if (first !== undefined && first !== second) return { path, first, second }
    }
    return undefined
  }

  /** The same for several. */
  async findAnyConflict(sources: readonly string[]): Promise<SharedTarget | undefined> {
    for (const source of sources) {
      const shared = await this.findConflict(source)
      if (shared !== undefined) return shared
    }
    return undefined
  }

  #targetsOf(source: string): readonly string[] {
    const { files, target_locales } = this.#places
    const rule = findRule(files, source)
    return rule === undefined ? [] : target_locales.map(locale => targetPath(rule, locale))
  }
}

/** The first path that the translations of two source files share, one of them at least among `concerned`. */
export async function findSharedTarget(
  concerned: readonly string[],
  others: readonly string[],
  places: Places,
  pace: Pacer,
): Promise<SharedTarget | undefined> {
  const claims = new TargetClaims(places, pace)
  return (await claims.claim(concerned)) ?? (await claims.findAnyConflict(others))
}

/** Finds the first locale whose translations would go to one of the paths. */
export function createTargetMatcher(
  paths: readonly string[],
  locales: readonly string[],
): (rule: FileRule) => string | undefined {
  const places = paths.map(foldPath)
  const known = new Set(places)
  return rule => {
    const { folder, ending } = fixedParts(rule.target)
    const start = foldPath(folder)
    const end = foldPath(ending)
    // Most rules lead elsewhere altogether, which takes no look at each locale.
    const isNear = places.length > locales.length || places.some(path => path.startsWith(start) && path.endsWith(end))
    return isNear ? locales.find(locale => known.has(foldPath(targetPath(rule, locale)))) : undefined
  }
}

/** Paths of the files of which a branch lists anything: a file that it emptied has nothing to lose. */
export async function listNonEmptyPaths(
  project: Frozen<ProjectRecord>,
  branch: string,
  read: Reader,
): Promise<readonly string[]> {
  const files = await listBranchFiles(project, branch, read)
  return files.flatMap(({ file, held }) => (held.items.length > 0 ? [file.path] : []))
}

/**
 * Looks at all branches of a project whose rules or locales change.
 * @throws AppError `invalid_input` when two files of a branch would have their translations in one.
 */
export async function assertNoSharedTargets(
  project: Frozen<ProjectRecord>,
  places: Places,
  { read, computed }: ReadDeps,
): Promise<void> {
  const pace = computed.pace()
  const seen = new Set<string>()
  for (const branch of new Set([project.main_branch, ...project.branches.map(({ name }) => name)])) {
    const paths = await listNonEmptyPaths(project, branch, read)
    const all = JSON.stringify(paths)
    // Most branches have the files of the main branch, or none of their own.
    if (seen.has(all)) continue
    seen.add(all)
    const shared = await findSharedTarget(paths, [], places, pace)
    if (shared !== undefined) throw sharedFault(shared, `Give files with another target for ${shared.second}.`)
  }
}

export const sharedFault = ({ path, first, second }: SharedTarget, fix: string): AppError =>
  new AppError('invalid_input', `The translations of ${first} and of ${second} would be one file, ${path}.`, { fix })
