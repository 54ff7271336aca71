import type { RunView } from '../../tools/runs/view.ts'
import { ASSETS } from '../assets/manifest.ts'
import { BarPatterns } from '../components/bar-patterns.tsx'
import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { formatCount } from '../format/count.ts'
import type { FormFailure } from '../forms/attempt.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { Visit } from '../requests/visit.ts'
import { ItemList, ItemTemplates } from './item-list.tsx'
import { RunMark } from './marks.tsx'
import { runPath, runsPath } from './paths.ts'
import type { RunItem } from './read-runs.ts'
import { CancelRun, NotResumed, StoppedNotice } from './run-actions.tsx'
import { BatchPanel, DetailsPanel, UsagePanel } from './run-facts.tsx'
import { RunProgress, reloadPath } from './run-progress.tsx'
import { StarterLine } from './starter.tsx'
import { countFailures, describeRun, isActive } from './words.ts'

export interface RunPageProps {
  readonly visit: Visit
  readonly project: LoadedProject
  readonly run: RunView
  readonly failures: Listed
  /** Undefined on the pages of failures alone. */
  readonly all: Listed | undefined
  /** What the last form did. */
  readonly done: keyof typeof DONE | undefined
  /** Why the run was not resumed. */
  readonly failure: FormFailure | undefined
}

interface Listed {
  readonly items: readonly RunItem[]
  readonly next: string | undefined
}

export const DONE = { cancel: 'Run cancelled', resume: 'Run resumed' } as const

/** A run: its progress, failures first, then all that it did. Live with scripts. */
export function RunPage(props: RunPageProps) {
  const { visit, project, run, all, done, failure } = props
  const { state } = run
  const now = visit.services.now()
  const isOpen = run.ended_at === undefined
  return (
    <div
      class="work"
      id="run"
      data-live={isOpen ? `/live${runPath(project, run.id)}` : undefined}
      data-page={isOpen ? reloadPath(visit) : undefined}
      data-state={state}
      data-strings={project.isOutsider ? undefined : `/p/${project.name}/strings/`}
      data-branch={run.branch}
    >
      {isOpen && <script type="module" src={ASSETS.run.path} />}
      <BarPatterns />
      {done !== undefined && <Notice kind="good" title={DONE[done]} />}
      {failure !== undefined && <NotResumed failure={failure} />}
      <StoppedNotice {...props} />
      <div class="head">
        <div>
          <h1>{describeRun(run)}</h1>
          <p class="meta">
            <span data-state-mark={state}>
              <RunMark state={state} />
            </span>
            {state === 'pending' && (
              <span data-state-mark="running" hidden>
                <RunMark state="running" />
              </span>
            )}
            <StarterLine run={run} now={now} isAnonymous={project.isOutsider} />
          </p>
          {run.note !== undefined && (
            <p class="text" dir="auto">
              {run.note}
            </p>
          )}
        </div>
        <div class="actions">
          <CancelRun visit={visit} project={project} run={run} />
          {!isOpen && project.withheld === undefined && (
            <ButtonLink href={`${runsPath(project)}/new`}>New run</ButtonLink>
          )}
        </div>
      </div>
      {project.withheld !== undefined && <p class="hint">You can view this run, but not change it.</p>}
      <div class="with-side">
        <div>
          <RunProgress visit={visit} run={run} />
          <Failures {...props} />
          {all !== undefined && <AllItems {...props} all={all} />}
        </div>
        <div>
          <UsagePanel project={project} run={run} />
          <DetailsPanel visit={visit} project={project} run={run} />
          <BatchPanel visit={visit} project={project} run={run} />
        </div>
      </div>
      <p class="unseen" role="status" data-run="said" />
    </div>
  )
}

/** Failures on the first page; the others have pages of their own. */
function Failures({ visit, project, run, failures, all }: RunPageProps) {
  const count = countFailures(run.counts)
  const isLive = isActive(run.state)
  if (count === 0 && !isLive && failures.items.length === 0) return null
  return (
    <section class="panel" aria-labelledby="failures-heading" data-run="failures" hidden={count === 0}>
      <header>
        <h2 id="failures-heading">
          Failures{' '}
          <span class="count" data-run="failed">
            {formatCount(count)}
          </span>
        </h2>
        {all !== undefined && failures.next !== undefined && (
          <a href={`${runPath(project, run.id)}?show=failures`}>View all failures</a>
        )}
        {all === undefined && <a href={runPath(project, run.id)}>View all translations</a>}
      </header>
      <ItemList project={project} branch={run.branch} items={failures.items} id="failures" />
      {isLive && <ItemTemplates project={project} />}
      {all === undefined && (
        <div class="panel-foot">
          <Paging visit={visit} noun="failures" next={failures.next} />
        </div>
      )}
    </section>
  )
}

function AllItems({ visit, project, run, all: { items, next } }: RunPageProps & { readonly all: Listed }) {
  return (
    <section class="panel" aria-labelledby="items-heading">
      <header>
        <h2 id="items-heading">All translations</h2>
      </header>
      {items.length === 0 ? (
        <p class="panel-body hint">
          {run.counts.done === 0 ? 'Translations appear here when they are done.' : 'There are no more translations.'}
        </p>
      ) : (
        <ItemList project={project} branch={run.branch} items={items} />
      )}
      {(next !== undefined || visit.query.has('cursor')) && (
        <div class="panel-foot">
          <Paging visit={visit} noun="translations" next={next} />
        </div>
      )}
    </section>
  )
}
