import { ASSETS } from '../assets/manifest.ts'
import { StateMark } from '../components/marks/state-mark.tsx'
import { csrfToken } from '../forms/csrf.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { hasLetterKeys } from '../strings/key-hints.tsx'
import type { ReviewFault } from './decide.ts'
import { EndBar } from './end/end-bar.tsx'
import { Ended } from './end/ended.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { HowItWorks, Live, ReviewHead } from './head/proof.tsx'
import { ItemCard, Neighbors } from './item/item-card.tsx'
import { VerdictForm } from './item/verdict-form.tsx'
import { MustSee } from './list/must-see.tsx'
import { Sample } from './list/sample.tsx'
import { Icon, VerdictShapes } from './marks.tsx'
import type { PageData } from './model/page-data.ts'
import type { LoadedReview } from './read-review.ts'
import { Shortcuts } from './shortcuts.tsx'

const STATES = ['untranslated', 'needs_review', 'translated', 'approved'] as const

interface ReviewPageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly review: LoadedReview
  readonly data: PageData
  readonly failure: ReviewFault | undefined
}

/** The page on which a person decides about thousands of translations. */
export function ReviewPage({ request, project, review, data, failure }: ReviewPageProps) {
  const { view } = review
  const item = data.items.find(({ n }) => n === data.n)
  // It is shown at its fields.
  const refusedFix = request.form.has('fix') && data.mayDecide && item?.fields.length !== 0 ? failure : undefined
  return (
    <div class="work rv" id="review">
      <VerdictShapes />
      <ReviewHead request={request} project={project} view={view} data={data} />
      {failure !== undefined && refusedFix === undefined && <FaultNotice fault={failure} />}
      {view.ended !== undefined && <Ended request={request} project={project} view={view} />}
      <div class="rv-grid">
        <div class="rv-lists">
          <MustSee data={data} />
          <Sample request={request} view={view} data={data} />
        </div>
        <div class="rv-pane-card">
          <Walk data={data} />
          <div class="rv-card">
            {item === undefined ? (
              <p class="hint">{t('review.item.none')}</p>
            ) : (
              <>
                <ItemCard item={item} />
                {data.mayDecide && <VerdictForm request={request} data={data} item={item} refusedFix={refusedFix} />}
                <Neighbors item={item} />
              </>
            )}
          </div>
        </div>
      </div>
      {data.mayDecide && <EndBar data={data} />}
      {data.isOpen && !data.mayDecide && <p class="rv-only">{t('review.read_only')}</p>}
      {data.mayDecide && <Shortcuts request={request} />}
      <HowItWorks view={view} />
      <p class="rv-unsaved" id="unsaved" hidden />
      <p class="unseen" id="said" role="status" />
      <template id="states">
        {STATES.map(state => (
          <StateMark key={state} state={state} isBrief />
        ))}
      </template>
      <JsonData
        id="review-data"
        data={{
          ...data,
          csrf: csrfToken(request, data.path),
          letters: hasLetterKeys(request),
          user: request.signedIn?.user.id,
        }}
      />
      <script type="module" src={ASSETS.review.path} />
    </div>
  )
}

/** Moves through the translations; on phones also the way to the lists. */
function Walk({ data }: Pick<ReviewPageProps, 'data'>) {
  const { n, toRead } = data
  return (
    <div class="rv-walk">
      <button type="button" class="rv-pick" popovertarget="must-see">
        {t('review.must_see.title')} <Live name="must-count" data={data} />
        <Icon name="down" />
      </button>
      <button type="button" class="rv-pick" popovertarget="sample">
        {t('review.sample.short')} <Live name="sample-count" data={data} />
        <Icon name="down" />
      </button>
      <span class="rv-gap" />
      <a class="button ghost" id="before" href={`?n=${Math.max(1, n - 1)}`} aria-label={t('review.item.before')}>
        <Icon name="up" />
      </a>
      <a class="button ghost" id="after" href={`?n=${Math.min(toRead, n + 1)}`} aria-label={t('review.item.after')}>
        <Icon name="down" />
      </a>
    </div>
  )
}

interface JsonDataProps {
  readonly id: string
  readonly data: unknown
}

/** Data for the script of a page. In a script element nothing is an entity, so `<` is escaped as JSON escapes it. */
function JsonData({ id, data }: JsonDataProps) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
