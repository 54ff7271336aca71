import { formatDollars } from '../../tools/runs/format-dollars.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { BarPatterns } from '../components/bar-patterns.tsx'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Paging } from '../components/paging.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { formatCount } from '../format/count.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { Visit } from '../requests/visit.ts'
import { RunMark } from './marks.tsx'
import { OutcomeBar } from './outcome-bar.tsx'
import { runPath, runsPath } from './paths.ts'
import { StarterLine } from './starter.tsx'
import { countFailures, describeFilter, describeRun, isActive, type RunState, STATE_NAMES } from './words.ts'

interface RunsPageProps {
  readonly visit: Visit
  readonly project: LoadedProject
  readonly runs: readonly RunView[]
  /** The state to which the list is limited. */
  readonly state: RunState | undefined
  readonly next: string | undefined
}

/** The runs of a project, newest first. */
export function RunsPage(props: RunsPageProps) {
  const { visit, project, runs, state, next } = props
  const isEmpty = runs.length === 0 && state === undefined && !visit.query.has('cursor') && next === undefined
  return (
    <div class="work">
      <div class="head">
        <div>
          <h1>Runs</h1>
          <p class="meta">The server translates or revises strings with the engines that are configured for it.</p>
        </div>
        {project.withheld === undefined && !isEmpty && (
          <div class="actions">
            <ButtonLink href={`${runsPath(project)}/new`} look="primary">
              Start run
            </ButtonLink>
          </div>
        )}
      </div>
      {isEmpty ? (
        <NoRuns visit={visit} project={project} />
      ) : (
        <>
          <StateFilter project={project} here={state} />
          {runs.length === 0 ? (
            <section class="empty">
              <h2>No runs match</h2>
              <ButtonLink href={runsPath(project)}>Show all runs</ButtonLink>
            </section>
          ) : (
            <section class="panel" aria-label="Runs">
              <BarPatterns />
              <RunTable {...props} />
            </section>
          )}
          <Paging visit={visit} noun="runs" next={next} />
        </>
      )}
    </div>
  )
}

function NoRuns({ visit, project }: Pick<RunsPageProps, 'visit' | 'project'>) {
  const json = JSON.stringify({ project: project.name, estimate: true })
  return (
    <section class="empty">
      <h2>No runs yet</h2>
      {project.withheld === undefined ? (
        <>
          <p>Start a run to translate what is left. You see what it costs before anything is sent.</p>
          <CopyBlock label="Estimate from a terminal" text={getCommandLine(visit)(`call start_run --json '${json}'`)} />
          <ButtonLink href={`${runsPath(project)}/new`} look="primary">
            Start run
          </ButtonLink>
        </>
      ) : (
        <p>A run appears here when a member of the account starts one.</p>
      )}
    </section>
  )
}

function StateFilter({ project, here }: { readonly project: LoadedProject; readonly here: RunState | undefined }) {
  const choices = [[undefined, 'All'], ...Object.entries(STATE_NAMES)] as const
  return (
    <nav class="tabset" aria-label="Filter runs by state">
      {choices.map(([state, text]) => (
        <a
          key={text}
          href={state === undefined ? runsPath(project) : `${runsPath(project)}?state=${state}`}
          aria-current={state === here ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

const COLUMNS = [
  { heading: 'Run' },
  { heading: 'Progress' },
  { heading: 'Engines', kind: 'wide' },
  { heading: 'Cost', kind: 'number' },
  { heading: 'Started' },
] as const

function RunTable({ visit, project, runs }: RunsPageProps) {
  const now = visit.services.now()
  return (
    <DataTable
      label={`Runs of ${project.name}`}
      columns={COLUMNS.filter(({ heading }) => heading !== 'Cost' || !project.isOutsider)}
      isStacked
    >
      {runs.map(run => (
        <tr key={run.id}>
          <th scope="row" class="run-title">
            <RunMark state={run.state} isBrief />
            <div>
              <a href={runPath(project, run.id)}>{describeRun(run)}</a>
              <span class="hint clamped">
                <span aria-hidden="true">{STATE_NAMES[run.state]} · </span>
                <bdi>{run.note ?? describeFilter(run)}</bdi>
              </span>
            </div>
          </th>
          <td class="fill">
            <OutcomeBar counts={run.counts} />
            <span class="hint">
              {run.counts.total === 0
                ? isActive(run.state)
                  ? 'Selecting translations'
                  : 'No translations selected'
                : `${formatCount(run.counts.done)} of ${formatCount(run.counts.total)}`}
              {countFailures(run.counts) > 0 && (
                <span class="failures"> · {formatCount(countFailures(run.counts))} failed</span>
              )}
            </span>
          </td>
          <td class="wide">{run.engines.join(', ')}</td>
          {!project.isOutsider && (
            <td class="number">
              {run.usage.cost === undefined ? <span class="zero">Free</span> : formatDollars(run.usage.cost)}
            </td>
          )}
          <td class="starter">
            <StarterLine run={run} now={now} isAnonymous={project.isOutsider} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
