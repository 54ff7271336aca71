import { reviewLink } from '../../tools/reviews/view.ts'
import type { LoadedProject } from '../layout/load-project.ts'

type Named = Pick<LoadedProject, 'name'>

/** The page with the reviews of a project. */
export const reviewsPath = ({ name }: Named): string => `/p/${name}/review`

/** The page of a review, at one of its translations. */
export const reviewPath = ({ name }: Named, id: string, n?: number): string =>
  `${reviewLink('', name, id)}${n === undefined ? '' : `?n=${n}`}`

export const reportPath = (project: Named, id: string): string => `${reviewPath(project, id)}/report`
