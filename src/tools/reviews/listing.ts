import type { ReviewUnit } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import type { Entry } from '../translations/records.ts'
import type { Review } from './find-review.ts'

/** Whether a translation of a review is still on its branch, for the source that the review froze, in a target locale. */
export type IsListed = (unit: Pick<ReviewUnit, 'src'>, locale: string, entry: Entry | undefined) => boolean

/** Reads what the branch of a review lists now. A deleted branch lists nothing. */
export async function readListing({ project_id, branch }: Review, read: Reader): Promise<IsListed> {
  const project = await read.projects.get(project_id)
  if (project === undefined) throw new Error(`a review is of the project ${project_id}, which is gone`)
  const locales = new Set(project.target_locales)
  if (branch === project.main_branch) {
    return ({ src }, locale, entry) => entry?.listed === true && entry.src === src && locales.has(locale)
  }
  const listed = await listBranchEntries(project, branch, read)
  const sources = new Map(listed.map(({ entryId, src }) => [entryId, src]))
  return ({ src }, locale, entry) => entry !== undefined && sources.get(entry.id) === src && locales.has(locale)
}
