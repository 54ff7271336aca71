import { REVIEW_GOALS } from '../../l10n/reviews/words.ts'
import type { ReviewView } from '../../tools/reviews/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { formatCount } from '../format/numbers.ts'
import { Field, Form, Select } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { localeOptions } from '../strings/locale-name.ts'
import { describeProof, formatGoal } from './model/live.ts'
import { reviewPath, reviewsPath } from './paths.ts'
import { ReviewFacts } from './proof.tsx'
import type { ReviewState } from './read-review.ts'
import { SUBJECTS, type Subject } from './start.ts'
import { examplePlan, stateWord } from './words.ts'

interface ReviewsPageProps extends ProjectPage {
  readonly state: ReviewState
  readonly reviews: readonly ReviewView[]
  readonly next: string | undefined
  readonly failure: FormFailure | undefined
}

const STATES = ['open', 'returned', 'accepted', 'reverted'] as const

/** The reviews of a project by state, and the form that starts one. */
export function ReviewsPage({ project, state, reviews, next, failure }: ReviewsPageProps) {
  const mayStart = project.withheld === undefined
  return (
    <div class="work">
      <PageHead title={t('review.list.title')} about={t('review.list.about')}>
        <nav class="tabset" aria-label={t('review.list.states')}>
          {STATES.map(one => (
            <a
              key={one}
              href={one === 'open' ? reviewsPath(project) : `${reviewsPath(project)}?state=${one}`}
              aria-current={one === state ? 'page' : undefined}
            >
              {stateWord(one)}
            </a>
          ))}
        </nav>
      </PageHead>
      {reviews.length === 0 ? (
        <div class="rv-empty">
          <h2>{t(`review.list.empty.${state}`)}</h2>
          <p>{t(`review.list.empty_why.${state}`)}</p>
          <ButtonLink href={`/p/${project.name}/changes`}>{t('review.head.changes')}</ButtonLink>
        </div>
      ) : (
        <ul class="panel rv-reviews">
          {reviews.map(view => (
            <li key={view.id}>
              <ReviewRow project={project} view={view} />
            </li>
          ))}
        </ul>
      )}
      <Paging noun="reviews" next={next} />
      {mayStart && <StartForm project={project} failure={failure} />}
    </div>
  )
}

function ReviewRow({ project, view }: Pick<ReviewsPageProps, 'project'> & { readonly view: ReviewView }) {
  const { title, must_see, sample, by, created_at, ended } = view
  const read = must_see.decided + must_see.taken_out + Math.min(sample.read, sample.size)
  const all = must_see.total + sample.size
  return (
    <>
      <div class="rv-review-title">
        <a href={reviewPath(project, view.id)} dir="auto">
          {title}
        </a>
        <p class="meta">
          <ReviewFacts view={view} most={2} by={ended?.by ?? by} at={ended?.at ?? created_at} />
        </p>
      </div>
      <div class="rv-review-state">
        {ended === undefined ? (
          <>
            <svg
              class="rv-bar"
              role="img"
              aria-label={t('review.list.progress', { read: formatCount(read), total: formatCount(all) })}
            >
              <rect width={`${all === 0 ? 100 : Math.round((100 * read) / all)}%`} height="4" />
            </svg>
            <span>{t('review.list.progress', { read: formatCount(read), total: formatCount(all) })}</span>
          </>
        ) : (
          <span>{describeProof(view)}</span>
        )}
      </div>
      <span class={`rv-chip ${view.state}`}>{stateWord(view.state)}</span>
    </>
  )
}

/** Starts a review: what it is about, and how sure it must be. The address can fill it in, as the page of a batch does. */
function StartForm({ project, failure }: ProjectPage & { readonly failure: FormFailure | undefined }) {
  const { form, query } = useRequest()
  const sent = form.has('subject') ? form : query
  const named = SUBJECTS.find(subject => query.has(subject))
  const subject = sent.get('subject') ?? named ?? 'waiting'
  const value = form.get('value') ?? (named === undefined ? '' : (query.get(named) ?? ''))
  const fault = (name: string) => (failure?.field === name ? failure.message : undefined)
  return (
    <details
      class="panel rv-start"
      id="start"
      open={failure !== undefined || named !== undefined || query.has('start')}
    >
      <summary>{t('review.start.title')}</summary>
      <Form action={reviewsPath(project)} class="sections-form">
        {failure !== undefined && (
          <Notice kind="danger" title={t('review.start.failed')} isFirst>
            <p lang="en">{failure.message}</p>
          </Notice>
        )}
        <div class="pair">
          <Select
            name="subject"
            label={t('review.start.subject')}
            options={SUBJECTS.map((one: Subject) => [one, t(`review.start.subjects.${one}`)] as const)}
            chosen={subject}
          />
          <Field
            name="value"
            label={t('review.start.value')}
            hint={t('review.start.value_hint')}
            maxlength={200}
            value={value}
            fault={fault('value')}
          />
        </div>
        <div class="pair">
          <Select
            name="locale"
            label={t('review.start.locale')}
            options={[['', t('review.start.all_locales')], ...localeOptions(project.record.target_locales)]}
            chosen={sent.get('locale') ?? ''}
          />
          <Select
            name="goal"
            label={t('review.start.goal')}
            hint={t('review.start.goal_hint')}
            options={REVIEW_GOALS.map(goal => [
              String(goal),
              t('review.start.goal_option', { goal: formatGoal(goal), ...examplePlan(goal) }),
            ])}
            chosen={sent.get('goal') ?? '5'}
          />
        </div>
        <div class="pair">
          <Field
            name="title"
            label={t('review.start.name')}
            hint={t('review.start.name_hint')}
            maxlength={100}
            value={sent.get('title') ?? ''}
            fault={fault('title')}
          />
          <Field
            name="file"
            label={t('review.start.file')}
            hint={t('review.start.file_hint')}
            maxlength={300}
            value={sent.get('file') ?? ''}
            fault={fault('file')}
          />
        </div>
        {query.has('branch') && <input type="hidden" name="branch" value={query.get('branch') ?? ''} />}
        <div class="actions">
          <button type="submit" class="button primary">
            {t('review.start.submit')}
          </button>
        </div>
      </Form>
    </details>
  )
}
