import { FindingMark } from '../components/marks/finding-mark.tsx'
import { formatCount } from '../format/count.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { batchPath } from './paths.ts'
import type { ChangedFile, Survey, SurveyQuery } from './survey.ts'
import type { BatchView } from './view.ts'

interface FileListProps {
  readonly project: LoadedProject
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
