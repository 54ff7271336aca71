import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { MUST_SEE_REASONS } from '../../l10n/reviews/words.ts'
import { compoundKey } from '../../store/records/define.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { decodeCursor, encodeCursor, fillPage } from '../pipeline/paging.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName, pageInput, pageOutput } from '../schemas/fields.ts'
import { isPublicReader } from '../translations/actors.ts'
import { getOrigin } from '../translations/origin.ts'
import {
  findItem,
  findReview,
  listItems,
  type NumberedItem,
  type Part,
  partOf,
  type Review,
  readListing,
} from './find-review.ts'
import { type ItemViewer, toItemView } from './items.ts'
import { createViewer, toFullReviewView, toReviewView } from './to-view.ts'
import { REVIEW_STATES, ReviewItemView, ReviewView } from './view.ts'

const Input = z.object({
  project: ProjectName,
  review: z.string().min(1).max(40).optional(),
  state: z.enum(REVIEW_STATES).optional(),
  part: z.enum(['must_see', 'sample', 'rest', 'all']).optional(),
  reason: z.enum(MUST_SEE_REASONS).optional(),
  undecided: z.literal(true).optional(),
  n: z.number().int().min(1).optional(),
  ...pageInput,
})
type Input = z.output<typeof Input>

/** Lists the reviews of a project, or shows one with its translations. */
export const getReview = readTool({
  name: 'get_review',
  title: 'Get reviews',
  description:
    'List the reviews of a project, newest first; with review: its state and what each end would do, and with part, reason, undecided or n its translations with verdicts.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [ofProject('GET', '/reviews'), ofProject('GET', '/reviews/:review')],
  input: Input,
  output: z.object({
    reviews: z.array(ReviewView).optional(),
    review: ReviewView.optional(),
    items: z.array(ReviewItemView).optional(),
    ...pageOutput,
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { read, computed, resource, services, principal, client }) => {
    const { project, target } = resource
    const isOutsider = await isPublicReader(principal, target, read)
    const viewer = {
      ...createViewer(resource, services, read, isOutsider),
      origin: getOrigin({ principal, client }),
    }
    const { limit, cursor, state } = input
    if (input.review !== undefined) {
      if (state !== undefined) throw strayError('state', 'is given with review', 'Omit one of them.')
      const review = await findReview(input.review, project, read)
      const view = await toFullReviewView(review, viewer, { read, computed })
      if (!asksForItems(input)) return { review: view }
      const seesTerms = await mayReadTerms(target, { principal, read })
      const lineOf = await readListing(review, read)
      const ofItems = { ...viewer, seesTerms, lineOf }
      return { review: view, ...(await pageItems(review, input, ofItems, { read, computed })) }
    }
    const stray = (['part', 'reason', 'undecided', 'n'] as const).find(field => input[field] !== undefined)
    if (stray !== undefined) throw strayError(stray, 'is given without review', `Add review, or omit ${stray}.`)
    const { rows, next } = await fillPage(
      options =>
        state === undefined
          ? read.reviews.page('project', project.id, options)
          : read.reviews.page('state', compoundKey(project.id, state), options),
      { query: ['reviews', project.id, state], limit, cursor },
      review => toReviewView(review, viewer),
    )
    return { reviews: [...rows], ...next }
  },
})

const strayError = (field: keyof Input, why: string, fix: string): AppError =>
  new AppError('invalid_input', `${field} ${why}.`, { fix, field })

const asksForItems = ({ part, reason, undecided, n }: Input): boolean =>
  [part, reason, undecided, n].some(field => field !== undefined)

/** Items that one call scans. */
const MAX_ITEMS_SCANNED = 2000
/** Bytes of the items of an answer. The first one always fits. */
const MAX_BYTES = 60_000

async function pageItems(
  review: Review,
  { part = 'all', reason, undecided, n, limit, cursor }: Input,
  viewer: ItemViewer,
  { read, computed }: ReadDeps,
): Promise<{ readonly items: ReviewItemView[]; readonly next_cursor?: string }> {
  if (n !== undefined) {
    const stray = (Object.entries({ reason, undecided, cursor }) as [keyof Input, unknown][]).find(
      ([, value]) => value !== undefined,
    )
    if (stray !== undefined) throw strayError(stray[0], 'is given with n', `Omit n or ${stray[0]}.`)
    const found = await findItem(review, n, read)
    if (found === undefined) {
      throw new AppError('not_found', `The review has no item ${n}; it has ${review.distinct}.`, {
        fix: `Give n from 1 to ${review.distinct}.`,
        field: 'n',
      })
    }
    const view = await toItemView(review, found, viewer, read)
    return { items: view === undefined ? [] : [view] }
  }
  const query = ['review items', review.id, part, reason, undecided]
  const first = firstOf(review, part)
  const from = cursor === undefined ? first : Number(decodeCursor(query, cursor)['n'])
  const items: ReviewItemView[] = []
  const pace = computed.pace()
  let bytes = 0
  let scanned = 0
  for await (const numbered of listItems(review, read, from)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (part !== 'all' && partOf(review, numbered.n) !== part) break
    const isFull = items.length === limit || scanned === MAX_ITEMS_SCANNED
    const view =
      !isFull && matches(numbered, { reason, undecided }) ? await toItemView(review, numbered, viewer, read) : undefined
    bytes += view === undefined ? 0 : jsonByteLength(view)
    if (isFull || (bytes > MAX_BYTES && items.length > 0)) {
      return { items, next_cursor: encodeCursor(query, { n: String(numbered.n) }) }
    }
    if (view !== undefined) items.push(view)
    scanned += 1
  }
  return { items }
}

function firstOf({ must_see, sample_size }: Review, part: Part | 'all'): number {
  if (part === 'sample') return must_see.total + 1
  return part === 'rest' ? must_see.total + sample_size + 1 : 1
}

function matches({ item, verdict }: NumberedItem, { reason, undecided }: Pick<Input, 'reason' | 'undecided'>): boolean {
  if (reason !== undefined && !item.reasons.some(found => found.reason === reason)) return false
  if (undecided === undefined) return true
  return verdict?.taken_out !== true && (verdict?.verdict === undefined || verdict.verdict === 'skip')
}
