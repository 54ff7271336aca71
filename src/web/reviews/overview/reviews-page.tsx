import type { ReviewView } from '../../../tools/reviews/view.ts'
import { ButtonLink } from '../../components/button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Paging } from '../../components/paging.tsx'
import { formatCount } from '../../format/count.ts'
import { Time } from '../../format/time.tsx'
import type { FormFailure } from '../../forms/attempt.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { LocaleList } from '../../strings/string-frame.tsx'
import { describeProof } from '../model/live.ts'
import { reviewPath, reviewsPath } from '../paths.ts'
import type { ReviewState } from '../read-review.ts'
import { nameAuthor } from '../words/author.ts'
import { stateWord } from '../words/verdicts.ts'
import { StartForm } from './start-form.tsx'

interface ReviewsPageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly state: ReviewState
  readonly reviews: readonly ReviewView[]
  readonly next: string | undefined
  readonly failure: FormFailure | undefined
}

const STATES = ['open', 'returned', 'accepted', 'reverted'] as const

/** The reviews of a project by state, and the form that starts one. */
export function ReviewsPage({ request, project, state, reviews, next, failure }: ReviewsPageProps) {
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
              <ReviewRow request={request} project={project} view={view} />
            </li>
          ))}
        </ul>
      )}
      <Paging request={request} noun="reviews" next={next} />
      {mayStart && <StartForm request={request} project={project} failure={failure} />}
    </div>
  )
}

function ReviewRow({
  request,
  project,
  view,
}: Pick<ReviewsPageProps, 'request' | 'project'> & { readonly view: ReviewView }) {
  const { title, locales, total, must_see, sample, by, created_at, ended } = view
  const read = must_see.decided + must_see.taken_out + Math.min(sample.read, sample.size)
  const all = must_see.total + sample.size
  const author = nameAuthor(ended?.by ?? by)
  return (
    <>
      <div class="rv-review-title">
        <a href={reviewPath(project, view.id)} dir="auto">
          {title}
        </a>
        <p class="meta">
          <LocaleList locales={locales} most={2} more="review.head.more_locales" />
          <span>{t('review.translations', { count: total })}</span>
          <span>
            {author !== undefined && (
              <>
                <bdi>{author}</bdi>
                {' · '}
              </>
            )}
            <Time at={ended?.at ?? created_at} now={request.services.now()} />
          </span>
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
