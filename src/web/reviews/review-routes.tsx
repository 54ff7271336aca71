import { findItem } from '../../tools/reviews/find-review.ts'
import { getReview } from '../../tools/reviews/get-review.ts'
import { toItemView } from '../../tools/reviews/items.ts'
import { type ReviewItemView, ReviewView } from '../../tools/reviews/view.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import { wantsJson } from '../requests/accept.ts'
import { listPage, type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { sendJson } from '../requests/send-json.ts'
import { sendStream } from '../requests/send-stream.ts'
import { withSession } from '../sessions/require.ts'
import { type Decided, decide, describeRefusal, type ReviewFault, toFault, toRefusal } from './decide.ts'
import { type End, EndPage } from './end/end-page.tsx'
import { buildPageData } from './model/build.ts'
import { reviewPath } from './paths.ts'
import { findNext, type LoadedReview, loadReview, openViewer, type ReviewState, readReview } from './read-review.ts'
import { ReportPage } from './report-page.tsx'
import { ReviewPage } from './review-page.tsx'
import { ReviewsPage } from './reviews-page.tsx'
import { startReview } from './start.ts'

const MAX_REVIEWS = 25
/** Translations on a printed report; the JSON has all. */
const MAX_REPORTED = 120
/** A form with the longest translation, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

const STATES: readonly ReviewState[] = ['open', 'returned', 'accepted', 'reverted']

const list: Route = {
  path: '/p/:account/:project/review',
  get: withSession(request => sendReviews(request, undefined)),
  post: withSession(async request => {
    const project = await loadProject(request, 'review')
    const started = await startReview(request, project)
    if (typeof started === 'string') return redirect(request, reviewPath(project, started))
    await sendReviews(request, started)
  }),
}

async function sendReviews(
  request: SignedInRequest,
  failure: Parameters<typeof ReviewsPage>[0]['failure'],
): Promise<void> {
  const project = await loadProject(request, 'review')
  const state = STATES.find(one => one === request.query.get('state')) ?? 'open'
  const input = { project: project.name, state, limit: MAX_REVIEWS }
  const { items: reviews, next } = await listPage(request, {
    tool: getReview,
    list: 'reviews',
    item: ReviewView,
    input,
  })
  sendPage(request, {
    title: `${t('review.list.title')} · ${project.name}`,
    status: failure?.status ?? 200,
    project: project.place,
    body: <ReviewsPage project={project} state={state} reviews={reviews} next={next} failure={failure} />,
  })
}

const show: Route = {
  path: '/p/:account/:project/review/:review',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async request => {
    if (asksJson(request)) return sendData(request)
    await sendReview(request, undefined)
  }),
  post: withSession(async request => {
    const project = await loadProject(request, 'review')
    if (asksJson(request)) return answerScript(request)
    const decided = await decide(request, project).catch((error: unknown) => toFault(request, error))
    if ('status' in decided) return sendReview(request, decided)
    const refusal = toRefusal(request, decided)
    if (refusal !== undefined && decided.review.state === 'open') return sendReview(request, refusal)
    redirect(request, await nextPath(request, project, decided))
  }),
}

const asksJson = (request: PageRequest): boolean =>
  wantsJson(request.incoming) || (request.params['review'] ?? '').endsWith('.json')

/** After a verdict: the next translation to decide. After `undo` and `fix` of an ended review: the page itself. */
async function nextPath(request: PageRequest, project: LoadedProject, { review: view }: Decided): Promise<string> {
  const review = await loadReview(view, request.services.store.read)
  const n = Number(request.form.get('n') ?? 0)
  const next = request.form.get('verdict') === 'undo' ? n : findNext(review, n)
  return reviewPath(project, review.view.id, review.view.state === 'open' ? next : undefined)
}

/** The data of the page from a translation on; `from=0` gives no translations. */
async function sendData(request: SignedInRequest): Promise<void> {
  const project = await loadProject(request, 'review')
  const review = await readReview(request, project)
  const wanted = request.query.get('from')
  const from = wanted === null || !/^\d{1,6}$/.test(wanted) ? undefined : Number(wanted)
  const data = await buildPageData(request, { project, review, from, isChunk: true })
  sendJson(request, { review: review.view, ...data })
}

/** The answer to the script: what was refused, and everything that changes with a verdict. */
async function answerScript(request: SignedInRequest): Promise<void> {
  const project = await loadProject(request, 'review')
  const { refused, review: view } = await decide(request, project)
  const review = await loadReview(view, request.services.store.read)
  const from = request.form.has('fix') ? Number(request.form.get('n')) : 0
  const data = await buildPageData(request, { project, review, from, isChunk: true })
  const { items, ...live } = data
  const refusals = refused.map(one => ({ n: one.n, ...describeRefusal(request, one) }))
  sendJson(request, { ...live, items: items.slice(0, 1), refused: refusals })
}

async function sendReview(request: SignedInRequest, failure: ReviewFault | undefined): Promise<void> {
  const project = await loadProject(request, 'review')
  const review = await readReview(request, project)
  const end = findEnd(request, review)
  const name = review.view.title
  const frame = {
    title: `${failure === undefined ? name : t('review.error_title', { title: name })} · ${project.name}`,
    status: failure?.status ?? 200,
    project: project.place,
  }
  if (end !== undefined && project.withheld === undefined) {
    const body = <EndPage project={project} view={review.view} end={end} failure={failure} />
    return sendPage(request, { ...frame, body })
  }
  const data = await buildPageData(withShown(request), { project, review })
  sendPage(request, {
    ...frame,
    isWide: true,
    body: <ReviewPage project={project} review={review} data={data} failure={failure} />,
  })
}

/** A refused verdict shows its translation again. */
function withShown(request: SignedInRequest): SignedInRequest {
  const n = request.form.get('n')
  return n === null ? request : { ...request, query: new URLSearchParams({ n }) }
}

const ENDS: readonly End[] = ['accept', 'return', 'revert']

const findEnd = ({ query, form }: PageRequest, { view }: { readonly view: ReviewView }): End | undefined =>
  view.state === 'open' ? ENDS.find(end => end === (form.get('end') ?? query.get('end'))) : undefined

const reportRoute = (path: string, isJson: boolean): Route => ({
  path,
  get: withSession(async request => {
    const project = await loadProject(request, 'review')
    const review = await readReview(request, project)
    const place = { request, project, review }
    if (isJson || wantsJson(request.incoming)) {
      const type = 'application/json; charset=utf-8'
      return sendStream(request.response, { 'content-type': type }, writeReport(place))
    }
    const items = await takeFirst(listDecided(place), MAX_REPORTED)
    sendPage(request, {
      title: `${t('review.report.title', { title: review.view.title })} · ${project.name}`,
      project: project.place,
      body: (
        <ReportPage project={project} view={review.view} items={items} hasMore={review.verdicts.size > MAX_REPORTED} />
      ),
    })
  }),
})

async function takeFirst<T>(all: AsyncIterable<T>, limit: number): Promise<readonly T[]> {
  const taken: T[] = []
  for await (const one of all) {
    taken.push(one)
    if (taken.length === limit) break
  }
  return taken
}

export const REVIEW_ROUTES: readonly Route[] = [
  list,
  reportRoute('/p/:account/:project/review/:review/report', false),
  reportRoute('/p/:account/:project/review/:review/report.json', true),
  show,
]

interface ReportPlace {
  readonly request: SignedInRequest
  readonly project: LoadedProject
  readonly review: LoadedReview
}

/** Passes every translation that somebody decided about, in the order of the review. */
async function* listDecided({ request, project, review }: ReportPlace): AsyncGenerator<ReviewItemView> {
  const { read } = request.services.store
  const viewer = await openViewer(request, project, review)
  for (const n of [...review.verdicts.keys()].sort((one, other) => one - other)) {
    const found = await findItem(review.record, n, read)
    const view = found && (await toItemView(review.record, found, viewer, read))
    if (view !== undefined) yield view
  }
}

/** The report as JSON, piece by piece: the review, then each translation that was read. */
async function* writeReport(place: ReportPlace): AsyncGenerator<string> {
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
