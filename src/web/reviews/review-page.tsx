import { ASSETS } from '../assets/manifest.ts'
import { StateMark } from '../components/marks/state-mark.tsx'
import { csrfToken } from '../forms/csrf.ts'
import { Form } from '../forms/form.tsx'
import { type MessageKey, t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { hasLetterKeys } from '../strings/key-hints.tsx'
import type { ReviewFault } from './decide.ts'
import { Ended, FaultNotice } from './end/ended.tsx'
import { ItemCard, Neighbors } from './item/item-card.tsx'
import { VerdictForm } from './item/verdict-form.tsx'
import { MustSee, Sample } from './lists.tsx'
import { Icon, VerdictShapes } from './marks.tsx'
import type { PageData } from './model/page-data.ts'
import { HowItWorks, Live, ReviewHead } from './proof.tsx'
import type { LoadedReview } from './read-review.ts'

type Shortcut = readonly [keys: readonly string[], text: MessageKey]

const KEYS: readonly Shortcut[] = [
  [['g'], 'review.verdict.good'],
  [['m'], 'review.keys.minor'],
  [['x'], 'review.keys.major'],
  [['1', '…', '6'], 'review.keys.reason'],
  [['f'], 'review.keys.fix'],
  [['s'], 'review.keys.skip'],
  [['u'], 'review.keys.undo'],
  [['c'], 'review.keys.comment'],
  [['↵'], 'review.keys.next'],
  [['j', 'k'], 'review.keys.move'],
  [['?'], 'review.keys.help'],
]

/** Those of the line below the ends. */
const SHOWN: readonly Shortcut[] = [
  [['j', 'k'], 'review.keys.move'],
  [['g', 'm', 'x'], 'review.keys.decide'],
  [['f'], 'review.keys.fix'],
  [['u'], 'review.keys.undo'],
  [['c'], 'review.keys.comment'],
]

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <>
    {keys.map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
  </>
)

/** The line of keys below the ends, and the dialog with all of them. They need the script. */
function Shortcuts() {
  const isOn = hasLetterKeys(useRequest())
  return (
    <>
      <p class="rv-hints rv-scripted">
        {SHOWN.map(([keys, text]) => (
          <span key={text}>
            <Keys keys={keys} />
            {t(text)}
          </span>
        ))}
        <button type="button" class="rv-help" id="help" aria-haspopup="dialog">
          <kbd>?</kbd>
          {t('review.keys.all')}
        </button>
      </p>
      <dialog class="rv-dialog" id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">{t('review.keys.title')}</h2>
        <dl>
          {KEYS.map(([keys, text]) => (
            <div key={text}>
              <dt>
                <Keys keys={keys} />
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{t('review.keys.fields')}</p>
        <Form action="/letters">
          <button type="submit" class="button small" name="letters" value={isOn ? 'off' : 'on'}>
            {isOn ? t('review.keys.turn_off') : t('review.keys.turn_on')}
          </button>
        </Form>
        <form method="dialog">
          <button type="submit" class="button">
            {t('review.keys.close')}
          </button>
        </form>
      </dialog>
    </>
  )
}

const ENDS = ['accept', 'return', 'revert'] as const

/** The ends of a review, each with its consequence. A page with the exact consequence asks before it happens. */
function EndBar({ data }: { readonly data: PageData }) {
  return (
    <form class="rv-ends" id="ends" method="get" action={data.path} aria-label={t('review.end.label')}>
      {ENDS.map(end => {
        const isBlocked = end === 'accept' && !data.canAccept
        return (
          <div key={end}>
            <button
              type="submit"
              class={`button${end === 'revert' ? ' danger' : end === 'accept' && !isBlocked ? ' primary' : ''}`}
              id={`end-${end}`}
              name="end"
              value={end}
              aria-describedby={`effect-${end}`}
              aria-disabled={isBlocked ? 'true' : undefined}
            >
              {t(`review.end.${end}.button`)}
            </button>
            <p id={`effect-${end}`}>
              {end === 'accept' && (
                <>
                  <b>
                    <Live name="end-missing" data={data} />
                  </b>{' '}
                </>
              )}
              <Live name={`end-${end}`} data={data} />
            </p>
          </div>
        )
      })}
    </form>
  )
}

const STATES = ['untranslated', 'needs_review', 'translated', 'approved'] as const

interface ReviewPageProps extends ProjectPage {
  readonly review: LoadedReview
  readonly data: PageData
  readonly failure: ReviewFault | undefined
}

/** The page on which a person decides about thousands of translations. */
export function ReviewPage({ project, review, data, failure }: ReviewPageProps) {
  const request = useRequest()
  const { view } = review
  const item = data.items.find(({ n }) => n === data.n)
  // It is shown at its fields.
  const refusedFix = request.form.has('fix') && data.mayDecide && item?.fields.length !== 0 ? failure : undefined
  return (
    <div class="work rv" id="review">
      <VerdictShapes />
      <ReviewHead project={project} view={view} data={data} />
      {failure !== undefined && refusedFix === undefined && <FaultNotice fault={failure} />}
      {view.ended !== undefined && <Ended project={project} view={view} />}
      <div class="rv-grid">
        <div class="rv-lists">
          <MustSee data={data} />
          <Sample view={view} data={data} />
        </div>
        <div class="rv-pane-card">
          <Walk data={data} />
          <div class="rv-card">
            {item === undefined ? (
              <p class="hint">{t('review.item.none')}</p>
            ) : (
              <>
                <ItemCard item={item} />
                {data.mayDecide && <VerdictForm data={data} item={item} refusedFix={refusedFix} />}
                <Neighbors item={item} />
              </>
            )}
          </div>
        </div>
      </div>
      {data.mayDecide && <EndBar data={data} />}
      {data.isOpen && !data.mayDecide && <p class="rv-only">{t('review.read_only')}</p>}
      {data.mayDecide && <Shortcuts />}
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

/** Data for the script of a page. In a script element nothing is an entity, so `<` is escaped as JSON escapes it. */
function JsonData({ id, data }: { readonly id: string; readonly data: unknown }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
