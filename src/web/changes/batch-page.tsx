import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { formatCount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { LocaleList } from '../strings/string-frame.tsx'
import { FileList, type FileListProps, ReviewLinks } from './batch-frame.tsx'
import { FileChanges } from './file-changes.tsx'
import { batchPath, changesPath, stringHref } from './paths.ts'
import { SHOWN, surveyPath } from './survey.ts'
import { ActorLine, restOfNote, tellActor, tellCounts, titleBatch } from './words.tsx'

export interface BatchPageProps extends FileListProps {
  /** Whether to offer a revert: the tool decides. */
  readonly mayRevert: boolean
  readonly mayReview: boolean
  /** What the last form did. */
  readonly done: 'revert' | undefined
}

/** A batch: who changed what, and each change as a diff by file. */
export function BatchPage(props: BatchPageProps) {
  const { project, batch, survey, query, done } = props
  const note = restOfNote(batch)
  return (
    <div class="work">
      <BatchHead {...props} />
      {done === 'revert' && <Notice kind="good" title={t('changes.revert.done')} />}
      {note !== '' && (
        <figure class="batch-note panel">
          <blockquote>
            <p class="text" dir="auto">
              {note}
            </p>
          </blockquote>
          <figcaption class="hint">{rich('changes.note_by', { who: tellActor(batch.by) })}</figcaption>
        </figure>
      )}
      {survey.counts.all === 0 ? (
        <NoTranslations project={project} batch={batch} />
      ) : (
        <div class="batch-files">
          <FileList project={project} batch={batch} survey={survey} query={query} />
          <div class="changed-files">
            <nav class="tabset" aria-label={t('changes.show.label')}>
              {SHOWN.filter(show => batch.kind !== 'review' || show === 'all' || show === 'findings').map(show => (
                <ShownTab key={show} {...props} show={show} />
              ))}
            </nav>
            {survey.files.length === 0 && (
              <section class="empty">
                <h2>{t('changes.no_match')}</h2>
                <ButtonLink href={batchPath(project, batch.batch)}>{t('changes.show.clear')}</ButtonLink>
              </section>
            )}
            {survey.files
              .filter(({ path }) => query.file === undefined || query.file === path)
              .map(file => (
                <FileChanges key={file.path} project={project} batch={batch} file={file} query={query} />
              ))}
            {survey.moreFiles > 0 && <p class="hint">{t('changes.more_files', { count: survey.moreFiles })}</p>}
            <OlderChanges {...props} />
          </div>
        </div>
      )}
    </div>
  )
}

/** A link to one kind of changes; without any, it is no link. */
function ShownTab({ project, batch, survey, query, show }: BatchPageProps & { readonly show: (typeof SHOWN)[number] }) {
  const count = survey.counts[show]
  const isHere = query.show === show
  const words = (
    <>
      {t(`changes.show.${show}`)} <span class="tally">{formatCount(count)}</span>
    </>
  )
  if (count === 0 && !isHere) return <span class="zero">{words}</span>
  const href = surveyPath(useRequest(), project, batch.batch, { ...query, show, from: 0 })
  return (
    <a href={href} aria-current={isHere ? 'true' : undefined}>
      {words}
    </a>
  )
}

function BatchHead({ project, batch, survey, mayRevert, mayReview }: BatchPageProps) {
  const path = batchPath(project, batch.batch)
  const files = survey.files.length + survey.moreFiles
  return (
    <div class="head">
      <div>
        <nav class="meta" aria-label={t('changes.path')}>
          <a href={changesPath(project)}>{t('changes.title')}</a>
          <span aria-hidden="true">/</span>
          <code>{batch.batch}</code>
        </nav>
        <h1>
          <bdi>{titleBatch(batch)}</bdi>
        </h1>
        <div class="meta">
          <ReviewLinks project={project} batch={batch} />
          <ActorLine by={batch.by} />
          <Time at={batch.at} />
          <LocaleList locales={batch.locales} most={MAX_LOCALES} more="changes.more_locales" />
          {survey.counts.all > 0 && survey.next === undefined && !useRequest().query.has('cursor') ? (
            <span>{t('changes.size', { count: survey.counts.all, files })}</span>
          ) : (
            tellCounts(batch).map(count => <span key={count}>{count}</span>)
          )}
        </div>
      </div>
      {(mayRevert || mayReview) && (
        <div class="actions">
          {mayRevert && (
            <Form action={`${path}/revert`}>
              <Button look="danger" name="action" value="preview">
                {t('changes.revert.open')}
              </Button>
            </Form>
          )}
          {mayReview && (
            <ButtonLink look="primary" href={`${path}/review`}>
              {t('changes.review.open')}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

const MAX_LOCALES = 6

/** A batch that changed no translations: a push, or a comment. */
function NoTranslations({ project, batch }: Pick<BatchPageProps, 'project' | 'batch'>) {
  return (
    <section class="empty">
      <h2>{t('changes.no_translations')}</h2>
      {batch.kind === 'push' && <p>{t('changes.of_push')}</p>}
      {batch.id !== undefined && !project.isOutsider && (
        <p>
          <a href={stringHref(project, batch.id, batch.locale)}>
            <code>{batch.key}</code>
          </a>
        </p>
      )}
    </section>
  )
}

function OlderChanges({ project, batch: { batch }, survey, query }: BatchPageProps) {
  const request = useRequest()
  if (survey.next === undefined && !request.query.has('cursor')) return null
  const { show } = query
  return (
    <nav class="actions" aria-label={t('changes.window.label')}>
      <span class="hint">{t('changes.window.about', { count: survey.counts.all })}</span>
      {request.query.has('cursor') && (
        <ButtonLink small href={`${batchPath(project, batch)}?${new URLSearchParams({ show })}`}>
          {t('changes.window.first')}
        </ButtonLink>
      )}
      {survey.next !== undefined && (
        <ButtonLink small href={`${batchPath(project, batch)}?${new URLSearchParams({ show, cursor: survey.next })}`}>
          {t('changes.window.older')}
        </ButtonLink>
      )}
    </nav>
  )
}
