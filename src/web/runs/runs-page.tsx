import type { RunView } from '../../tools/runs/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { BarPatterns } from '../components/marks/bar-patterns.tsx'
import { PageHead } from '../components/page-head.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { formatCount, formatDollars } from '../format/numbers.ts'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject, ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { OutcomeBar, RunMark, StarterLine } from './marks.tsx'
import { newRunPath, runPath, runsPath } from './paths.ts'
import { countFailures, describeFilter, describeRun, isActive, RUN_STATES, type RunState, stateName } from './words.ts'

interface RunsPageProps extends ProjectPage {
  readonly runs: readonly RunView[]
  /** The state to which the list is limited. */
  readonly state: RunState | undefined
  readonly next: string | undefined
}

/** The runs of a project, newest first. */
export function RunsPage(props: RunsPageProps) {
  const { project, runs, state, next } = props
  const request = useRequest()
  const isEmpty = runs.length === 0 && state === undefined && !request.query.has('cursor') && next === undefined
  return (
    <div class="work">
      <PageHead title={t('runs.list.title')} about={t('runs.list.intro')}>
        {project.withheld === undefined && !isEmpty && (
          <div class="actions">
            <ButtonLink href={newRunPath(project)} look="primary">
              {t('runs.list.start')}
            </ButtonLink>
          </div>
        )}
      </PageHead>
      {isEmpty ? (
        <NoRuns project={project} />
      ) : (
        <>
          <StateFilter project={project} here={state} />
          {runs.length === 0 ? (
            <section class="empty">
              <h2>{t('runs.list.no_match')}</h2>
              <ButtonLink href={runsPath(project)}>{t('runs.list.show_all')}</ButtonLink>
            </section>
          ) : (
            <section class="panel" aria-label={t('runs.list.title')}>
              <BarPatterns />
              <RunTable {...props} />
            </section>
          )}
          <Paging noun="runs" next={next} />
        </>
      )}
    </div>
  )
}

function NoRuns({ project }: Pick<RunsPageProps, 'project'>) {
  const json = JSON.stringify({ project: project.name, estimate: true })
  return (
    <section class="empty">
      <h2>{t('runs.list.empty.title')}</h2>
      {project.withheld === undefined ? (
        <>
          <p>{t('runs.list.empty.advice')}</p>
          <CopyBlock
            label={t('runs.list.empty.estimate')}
            text={getCommandLine(useRequest())(`call start_run --json '${json}'`)}
          />
          <ButtonLink href={newRunPath(project)} look="primary">
            {t('runs.list.start')}
          </ButtonLink>
        </>
      ) : (
        <p>{t('runs.list.empty.reader')}</p>
      )}
    </section>
  )
}

function StateFilter({ project, here }: { readonly project: LoadedProject; readonly here: RunState | undefined }) {
  const choices = [
    [undefined, t('runs.list.all')] as const,
    ...RUN_STATES.map(state => [state, stateName(state)] as const),
  ]
  return (
    <nav class="tabset" aria-label={t('runs.list.filter')}>
      {choices.map(([state, text]) => (
        <a
          key={text}
          href={runsPath(project, state === undefined ? {} : { state })}
          aria-current={state === here ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

const listColumns = (): readonly Column[] => [
  { heading: t('runs.list.columns.run') },
  { heading: t('runs.list.columns.progress') },
  { heading: t('runs.list.columns.engines'), kind: 'wide' },
  { heading: t('runs.list.columns.cost'), kind: 'number' },
  { heading: t('runs.list.columns.started') },
]

function RunTable({ project, runs }: RunsPageProps) {
  return (
    <DataTable
      label={t('runs.runs_of', { project: project.name })}
      columns={listColumns().filter(({ kind }) => kind !== 'number' || !project.isOutsider)}
      isStacked
    >
      {runs.map(run => (
        <tr key={run.id}>
          <th scope="row" class="run-title">
            <RunMark state={run.state} isBrief />
            <div>
              <a href={runPath(project, run.id)}>{describeRun(run)}</a>
              <span class="hint clamped">
                <span aria-hidden="true">{stateName(run.state)} · </span>
                <bdi>{run.note ?? describeFilter(run)}</bdi>
              </span>
            </div>
          </th>
          <td class="fill">
            <OutcomeBar counts={run.counts} />
            <span class="hint">
              {run.counts.total === 0
                ? isActive(run.state)
                  ? t('runs.progress.selecting')
                  : t('runs.progress.nothing')
                : t('runs.list.done_of_total', {
                    done: formatCount(run.counts.done),
                    total: formatCount(run.counts.total),
                  })}
              {countFailures(run.counts) > 0 && (
                <span class="failures"> · {t('runs.list.failed', { count: countFailures(run.counts) })}</span>
              )}
            </span>
          </td>
          <td class="wide">{unitListFormat().format(run.engines)}</td>
          {!project.isOutsider && (
            <td class="number">
              {run.usage.cost === undefined ? (
                <span class="zero">{t('runs.usage.free')}</span>
              ) : (
                formatDollars(run.usage.cost)
              )}
            </td>
          )}
          <td class="starter">
            <StarterLine run={run} isAnonymous={project.isOutsider} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
