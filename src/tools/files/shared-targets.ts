import { AppError } from '../../errors.ts'
import { targetPath } from '../../l10n/target-path.ts'
import { Pace } from '../../pace.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { branchFiles } from '../projects/branches.ts'
import { type FileRule, ruleFor, samePath } from './file-rules.ts'

type Places = Pick<Frozen<ProjectRecord>, 'target_locales'> & { readonly files: readonly FileRule[] }

/** Two source files whose translations would be one file. */
export interface SharedTarget {
  readonly path: string
  readonly first: string
  readonly second: string
}

/** The first path that the translations of two source files share, one of them at least among `concerned`. */
export async function sharedTarget(
  concerned: readonly string[],
  others: readonly string[],
  places: Places,
): Promise<SharedTarget | undefined> {
  const sources = new Map<string, string>()
  const pace = new Pace()
  for (const [at, second] of [...concerned, ...others].entries()) {
    if (pace.isDue) await pace.rest()
    for (const path of targetsOf(second, places)) {
      const place = samePath(path)
      const first = sources.get(place)
      if (first !== undefined && first !== second) return { path, first, second }
      if (at < concerned.length) sources.set(place, second)
    }
  }
  return undefined
}

/** Paths of the files of which a branch lists anything: a file that it emptied has nothing to lose. */
export async function listedPaths(
  project: Frozen<ProjectRecord>,
  branch: string,
  read: Reader,
): Promise<readonly string[]> {
  const files = await branchFiles(project, branch, read)
  return files.flatMap(({ file, held }) => (held.items.length > 0 ? [file.path] : []))
}

/**
 * Looks at all branches of a project whose rules or locales change.
 * @throws AppError `invalid_input` when two files of a branch would have their translations in one.
 */
export async function refuseShared(project: Frozen<ProjectRecord>, places: Places, read: Reader): Promise<void> {
  const files = await read.files.list('project', project.id)
  const paths = files.map(({ path }) => path)
  if ((await sharedTarget(paths, [], places)) === undefined) return
  const branches = new Set([project.main_branch, ...project.branches.map(({ name }) => name)])
  for (const branch of branches) {
    const shared = await sharedTarget(await listedPaths(project, branch, read), [], places)
    if (shared !== undefined) throw sharedFault(shared, `Give files with another target for ${shared.second}.`)
  }
}

export const sharedFault = ({ path, first, second }: SharedTarget, fix: string): AppError =>
  new AppError('invalid_input', `The translations of ${first} and of ${second} would be one file, ${path}.`, { fix })

function targetsOf(source: string, { files, target_locales }: Places): readonly string[] {
  const rule = ruleFor(files, source)
  return rule === undefined ? [] : target_locales.map(locale => targetPath(rule, locale))
}
