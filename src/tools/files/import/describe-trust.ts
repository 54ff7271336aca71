import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import { pluralize } from '../../pluralize.ts'
import type { ImportResult } from './report.ts'

interface Importing {
  readonly project: Frozen<ProjectRecord>
  readonly isTrusted: boolean
  /** Whether a user imports on a page. */
  readonly isByUser: boolean
  /** The page of the project. */
  readonly page: string
}

/** Says what `review: required` makes of an import: texts of tokens wait for a reviewer, and those of users and administrators do not. */
export function describeTrust(
  all: readonly ImportResult[],
  { project: { settings }, isTrusted, isByUser, page }: Importing,
): readonly string[] {
  if (settings.review !== 'required') return []
  const undecided = all.reduce((sum, { report }) => sum + report.undecided, 0)
  if (undecided > 0) {
    const texts = pluralize(undecided, 'translation')
    return [`Waiting for a reviewer: ${texts}, only in the pushed files until a user approves them on ${page}.`]
  }
  const imported = all.reduce((sum, { report }) => sum + report.counts.imported, 0)
  if (!isTrusted || imported === 0) return []
  const texts = pluralize(imported, 'translation')
  const why = isByUser ? 'a user imported the file' : 'the caller has project:admin'
  return [`Imported as translated, without a review: ${texts}, because ${why}. Users review them on ${page}.`]
}
