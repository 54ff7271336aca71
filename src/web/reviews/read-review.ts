import { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ReviewRecord } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { mayReadTerms } from '../../tools/glossary/redact-findings.ts'
import { projectTarget } from '../../tools/pipeline/resources.ts'
import { loadVerdicts, readListing, type Verdict } from '../../tools/reviews/find-review.ts'
import { getReview } from '../../tools/reviews/get-review.ts'
import { type REVIEW_STATES, ReviewView } from '../../tools/reviews/view.ts'
import { Actors } from '../../tools/translations/actors.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { toMissingPage } from '../layout/page-error.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'
import type { Mark } from './model/page-data.ts'
import { reviewsPath } from './paths.ts'

const Found = z.object({ review: ReviewView })

export type ReviewState = (typeof REVIEW_STATES)[number]

/** A review, with its stored record and what was decided. */
export interface LoadedReview {
  readonly view: ReviewView
  readonly record: Frozen<ReviewRecord>
  readonly verdicts: ReadonlyMap<number, Verdict>
  /** How many translations are to be read: must-see ones first, then the sample. */
  readonly toRead: number
  /** One letter per translation to read. */
  readonly marks: readonly Mark[]
}

/**
 * Reads the review that the URL names.
 * @throws PageError `not_found`
 */
export async function readReview(request: SignedInRequest, project: LoadedProject): Promise<LoadedReview> {
  const id = getReviewId(request)
  const input = { project: project.name, review: id }
  const message = t('review.unknown.message', { review: echo(id), project: project.name })
  const nextLink = { href: reviewsPath(project), text: t('review.unknown.link', { project: project.name }) }
  const call = { tool: getReview, input, shape: Found }
  const { review: view } = await callTool(request, call).catch(toMissingPage(message, nextLink))
  return loadReview(view, request.services.store.read)
}

/** The ID of the review that the URL names, as a page or as JSON. */
export const getReviewId = ({ params }: PageRequest): string => (params['review'] ?? '').replace(/\.json$/, '')

/** Adds what is stored to a review that a tool has returned. */
export async function loadReview(view: ReviewView, read: Reader): Promise<LoadedReview> {
  const record = await read.reviews.get(view.id)
  if (record === undefined) throw new Error(`a tool returned review ${view.id}, which is not stored`)
  const verdicts = await loadVerdicts(record, read)
  const toRead = record.must_see.total + record.sample_size
  const marks = Array.from({ length: toRead }, (_, at) => toMark(verdicts.get(at + 1)))
  return { view, record, verdicts, toRead, marks }
}

const LETTERS = { good: 'g', minor: 'm', major: 'x', skip: 's' } as const

export function toMark(verdict: Verdict | undefined): Mark {
  if (verdict?.taken_out === true) return 't'
  if (verdict?.verdict === undefined) return '.'
  if (verdict.fixed === true) return verdict.verdict === 'major' ? 'f' : 'n'
  return LETTERS[verdict.verdict]
}

/** The next number to decide after `n`, from the first one again after the last; skipped ones come last. Undefined if all is decided. */
export function findNext({ marks }: Pick<LoadedReview, 'marks'>, n: number): number | undefined {
  const order = marks.map((_, at) => ((n + at) % marks.length) + 1)
  return order.find(place => marks[place - 1] === '.') ?? order.find(place => place !== n && marks[place - 1] === 's')
}

/** How the signed-in user sees the translations of a review. */
export async function openViewer(
  { services, signedIn }: SignedInRequest,
  { name, record, isOutsider }: LoadedProject,
  review: LoadedReview,
) {
  const { read } = services.store
  const caller = { principal: sessionPrincipal(signedIn), read }
  const { target } = await projectTarget(name, caller)
  return {
    name,
    mainBranch: record.main_branch,
    baseUrl: services.baseUrl,
    actors: new Actors(read, isOutsider),
    isOutsider,
    seesTerms: await mayReadTerms(target, caller),
    lineOf: await readListing(review.record, read),
  }
}
