import { FindingMark } from '../components/marks/finding-mark.tsx'
import { languageOf, translateFinding } from '../findings/translate.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { languageAttributes } from '../strings/message-text.tsx'
import { shortenKey } from '../strings/string-frame.tsx'
import { DiffLines } from './diff-lines.tsx'
import { fileAnchor } from './file-list.tsx'
import { stringHref } from './paths.ts'
import { type ChangedFile, type ChangeView, FILE_PAGE, type SurveyQuery } from './survey.ts'
import { surveyPath } from './survey-path.ts'
import type { BatchView } from './view.ts'

interface FileChangesProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly batch: BatchView
  readonly file: ChangedFile
  readonly query: SurveyQuery
}

/** The changes of a file, which can be folded. */
export function FileChanges({ request, project, batch, file, query }: FileChangesProps) {
  const { path, changes, matching, counts } = file
  const start = query.file === path ? query.from : 0
  const left = matching - start - changes.length
  const link = (from: number) => surveyPath(request, project, batch.batch, { ...query, file: path, from })
  return (
    <details class="panel changed-file" id={fileAnchor(path)} open={changes.length > 0}>
      <summary>
        <bdi dir="ltr" class="path">
          {path}
        </bdi>
        <span class="tally">
          {batch.kind === 'review' ? t('changes.in_file.decided', { count: counts.all }) : tellChanged(counts)}
        </span>
      </summary>
      {changes.map(change => (
        <Change key={`${change.row.id} ${change.row.locale} ${change.row.rev}`} project={project} change={change} />
      ))}
      {(left > 0 || start > 0) && (
        <p class="more-changes">
          {start > 0 && <a href={link(Math.max(0, start - FILE_PAGE))}>{t('changes.earlier')}</a>}
          {left > 0 && (
            <a href={link(changes.length === 0 ? start : start + changes.length)}>
              {t(changes.length === 0 ? 'changes.show_all' : 'changes.show_more', { count: left })}
            </a>
          )}
        </p>
      )}
    </details>
  )
}

function tellChanged({ new: added, replaced }: ChangedFile['counts']): string {
  if (added === 0) return t('changes.in_file.replaced', { replaced })
  return replaced === 0 ? t('changes.in_file.new', { new: added }) : t('changes.in_file.both', { new: added, replaced })
}

/** Longest source beside a key. */
const MAX_SOURCE_UNITS = 160

function Change({
  project,
  change: { row, source, syntax, findings },
}: {
  readonly project: LoadedProject
  readonly change: ChangeView
}) {
  const key = shortenKey(row.key)
  return (
    <article class="change">
      <div class="change-head">
        {project.isOutsider ? (
          <code class="name">{key}</code>
        ) : (
          <a href={stringHref(project, row.id, row.locale)}>
            <code class="name">{key}</code>
          </a>
        )}
        <code class="locale-code">{row.locale}</code>
        {source !== undefined && (
          <span class="source" {...languageAttributes(project.record.source_locale)}>
            {excerpt(typeof source === 'string' ? source : (source['other'] ?? Object.values(source)[0] ?? ''))}
          </span>
        )}
        {!row.current && <span class="badge">{t('changes.superseded')}</span>}
      </div>
      <DiffLines row={row} syntax={syntax} />
      {findings.map(({ id, level, ...finding }) => {
        const { message, ...own } = translateFinding(finding)
        return (
          <p key={`${id} ${message}`} class={`change-finding ${level}`}>
            <FindingMark level={level} />
            <span {...languageOf(own)}>{message}</span>
          </p>
        )
      })}
    </article>
  )
}

function excerpt(text: string): string {
  if (text.length <= MAX_SOURCE_UNITS) return text
  // Cut between words, so that no placeholder is cut.
  return `${text.slice(0, MAX_SOURCE_UNITS).replace(/\S*$/, '').trimEnd()} …`
}
