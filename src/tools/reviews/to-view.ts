import type { Origin } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { ProjectResource } from '../pipeline/resources.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { Actors } from '../translations/actors.ts'
import type { Review } from './find-review.ts'
import { measureSample } from './sample.ts'
import { surveyReview } from './survey.ts'
import { type ReviewView, reviewLink } from './view.ts'

export interface ReviewViewer {
  /** `acme/app`. */
  readonly name: string
  readonly mainBranch: string
  readonly baseUrl: string
  readonly actors: Actors
  /** Readers of a public project see no authors, notes and comments. */
  readonly isOutsider: boolean
}

/** How the caller of a tool sees the reviews of a project. */
export const createViewer = (
  { project, name }: Pick<ProjectResource, 'project' | 'name'>,
  { baseUrl }: { readonly baseUrl: string },
  read: Reader,
  isOutsider = false,
): ReviewViewer => ({
  name,
  mainBranch: project.main_branch,
  baseUrl,
  actors: new Actors(read, isOutsider),
  isOutsider,
})

export async function toReviewView(review: Review, viewer: ReviewViewer): Promise<ReviewView> {
  const { ended, must_see } = review
  const { actors, isOutsider } = viewer
  const { batch, run, locale, file, since, until, waiting } = review.filter
  const shown = isOutsider ? { batch, run, locale, file, since, until, waiting } : review.filter
  return {
    id: review.id,
    title: isOutsider ? describeForOutsiders(review) : escapeInvisible(review.title),
    state: review.state,
    filter: omitUndefined(shown),
    ...(review.branch !== viewer.mainBranch && { branch: review.branch }),
    goal: review.goal,
    seed: review.seed,
    locales: [...review.locales],
    total: review.total,
    distinct: review.distinct,
    ...(!isOutsider && { by: await actors.describe(review.origin) }),
    ...(review.note !== undefined && !isOutsider && { note: escapeInvisible(review.note) }),
    created_at: review.created_at,
    must_see: { ...must_see, groups: must_see.groups.map(group => ({ ...group })) },
    sample: measureSample(review),
    ...(ended !== undefined && {
      changed: ended.changed,
      ended: {
        end: ended.end,
        ...(!isOutsider && { by: await actors.describe(ended.origin) }),
        at: ended.at,
        ...(ended.reason !== undefined && !isOutsider && { reason: escapeInvisible(ended.reason) }),
        ...(ended.batch_id !== undefined && { batch: ended.batch_id }),
        counts: { ...ended.counts },
      },
    }),
    readers: isOutsider ? [] : await Promise.all(review.readers.map(one => toReader(one, actors))),
    url: reviewLink(viewer.baseUrl, viewer.name, review.id),
  }
}

/** A review with what its ends by the viewer would do. */
export async function toFullReviewView(
  review: Review,
  viewer: ReviewViewer & { readonly origin: Origin },
  deps: ReadDeps,
): Promise<ReviewView> {
  const view = await toReviewView(review, viewer)
  return review.state === 'open' ? { ...view, ...(await surveyReview(review, deps, viewer.origin)) } : view
}

async function toReader(
  { user_id, kind, read }: Review['readers'][number],
  actors: Actors,
): Promise<ReviewView['readers'][0]> {
  const person = await actors.findHandle(user_id)
  return { ...(person !== undefined && { by: { kind, person } }), read }
}

/** Titles can quote notes. */
const describeForOutsiders = ({ locales }: Review): string => `Review of ${locales.join(', ')}`
