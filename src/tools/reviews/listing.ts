import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { ReviewUnit } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import type { Entry } from '../translations/records.ts'
import type { Review } from './find-review.ts'

/** Whether a translation of a review is still on its branch, for the source that the review froze, in a target locale. */
export type IsListed = (unit: Pick<ReviewUnit, 'src'>, locale: string, entry: Entry) => boolean

/** Reads what the branch of a review lists now. A deleted branch lists nothing. */
export async function readListing({ project_id, branch }: Review, read: Reader): Promise<IsListed> {
  const project = await read.projects.get(project_id)
  if (project === undefined) throw new Error(`a review is of the project ${project_id}, which is gone`)
  const locales = new Set(project.target_locales)
  const sourceOf = await createSourceFinder({ project, branch }, read)
  return ({ src }, locale, entry) => sourceOf(entry) === src && locales.has(locale)
}

/** Returns the source hash of an entry on the branch; undefined if the branch does not list it. */
export async function createSourceFinder(
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  read: Reader,
): Promise<(entry: Entry) => string | undefined> {
  if (branch === project.main_branch) return entry => (entry.listed ? entry.src : undefined)
  const listed = await listBranchEntries(project, branch, read)
  const sources = new Map(listed.map(({ entryId, src }) => [entryId, src]))
  return entry => sources.get(entry.id)
}
