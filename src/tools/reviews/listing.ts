import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { ReviewUnit } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import type { Entry } from '../translations/records.ts'
import type { Review } from './find-review.ts'

/** Finds the line of a string of a review on its branch; undefined if the branch lists another source than the review froze, or not for the locale. */
export type ListedLine = (unit: Pick<ReviewUnit, 'src'>, locale: string, entry: Entry) => SourceLine | undefined

/** Reads what the branch of a review lists now. A deleted branch lists nothing. */
export async function readListing({ project_id, branch }: Review, read: Reader): Promise<ListedLine> {
  const project = await read.projects.get(project_id)
  if (project === undefined) throw new Error(`a review is of the project ${project_id}, which is gone`)
  const locales = new Set(project.target_locales)
  const lineOf = await createLineFinder({ project, branch }, read)
  return ({ src }, locale, entry) => {
    const line = lineOf(entry)
    return line?.src === src && locales.has(locale) ? line : undefined
  }
}

/** Returns the line of an entry on the branch; undefined if the branch does not list it. */
export async function createLineFinder(
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  read: Reader,
): Promise<(entry: Entry) => SourceLine | undefined> {
  if (branch === project.main_branch) return entry => (entry.listed ? entry : undefined)
  const listed = await listBranchEntries(project, branch, read)
  const lines = new Map(listed.map(({ entryId, line }) => [entryId, line]))
  return entry => lines.get(entry.id)
}
