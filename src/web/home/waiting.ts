import type { SignedIn } from '../../auth/users/sessions.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { countOpenReviews } from '../../tools/reviews/find-review.ts'
import type { Visit } from '../requests/visit.ts'
import { readProjects } from './read-projects.ts'

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

/** A project in which something waits for a user. */
export interface WaitingProject {
  readonly project: string
  readonly counts: Readonly<Record<WaitingKind, number>>
}

export interface WaitingSurvey {
  /** What costs most by waiting comes first. */
  readonly waiting: readonly WaitingProject[]
  /** Number of projects that were counted. */
  readonly counted: number
  /** Cursor of the projects after those; undefined if all were counted. */
  readonly next: string | undefined
}

/** Projects that are listed at once. */
const CHUNK = 10
/** Locales, of all projects together, after which no more projects are counted. */
const MAX_LOCALES = 2000

/**
 * Counts what waits in projects of the user, in all locales of each.
 * @param limit of projects, a multiple of `CHUNK`
 */
export async function surveyWaiting(
  visit: Visit,
  signedIn: SignedIn,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<WaitingSurvey> {
  const bounds = { chunk: CHUNK, limit, maxLocales: MAX_LOCALES }
  const { projects, next } = await readProjects(visit, signedIn, { cursor, ...bounds })
  const pace = new Pacer()
  const waiting: WaitingProject[] = []
  for (const { name: project, record } of projects) {
    const counts = await countWaiting(record, visit.services.store.read, pace)
    if (WAITING_KINDS.some(kind => counts[kind] > 0)) waiting.push({ project, counts })
  }
  return { waiting: waiting.sort(compareWaiting), counted: projects.length, next }
}

/** Counts what waits in a project, from sizes of indexes. */
async function countWaiting(
  project: Frozen<ProjectRecord>,
  read: Reader,
  pace: Pacer,
): Promise<WaitingProject['counts']> {
  const { translations } = read
  const { id, main_branch: main } = project
  const counts = { conflicts: 0, answered: 0, needs_review: 0, suggestions: 0, errors: 0, returned: 0 }
  for (const locale of project.target_locales) {
    if (pace.shouldYield) await pace.yieldNow()
    const place = compoundKey(id, locale)
    counts.conflicts += await translations.count('conflict', compoundKey(place, main))
    counts.answered += await translations.count('revised', place)
    counts.needs_review += await translations.count('state', compoundKey(place, 'needs_review'))
    counts.suggestions += await translations.count('suggested', place)
    counts.errors += await translations.count('finding', compoundKey(place, 'error'))
    counts.returned += await translations.count('revise', place)
  }
  return { ...counts, reviews: await countOpenReviews(id, read) }
}

/** Sorts by the most costly kind, then by its count. */
function compareWaiting(one: WaitingProject, other: WaitingProject): number {
  const decisive = WAITING_KINDS.find(kind => one.counts[kind] > 0 || other.counts[kind] > 0)
  return decisive === undefined ? 0 : other.counts[decisive] - one.counts[decisive]
}
