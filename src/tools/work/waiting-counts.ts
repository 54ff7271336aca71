import type { Pacer } from '../../scheduling/pacer.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { countOpenReviews } from '../reviews/find-review.ts'
import type { Project } from '../translations/records.ts'

/** What waits in a project, in the order in which waiting costs most: a conflict holds back a file, a review holds back a release. `returned` waits for an agent. */
export const WAITING_KINDS = [
  'conflicts',
  'reviews',
  'answered',
  'needs_review',
  'suggestions',
  'errors',
  'returned',
] as const

export type WaitingKind = (typeof WAITING_KINDS)[number]
export type WaitingCounts = Readonly<Record<WaitingKind, number>>

/** Counts what waits in the main branch of a project, in all its locales, from sizes of indexes. */
export async function countWaiting(
  project: Project,
  read: Pick<Reader, 'translations' | 'reviews'>,
  pace: Pacer,
): Promise<WaitingCounts> {
  const { translations } = read
  const { id, main_branch: main } = project
  const counts = { conflicts: 0, answered: 0, needs_review: 0, suggestions: 0, errors: 0, returned: 0 }
  for (const locale of project.target_locales) {
    if (pace.shouldYield) await pace.yieldNow()
    const place = compoundKey(id, locale)
    counts.conflicts += await translations.count('conflict', compoundKey(place, main))
    counts.answered += await translations.count('revised', place)
    counts.needs_review += await countInReview(id, locale, read)
    counts.suggestions += await translations.count('suggested', place)
    counts.errors += await translations.count('finding', compoundKey(place, 'error'))
    counts.returned += await translations.count('revise', place)
  }
  return { ...counts, reviews: await countOpenReviews(id, read) }
}

/** Counts the translations in review of the main branch of a project. */
export const countInReview = (
  projectId: string,
  locale: string,
  { translations }: Pick<Reader, 'translations'>,
): Promise<number> => translations.count('state', compoundKey(projectId, locale, 'needs_review'))
