import { FindingMark } from '../components/marks/finding-mark.tsx'
import { formatCount } from '../format/numbers.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject, ProjectPage } from '../layout/load-project.ts'
import { batchPath, changesPath } from './paths.ts'
import type { BatchView } from './read-changes.ts'
import type { ChangedFile, Survey, SurveyQuery } from './survey.ts'

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

export interface FileListProps extends ProjectPage {
  readonly batch: BatchView
  readonly survey: Survey
  readonly query: SurveyQuery
}

/** The files of a batch, beside its changes. A file whose changes are on the page is a jump, any other a page. */
export function FileList({ project, batch, survey, query }: FileListProps) {
  return (
    <nav class="file-list" aria-label={t('changes.files')}>
      <h2>{t('changes.files')}</h2>
      <ul>
        {query.file !== undefined && (
          <li>
            <a href={batchPath(project, batch.batch)}>{t('changes.all_files')}</a>
          </li>
        )}
        {survey.files.map(file => (
          <li key={file.path}>
            <a
              href={
                file.changes.length > 0
                  ? `#${fileAnchor(file.path)}`
                  : `${batchPath(project, batch.batch)}?${new URLSearchParams({ file: file.path })}`
              }
              aria-current={query.file === file.path ? 'true' : undefined}
            >
              <FileMark counts={file.counts} />
              <bdi dir="ltr">{file.path}</bdi>
              <span class="tally">{formatCount(file.matching)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The ID of the changes of a file on the page. */
export const fileAnchor = (path: string): string => `file-${encodeURIComponent(path)}`

/** A page, or the worst finding of the file: its shape and words say the same. */
function FileMark({ counts: { errors, findings } }: Pick<ChangedFile, 'counts'>) {
  if (findings === 0) {
    return (
      <svg viewBox="0 0 16 16" aria-hidden="true" class="quiet">
        <path d="M3.5 2.5h9v11h-9zM6 6h4M6 8.8h3" fill="none" stroke="currentColor" stroke-width="1.4" />
      </svg>
    )
  }
  return <FindingMark level={errors > 0 ? 'error' : 'warning'} />
}
