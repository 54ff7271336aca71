import type { SignedIn } from '../../../auth/users/sessions.ts'
import { findItem } from '../../../tools/reviews/find-review.ts'
import { toItemView } from '../../../tools/reviews/items.ts'
import type { ReviewItemView } from '../../../tools/reviews/view.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { type LoadedReview, openViewer } from '../read-review.ts'

interface ReportPlace {
  readonly request: PageRequest
  readonly signedIn: SignedIn
  readonly project: LoadedProject
  readonly review: LoadedReview
}

/** Passes every translation that somebody decided about, in the order of the review. */
export async function* listDecided({
  request,
  signedIn,
  project,
  review,
}: ReportPlace): AsyncGenerator<ReviewItemView> {
  const { read } = request.services.store
  const viewer = await openViewer(request, signedIn, project, review)
  for (const n of [...review.verdicts.keys()].sort((one, other) => one - other)) {
    const found = await findItem(review.record, n, read)
    const view = found && (await toItemView(review.record, found, viewer, read))
    if (view !== undefined) yield view
  }
}

/** The report as JSON, piece by piece: the review, then each translation that was read. */
export async function* writeReport(place: ReportPlace): AsyncGenerator<string> {
  const { view } = place.review
  yield `{"review":${JSON.stringify(view)},"plan":${JSON.stringify(toPlan(place.review))},"read":[`
  let separator = ''
  for await (const item of listDecided(place)) {
    yield `${separator}${JSON.stringify(item)}`
    separator = ','
  }
  yield ']}\n'
}

/** What was to be read, and from which seed the sample was drawn. */
const toPlan = ({ view: { goal, seed, must_see, sample } }: LoadedReview) => ({
  goal_percent: goal,
  confidence_percent: 95,
  seed,
  must_see: must_see.total,
  population: sample.population,
  sample: sample.size,
})
