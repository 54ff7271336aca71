import { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
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
import { PageError } from '../layout/page-error.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../requests/page-request.ts'
import type { Mark } from './model/page-data.ts'
import { reviewsPath } from './paths.ts'

const Listed = z.object({ reviews: z.array(ReviewView), next_cursor: z.string().optional() })
const Found = z.object({ review: ReviewView })

export type ReviewState = (typeof REVIEW_STATES)[number]

/** Lists reviews of a project in a state, newest first. */
export const listReviews = (
  request: SignedInRequest,
  input: {
    readonly project: string
    readonly state: ReviewState
    readonly limit: number
    readonly cursor?: string | undefined
  },
): Promise<z.output<typeof Listed>> => callTool(request, { tool: getReview, input, shape: Listed })

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
  const { review: view } = await callTool(request, { tool: getReview, input, shape: Found }).catch(toPageError)
  return loadReview(view, request.services.store.read)

  function toPageError(error: unknown): never {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw new PageError('not_found', t('review.unknown.message', { review: echo(id), project: project.name }), {
      fix: t('layout.error.check_address'),
      nextLink: { href: reviewsPath(project), text: t('review.unknown.link', { project: project.name }) },
    })
  }
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
