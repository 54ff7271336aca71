import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { batchPath, changesPath } from './paths.ts'
import type { BatchView } from './view.ts'

interface BatchProps {
  readonly project: LoadedProject
  readonly batch: BatchView
}

/** The way back from a form about a batch. */
export function BatchCrumbs({ project, batch: { batch } }: BatchProps) {
  return (
    <nav class="meta" aria-label={t('changes.path')}>
      <a href={changesPath(project)}>{t('changes.title')}</a>
      <span aria-hidden="true">/</span>
      <a href={batchPath(project, batch)}>
        <code>{batch}</code>
      </a>
    </nav>
  )
}

/** The newest review of a batch, with its state; nothing without one. */
export function ReviewLinks({ project, batch }: BatchProps) {
  const [review] = batch.reviews ?? []
  if (review === undefined) return null
  return (
    <a class={`review-state ${review.state}`} href={`/p/${project.name}/review/${review.id}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {review.state === 'open' ? (
          <>
            <circle
              cx="8"
              cy="8"
              r="6"
              fill="none"
              stroke="currentColor"
              stroke-width="1.7"
              stroke-dasharray="2.4 1.8"
            />
            <circle cx="8" cy="8" r="1.9" fill="currentColor" />
          </>
        ) : (
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.7" />
        )}
        {review.state === 'accepted' && (
          <path d="M5 8.2l2.1 2.1 4-4.4" fill="none" stroke="currentColor" stroke-width="1.7" />
        )}
        {(review.state === 'returned' || review.state === 'reverted') && (
          <path d="M10.8 8H5.4m2.2-2.4L5.2 8l2.4 2.4" fill="none" stroke="currentColor" stroke-width="1.6" />
        )}
      </svg>
      {t(`changes.review_state.${review.state}`)}
    </a>
  )
}
