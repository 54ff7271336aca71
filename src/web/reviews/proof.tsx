import type { ReviewView } from '../../tools/reviews/view.ts'
import { batchPath } from '../changes/paths.ts'
import { formatCount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { LocaleList } from '../strings/string-frame.tsx'
import { formatGoal } from './model/live.ts'
import type { PageData } from './model/page-data.ts'
import { reportPath } from './paths.ts'
import { nameAuthor } from './words.ts'

interface HeadProps extends ProjectPage {
  readonly view: ReviewView
  readonly data: PageData
}

/** What the review is about, and what its sample proves. */
export function ReviewHead({ project, view, data }: HeadProps) {
  const { title, by, created_at, filter } = view
  return (
    <section class="rv-proof" aria-label={t('review.head.label')}>
      <div>
        <h1 dir="auto">{title}</h1>
        <p class="meta">
          <ReviewFacts view={view} most={3} by={by} at={created_at} />
          {filter.batch !== undefined && <a href={batchPath(project, filter.batch)}>{t('review.head.changes')}</a>}
          <a href={reportPath(project, view.id)}>{t('review.head.report')}</a>
          <Live name="changed" data={data} />
        </p>
      </div>
      <div class="rv-says">
        <ProofCurve data={data} view={view} />
        <p>
          <strong>
            <Live name="proof-title" data={data} />
          </strong>
          <span class="rv-grounds">
            <Live name="proof-why" data={data} />{' '}
            <button type="button" class="rv-link" popovertarget="how">
              {t('review.proof.how')}
            </button>
          </span>
          <svg class="rv-bar rv-phone" aria-hidden="true">
            <rect data-bar="sample" width={`${data.bars.sample}%`} height="4" />
          </svg>
        </p>
      </div>
    </section>
  )
}

interface FactsProps extends Pick<HeadProps, 'view'> {
  /** Locales that are listed. */
  readonly most: number
  readonly by: Parameters<typeof nameAuthor>[0]
  readonly at: string
}

/** The locales and translations of a review, and who did what it shows, and when. */
export function ReviewFacts({ view: { locales, total }, most, by, at }: FactsProps) {
  const author = nameAuthor(by)
  return (
    <>
      <LocaleList locales={locales} most={most} more="review.head.more_locales" />
      <span>{t('review.translations', { count: total })}</span>
      <span>
        {author !== undefined && (
          <>
            <bdi>{author}</bdi>
            {' · '}
          </>
        )}
        <Time at={at} />
      </span>
    </>
  )
}

/** A text that the script replaces after every verdict. */
export function Live({ name, data }: { readonly name: string; readonly data: PageData }) {
  return <span data-live={name}>{data.live[name] ?? ''}</span>
}

function ProofCurve({ data: { curve, live }, view }: Pick<HeadProps, 'data' | 'view'>) {
  if (curve === undefined) return null
  return (
    <svg class="rv-curve" id="curve" viewBox="0 0 204 60" role="img" aria-label={live['curve-label']}>
      <line class="goal" x1="0" x2="150" y1={curve.goal} y2={curve.goal} />
      <polyline class="ahead" points={curve.ahead} />
      <polyline class="done" points={curve.done} />
      <circle class="dot" cx={curve.x} cy={curve.y} r={curve.r} />
      <text class="now" x={curve.x + 8} y={Math.max(12, curve.y - 7)}>
        {live['curve-now']}
      </text>
      <text x="155" y={curve.goal + 4}>
        {t('review.proof.goal', { goal: formatGoal(view.goal) })}
      </text>
      <text class="read" x={curve.x} y="59" text-anchor="middle">
        {live['curve-read']}
      </text>
      <text x="150" y="59" text-anchor="middle">
        {formatCount(Math.max(view.sample.size, view.sample.read))}
      </text>
    </svg>
  )
}

/** Explains what the sample proves, with the numbers of the review. */
export function HowItWorks({ view }: Pick<HeadProps, 'view'>) {
  const { sample, goal, must_see, seed } = view
  return (
    <div class="rv-how" id="how" popover="auto" role="dialog" aria-labelledby="how-heading">
      <h2 id="how-heading">{t('review.how.title')}</h2>
      <p>{t('review.how.must_see', { total: must_see.total })}</p>
      <p>
        {t('review.how.sample', {
          size: formatCount(sample.size),
          population: formatCount(sample.population),
          goal: formatGoal(goal),
        })}
      </p>
      <p>{t('review.how.bound')}</p>
      <p>
        {t('review.how.seed')} <code>{seed}</code>
      </p>
    </div>
  )
}
