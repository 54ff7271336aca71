import { runLink } from '../../tools/runs/view.ts'
import type { LoadedProject } from '../layout/load-project.ts'

/** The page with the runs of a project. */
export const runsPath = ({ name }: Pick<LoadedProject, 'name'>): string => `/p/${name}/runs`

/** The page of a run. */
export const runPath = ({ name }: Pick<LoadedProject, 'name'>, id: string): string => runLink('', name, id)
