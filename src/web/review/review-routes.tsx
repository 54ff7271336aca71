import type { SignedIn } from '../../auth/users/sessions.ts'
import type { ReviewView } from '../../tools/reviews/view.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import { wantsJson } from '../requests/accept.ts'
import { redirect } from '../requests/redirect.ts'
import { sendJson } from '../requests/send-json.ts'
import { sendStream } from '../requests/send-stream.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { type Decided, decide, describeRefusal, type ReviewFault, toFault, toRefusal } from './decide.ts'
import { type End, EndPage } from './end/end-page.tsx'
import { buildPageData } from './model/build.ts'
import { reviewPath } from './paths.ts'
import { findNext, listReviews, loadReview, type ReviewState, readReview } from './read-review.ts'
import { listDecided, writeReport } from './report/report.ts'
import { ReportPage } from './report/report-page.tsx'
import { ReviewPage } from './review-page.tsx'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { startReview } from './reviews/start.ts'

const MAX_REVIEWS = 25
/** Translations on a printed report; the JSON has all. */
const MAX_REPORTED = 120
/** A form with the longest translation, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

const STATES: readonly ReviewState[] = ['open', 'returned', 'accepted', 'reverted']

const list: Route = {
  path: '/p/:account/:project/review',
  get: withSession((visit, signedIn) => sendReviews(visit, signedIn, undefined)),
  post: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'review')
    const started = await startReview(visit, signedIn, project)
    if (typeof started === 'string') return redirect(visit, reviewPath(project, started))
    await sendReviews(visit, signedIn, started)
  }),
}

async function sendReviews(
  visit: Visit,
  signedIn: SignedIn,
  failure: Parameters<typeof ReviewsPage>[0]['failure'],
): Promise<void> {
  const project = await loadProject(visit, signedIn, 'review')
  const state = STATES.find(one => one === visit.query.get('state')) ?? 'open'
  const cursor = visit.query.get('cursor') ?? undefined
  const { reviews, next_cursor: next } = await listReviews(visit, signedIn, {
    project,
    state,
    limit: MAX_REVIEWS,
    cursor,
  })
  sendPage(visit, {
    title: `${t('review.list.title')} · ${project.name}`,
    status: failure?.status ?? 200,
    project: project.place,
    body: <ReviewsPage visit={visit} project={project} state={state} reviews={reviews} next={next} failure={failure} />,
  })
}

const show: Route = {
  path: '/p/:account/:project/review/:review',
  formBytes: MAX_FORM_BYTES,
  get: withSession(async (visit, signedIn) => {
    if (asksJson(visit)) return sendData(visit, signedIn)
    await sendReview(visit, signedIn, undefined)
  }),
  post: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'review')
    if (asksJson(visit)) return answerScript(visit, signedIn)
    let decided: Decided
    try {
      decided = await decide(visit, signedIn, project)
    } catch (error) {
      return sendReview(visit, signedIn, toFault(visit, error))
    }
    const refusal = toRefusal(visit, decided)
    if (refusal !== undefined && decided.review.state === 'open') return sendReview(visit, signedIn, refusal)
    redirect(visit, await nextPath(visit, project, decided))
  }),
}

const asksJson = (visit: Visit): boolean => wantsJson(visit.request) || (visit.params['review'] ?? '').endsWith('.json')

/** After a verdict: the next translation to decide. After `undo` and `fix` of an ended review: the page itself. */
async function nextPath(visit: Visit, project: LoadedProject, { review: view }: Decided): Promise<string> {
  const review = await loadReview(view, visit.services.store.read)
  const n = Number(visit.form.get('n') ?? 0)
  const next = visit.form.get('verdict') === 'undo' ? n : findNext(review, n)
  return reviewPath(project, review.view.id, review.view.state === 'open' ? next : undefined)
}

/** The data of the page from a translation on; `from=0` gives no translations. */
async function sendData(visit: Visit, signedIn: SignedIn): Promise<void> {
  const project = await loadProject(visit, signedIn, 'review')
  const review = await readReview(visit, signedIn, project)
  const asked = visit.query.get('from')
  const from = asked === null || !/^\d{1,6}$/.test(asked) ? undefined : Number(asked)
  const data = await buildPageData(visit, signedIn, { project, review, from, isChunk: true })
  sendJson(visit, { review: review.view, ...data })
}

/** The answer to the script: what was refused, and everything that changes with a verdict. */
async function answerScript(visit: Visit, signedIn: SignedIn): Promise<void> {
  const project = await loadProject(visit, signedIn, 'review')
  const { refused, review: view } = await decide(visit, signedIn, project)
  const review = await loadReview(view, visit.services.store.read)
  const from = visit.form.has('fix') ? Number(visit.form.get('n')) : 0
  const data = await buildPageData(visit, signedIn, { project, review, from, isChunk: true })
  const { items, ...live } = data
  const told = refused.map(one => ({ n: one.n, ...describeRefusal(visit, one) }))
  sendJson(visit, { ...live, items: items.slice(0, 1), refused: told })
}

async function sendReview(visit: Visit, signedIn: SignedIn, failure: ReviewFault | undefined): Promise<void> {
  const project = await loadProject(visit, signedIn, 'review')
  const review = await readReview(visit, signedIn, project)
  const end = findEnd(visit, review)
  const name = review.view.title
  const frame = {
    title: `${failure === undefined ? name : t('review.error_title', { title: name })} · ${project.name}`,
    status: failure?.status ?? 200,
    project: project.place,
  }
  if (end !== undefined && project.withheld === undefined) {
    const body = <EndPage visit={visit} project={project} view={review.view} end={end} failure={failure} />
    return sendPage(visit, { ...frame, body })
  }
  const data = await buildPageData(withShown(visit), signedIn, { project, review })
  sendPage(visit, {
    ...frame,
    isWide: true,
    body: <ReviewPage visit={visit} project={project} review={review} data={data} failure={failure} />,
  })
}

/** A refused verdict shows its translation again. */
function withShown(visit: Visit): Visit {
  const n = visit.form.get('n')
  return n === null ? visit : { ...visit, query: new URLSearchParams({ n }) }
}

const ENDS: readonly End[] = ['accept', 'return', 'revert']

const findEnd = ({ query, form }: Visit, { view }: { readonly view: ReviewView }): End | undefined =>
  view.state === 'open' ? ENDS.find(end => end === (form.get('end') ?? query.get('end'))) : undefined

const reportRoute = (path: string, isJson: boolean): Route => ({
  path,
  get: withSession(async (visit, signedIn) => {
    const project = await loadProject(visit, signedIn, 'review')
    const review = await readReview(visit, signedIn, project)
    const place = { visit, signedIn, project, review }
    if (isJson || wantsJson(visit.request)) {
      const type = 'application/json; charset=utf-8'
      return sendStream(visit.response, { 'content-type': type }, writeReport(place))
    }
    const items = await takeFirst(listDecided(place), MAX_REPORTED)
    sendPage(visit, {
      title: `${t('review.report.title', { title: review.view.title })} · ${project.name}`,
      project: project.place,
      body: (
        <ReportPage
          visit={visit}
          project={project}
          view={review.view}
          items={items}
          hasMore={review.verdicts.size > MAX_REPORTED}
        />
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

/** The pages of reviews. */
export const REVIEW_ROUTES: readonly Route[] = [
  list,
  reportRoute('/p/:account/:project/review/:review/report', false),
  reportRoute('/p/:account/:project/review/:review/report.json', true),
  show,
]
