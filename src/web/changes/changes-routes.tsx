import { Button, ButtonLink } from '../components/button.tsx'
import { Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Time } from '../format/time.tsx'
import { Field, Select } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject, type ProjectPage } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import { type Route, type SignedInRequest, useRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { localeOptions } from '../strings/locale-name.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { ReviewLinks } from './batch-frame.tsx'
import { BatchPage } from './batch-page.tsx'
import { batchPath, changesPath } from './paths.ts'
import {
  BATCH_KINDS,
  type BatchKind,
  type BatchView,
  type ChangeFilters,
  FIELDS,
  type FoundChanges,
  filteredPath,
  findChanges,
  readBatch,
  readFilters,
} from './read-changes.ts'
import { reviewBatchRoute } from './request-review/review-routes.tsx'
import { revertRoute } from './revert/revert-routes.tsx'
import { readSurveyQuery, surveyBatch } from './survey.ts'
import { ActorLine, tellCounts, titleBatch } from './words.tsx'

interface ChangesPageProps extends ProjectPage {
  readonly filters: ChangeFilters
  readonly found: FoundChanges
}

/** The batches of a project, newest first. */
function ChangesPage({ project, filters, found: { batches, next, fault } }: ChangesPageProps) {
  const isFiltered = Object.keys(filters).length > 0
  const isEmpty = batches.length === 0 && !isFiltered && next === undefined && !useRequest().query.has('cursor')
  return (
    <div class="work">
      <PageHead title={t('changes.title')} about={t('changes.about')} />
      {isEmpty ? (
        <section class="empty">
          <h2>{t('changes.none.title')}</h2>
          <p>{t('changes.none.about')}</p>
        </section>
      ) : (
        <>
          <div class="change-filters">
            <KindFilter project={project} filters={filters} />
            <FilterForm project={project} filters={filters} fault={fault} />
          </div>
          {fault !== undefined && (
            <Notice kind="danger" title={t('changes.filter.wrong')}>
              <p lang="en">{fault.message}</p>
            </Notice>
          )}
          {batches.length === 0 ? (
            <section class="empty">
              <h2>{t('changes.no_match')}</h2>
              {next !== undefined && <p>{t('changes.search_on')}</p>}
              <ButtonLink href={changesPath(project)}>{t('changes.filter.clear')}</ButtonLink>
            </section>
          ) : (
            <ul class="panel batches" aria-label={t('changes.title')}>
              {batches.map(batch => (
                <BatchItem key={batch.batch} project={project} batch={batch} />
              ))}
            </ul>
          )}
          <Paging noun="changes" next={next} />
        </>
      )}
    </div>
  )
}

/** Most locales in a row. */
const MAX_LOCALES = 3

function BatchItem({ project, batch }: ProjectPage & { readonly batch: BatchView }) {
  const { locales } = batch
  return (
    <li class="batch">
      <div class="batch-name">
        <a href={batchPath(project, batch.batch)}>
          <bdi>{titleBatch(batch)}</bdi>
        </a>
        <span class="meta">
          <ActorLine by={batch.by} />
          <Time at={batch.at} />
          {batch.note !== undefined && <span>{t(`changes.did.${batch.kind}`)}</span>}
        </span>
      </div>
      <div class="batch-state">
        <ReviewLinks project={project} batch={batch} />
      </div>
      <div class="batch-facts">
        {locales.length > 0 && (
          <span class="batch-locales">
            {locales.length > MAX_LOCALES
              ? t('changes.locales', { count: locales.length })
              : locales.map(locale => (
                  <span key={locale}>
                    <LocaleLabel locale={locale} />
                  </span>
                ))}
          </span>
        )}
        <span class="tally">
          {tellCounts(batch).map(count => (
            <span key={count}>{count}</span>
          ))}
        </span>
      </div>
    </li>
  )
}

interface FilterProps {
  readonly project: LoadedProject
  readonly filters: ChangeFilters
}

/** Limits the list to one kind of batch, and keeps the other filters. */
function KindFilter({ project, filters: { kind: here, ...others } }: FilterProps) {
  const path = changesPath(project)
  return (
    <nav class="tabset" aria-label={t('changes.filter.kind')}>
      <a href={filteredPath(path, others)} aria-current={here === undefined ? 'true' : undefined}>
        {t('changes.filter.all')}
      </a>
      {BATCH_KINDS.map(kind => (
        <a key={kind} href={filteredPath(path, { ...others, kind })} aria-current={kind === here ? 'true' : undefined}>
          {t(`changes.filter.kinds.${kind}`)}
        </a>
      ))}
    </nav>
  )
}

interface FilterFormProps extends FilterProps {
  readonly fault: FoundChanges['fault']
}

/** The other filters. Strangers of a public project have none for authors. */
function FilterForm({ project, filters, fault }: FilterFormProps) {
  const isSet = FIELDS.some(name => filters[name] !== undefined)
  const faultOf = (name: string) => (fault?.field === name ? t('changes.filter.no_date') : undefined)
  return (
    <details class="filter-box" open={isSet}>
      <summary>{t('changes.filter.more')}</summary>
      <form method="get" action={changesPath(project)} class="filter-form">
        {filters.kind !== undefined && <input type="hidden" name="kind" value={filters.kind} />}
        {!project.isOutsider && (
          <>
            <Field name="person" label={t('changes.filter.person')} value={filters.person} maxlength={60} />
            <Field name="client" label={t('changes.filter.client')} value={filters.client} maxlength={100} />
            <Field name="token" label={t('changes.filter.token')} value={filters.token} maxlength={40} />
          </>
        )}
        <Select
          name="locale"
          label={t('changes.filter.locale')}
          options={[['', t('changes.filter.any')], ...localeOptions(project.record.target_locales)]}
          chosen={filters.locale ?? ''}
        />
        <Field
          name="since"
          kind="date"
          label={t('changes.filter.since')}
          value={filters.since}
          fault={faultOf('since')}
        />
        <Field
          name="until"
          kind="date"
          label={t('changes.filter.until')}
          value={filters.until}
          fault={faultOf('until')}
        />
        <div class="actions">
          <Button small>{t('changes.filter.apply')}</Button>
          {isSet && (
            <ButtonLink
              small
              href={filteredPath(changesPath(project), filters.kind === undefined ? {} : { kind: filters.kind })}
            >
              {t('changes.filter.clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </details>
  )
}

const list: Route = {
  path: '/p/:account/:project/changes',
  get: withSession(async request => {
    const project = await loadProject(request, 'changes')
    const filters = readFilters(request)
    const found = await findChanges(request, project, filters)
    if (found.fault !== undefined) request.noteError('invalid_input')
    sendPage(request, {
      title: `${t('changes.title')} · ${project.name}`,
      status: found.fault === undefined ? 200 : 400,
      project: project.place,
      body: <ChangesPage project={project} filters={filters} found={found} />,
    })
  }),
}

const show: Route = {
  path: '/p/:account/:project/changes/:batch',
  get: withSession(async request => {
    const project = await loadProject(request, 'changes')
    const batch = await readBatch(request, project)
    const query = readSurveyQuery(request)
    const survey = await surveyBatch(request, project, { batch, query })
    const props = {
      mayRevert: survey.counts.all > 0 && (await mayRevert(request, project, batch)),
      mayReview: survey.counts.all > 0 && REVIEWABLE.includes(batch.kind) && project.withheld === undefined,
      done: request.query.get('done') === 'revert' ? ('revert' as const) : undefined,
    }
    sendPage(request, {
      title: `${titleBatch(batch)} · ${project.name}`,
      project: project.place,
      body: <BatchPage project={project} batch={batch} survey={survey} query={query} {...props} />,
    })
  }),
}

const REVIEWABLE: readonly BatchKind[] = ['submit', 'import', 'run', 'revert']

/** Whether the page offers a revert: to administrators, and to the user whose batch it is. The tool decides. */
async function mayRevert(
  { services, signedIn }: SignedInRequest,
  project: LoadedProject,
  batch: BatchView,
): Promise<boolean> {
  if (project.withheld !== undefined || batch.kind === 'push') return false
  if (project.adminWithheld === undefined) return true
  return (await services.store.read.batches.get(batch.batch))?.origin.user_id === signedIn.user.id
}

export const CHANGE_ROUTES: readonly Route[] = [list, show, revertRoute, reviewBatchRoute]
