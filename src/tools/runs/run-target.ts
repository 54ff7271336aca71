import { notFoundError } from '../../auth/policy/authorize.ts'
import type { Reader } from '../../store/store.ts'
import type { Project } from '../translations/records.ts'
import type { Run } from './plan.ts'

/**
 * Finds a run of a project.
 * @throws AppError `not_found`
 */
export async function findRun(id: string, project: Project, read: Reader): Promise<Run> {
  const run = await read.runs.get(id)
  if (run === undefined || run.project_id !== project.id) {
    throw notFoundError(`Run ${id}`, 'List the runs of the project with get_runs.')
  }
  return run
}
