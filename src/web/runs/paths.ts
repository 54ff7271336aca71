import { runLink } from '../../tools/runs/view.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { projectPath, projectTabPath } from '../layout/project-place.ts'

/** The page with the runs of a project. */
export const runsPath = (
  { place }: Pick<LoadedProject, 'place'>,
  query: Readonly<Record<string, string>> = {},
): string => projectTabPath(place, 'runs', query)

/** The page that starts a run on a branch, by default that of the page. */
export function newRunPath(
  { name, record, branch: here }: Pick<LoadedProject, 'name' | 'record' | 'branch'>,
  branch = here,
): string {
  const path = `${projectPath(name)}/runs/new`
  return branch === record.main_branch ? path : `${path}?${new URLSearchParams({ branch })}`
}

export const runPath = ({ name }: Pick<LoadedProject, 'name'>, id: string): string => runLink('', name, id)
