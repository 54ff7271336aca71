import { notFoundError } from '../../auth/policy/authorize.ts'
import type { MustSeeReason } from '../../l10n/reviews/words.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import {
  REVIEW_PART_SIZE,
  type ReviewItem as ReviewItemRecord,
  type ReviewRecord,
  type ReviewUnit,
  type ReviewVerdictRecord,
} from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { listBranchEntries } from '../translations/branch-view.ts'
import type { Entry, Project } from '../translations/records.ts'

export type Review = Frozen<ReviewRecord>
export type Verdict = Frozen<ReviewVerdictRecord>
type Item = Frozen<ReviewItemRecord>

/** A distinct translation of a review, with its number and what was decided about it. */
export interface NumberedItem {
  readonly n: number
  readonly item: Item
  readonly verdict: Verdict | undefined
}

/**
 * Finds a review of a project.
 * @throws AppError `not_found`
 */
export async function findReview(id: string, project: Pick<Project, 'id'>, read: Reader): Promise<Review> {
  const review = await read.reviews.get(id)
  if (review === undefined || review.project_id !== project.id) {
    throw notFoundError(`Review ${id}`, 'List the reviews of the project with get_review.')
  }
  return review
}

/** The part of a review in which an item is. */
export type Part = 'must_see' | 'sample' | 'rest'

export function partOf({ must_see, sample_size }: Pick<Review, 'must_see' | 'sample_size'>, n: number): Part {
  if (n <= must_see.total) return 'must_see'
  return n <= must_see.total + sample_size ? 'sample' : 'rest'
}

/** Finds an item by its number; undefined if the review has fewer. */
export async function findItem(review: Review, n: number, read: Reader): Promise<NumberedItem | undefined> {
  const position = Math.floor((n - 1) / REVIEW_PART_SIZE)
  const part = await read.review_parts.by('position', compoundKey(review.id, position))
  const item = part?.items[(n - 1) % REVIEW_PART_SIZE]
  return item && { n, item, verdict: await findVerdict(review, n, read) }
}

const findVerdict = ({ id }: Review, n: number, read: Reader): Promise<Verdict | undefined> =>
  read.review_verdicts.by('item', compoundKey(id, n))

/** All items of a review from a number on, in order. Reads a part at a time. */
export async function* listItems(review: Review, read: Reader, from = 1): AsyncGenerator<NumberedItem> {
  for (let n = from; n <= review.distinct; ) {
    const position = Math.floor((n - 1) / REVIEW_PART_SIZE)
    const part = await read.review_parts.by('position', compoundKey(review.id, position))
    if (part === undefined) return
    for (const item of part.items.slice((n - 1) % REVIEW_PART_SIZE)) {
      yield { n, item, verdict: await findVerdict(review, n, read) }
      n += 1
    }
  }
}

export async function loadVerdicts({ id }: Review, read: Reader): Promise<ReadonlyMap<number, Verdict>> {
  return new Map((await read.review_verdicts.list('review', id)).map(verdict => [verdict.n, verdict]))
}

/** Reviews of a project that nobody has ended. */
export const countOpenReviews = (projectId: string, read: Pick<Reader, 'reviews'>): Promise<number> =>
  read.reviews.count('state', compoundKey(projectId, 'open'))

/** The gravest reason of each must-see item, in order: the one under which it counts. */
export async function listReasons(
  { id, must_see }: Pick<Review, 'id' | 'must_see'>,
  read: Reader,
): Promise<readonly MustSeeReason[]> {
  const reasons: MustSeeReason[] = []
  for (let position = 0; reasons.length < must_see.total; position += 1) {
    const part = await read.review_parts.by('position', compoundKey(id, position))
    if (part === undefined) break
    const left = must_see.total - position * REVIEW_PART_SIZE
    reasons.push(...part.items.slice(0, left).map(({ reasons: [first] }) => first?.reason ?? 'first_in_file'))
  }
  return reasons
}

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
  { project, branch }: { readonly project: Project; readonly branch: string },
  read: Reader,
): Promise<(entry: Entry) => SourceLine | undefined> {
  if (branch === project.main_branch) return entry => (entry.listed ? entry : undefined)
  const listed = await listBranchEntries(project, branch, read)
  const lines = new Map(listed.map(({ entryId, line }) => [entryId, line]))
  return entry => lines.get(entry.id)
}
