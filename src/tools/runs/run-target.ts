import { notFoundError } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { Actors } from '../translations/actors.ts'
import type { Run } from './plan.ts'
import { type RunView, toRunView } from './view.ts'

/**
 * Finds a run of a project.
 * @throws AppError `not_found`
 */
export async function findRun(id: string, project: Frozen<ProjectRecord>, read: Reader): Promise<Run> {
  const run = await read.runs.get(id)
  if (run === undefined || run.project_id !== project.id) {
    throw notFoundError(`Run ${id}`, 'List the runs of the project with get_runs.')
  }
  return run
}

interface ViewPlace {
  readonly name: string
  readonly project: Frozen<ProjectRecord>
  readonly read: Reader
  readonly baseUrl: string
  readonly isOutsider: boolean
}

/** A run as a caller sees it. */
export const viewRun = (run: Run, { name, project, read, baseUrl, isOutsider }: ViewPlace): Promise<RunView> =>
  toRunView(run, {
    project: name,
    mainBranch: project.main_branch,
    baseUrl,
    actors: new Actors(read, isOutsider),
    isOutsider,
  })
