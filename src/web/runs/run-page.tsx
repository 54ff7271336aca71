import type { RunView } from '../../tools/runs/view.ts'
import { ASSETS } from '../assets/manifest.ts'
import { ButtonLink } from '../components/button.tsx'
import { Paging } from '../components/data-table.tsx'
import { BarPatterns } from '../components/marks/bar-patterns.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { formatElapsed } from '../format/elapsed.ts'
import { formatCount } from '../format/numbers.ts'
import type { FormFailure } from '../forms/form-route.ts'
import { rich, t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { stripFlash } from '../requests/flash.ts'
import { type PageRequest, requestPath, useRequest } from '../requests/page-request.ts'
import { ItemList, ItemTemplates } from './item-list.tsx'
import { OutcomeBar, OutcomeMark, RunMark, StarterLine } from './marks.tsx'
import { newRunPath, runPath } from './paths.ts'
import type { RunItem } from './read-runs.ts'
import { CancelRun, NotResumed, StoppedNotice } from './run-actions.tsx'
import { BatchPanel, DetailsPanel, UsagePanel } from './run-facts.tsx'
import { countFailures, describeRun, isActive, OUTCOMES, stateName } from './words.ts'

export interface RunPageProps extends ProjectPage {
  readonly run: RunView
  readonly failures: Listed
  /** Undefined on the pages of failures alone. */
  readonly all: Listed | undefined
  /** What the last form did. */
  readonly done: (typeof RUN_ACTIONS)[number] | undefined
  /** Why the run was not resumed. */
  readonly failure: FormFailure | undefined
}

interface Listed {
  readonly items: readonly RunItem[]
  readonly next: string | undefined
}

export const RUN_ACTIONS = ['cancel', 'resume'] as const

/** A run: its progress, failures first, then all that it did. Live with scripts. */
export function RunPage(props: RunPageProps) {
  const { project, run, all, done, failure } = props
  const request = useRequest()
  const { state } = run
  const isOpen = run.ended_at === undefined
  return (
    <div
      class="work"
      id="run"
      data-live={isOpen ? `/live${runPath(project, run.id)}` : undefined}
      data-page={isOpen ? reloadPath(request) : undefined}
      data-state={state}
      data-strings={project.isOutsider ? undefined : `/p/${project.name}/strings/`}
      data-branch={run.branch}
      {...(isOpen && liveTexts())}
    >
      {isOpen && <script type="module" src={ASSETS.run.path} />}
      <BarPatterns />
      {done !== undefined && <Notice kind="good" title={t(`runs.done.${done}`)} />}
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
            <StarterLine run={run} isAnonymous={project.isOutsider} />
          </p>
          {run.note !== undefined && (
            <p class="text" dir="auto">
              {run.note}
            </p>
          )}
        </div>
        <div class="actions">
          <CancelRun project={project} run={run} />
          {!isOpen && project.withheld === undefined && (
            <ButtonLink href={newRunPath(project, run.branch)}>{t('runs.new.title')}</ButtonLink>
          )}
        </div>
      </div>
      {project.withheld !== undefined && <p class="hint">{t('runs.run.view_only')}</p>}
      <div class="with-side">
        <div>
          <RunProgress run={run} />
          <Failures {...props} />
          {all !== undefined && <AllItems {...props} all={all} />}
        </div>
        <div>
          <UsagePanel project={project} run={run} />
          <DetailsPanel project={project} run={run} />
          <BatchPanel project={project} run={run} />
        </div>
      </div>
      <p class="unseen" role="status" data-run="said" />
    </div>
  )
}

/** The texts that `run.js` shows. */
const liveTexts = () => ({
  'data-pending': stateName('pending'),
  'data-running': stateName('running'),
  'data-free': t('runs.usage.free'),
  'data-said': t('runs.bar.done', { done: '{done}', total: '{total}' }),
  'data-said-failed': t('runs.live.done_and_failed', { done: '{done}', total: '{total}', failed: '{failed}' }),
})

/** Failures on the first page; the others have pages of their own. */
function Failures({ project, run, failures, all }: RunPageProps) {
  const count = countFailures(run.counts)
  const isLive = isActive(run.state)
  if (count === 0 && !isLive && failures.items.length === 0) return null
  return (
    <section class="panel" aria-labelledby="failures-heading" data-run="failures" hidden={count === 0}>
      <header>
        <h2 id="failures-heading">
          {t('runs.failures.title')}{' '}
          <span class="count" data-run="failed">
            {formatCount(count)}
          </span>
        </h2>
        {all !== undefined && failures.next !== undefined && (
          <a href={`${runPath(project, run.id)}?show=failures`}>{t('runs.failures.view_all')}</a>
        )}
        {all === undefined && <a href={runPath(project, run.id)}>{t('runs.items.view_all')}</a>}
      </header>
      <ItemList project={project} branch={run.branch} items={failures.items} id="failures" />
      {isLive && <ItemTemplates project={project} />}
      {all === undefined && (
        <div class="panel-foot">
          <Paging noun="failures" next={failures.next} />
        </div>
      )}
    </section>
  )
}

function AllItems({ project, run, all: { items, next } }: RunPageProps & { readonly all: Listed }) {
  return (
    <Panel id="items-heading" title={t('runs.items.title')}>
      {items.length === 0 ? (
        <p class="panel-body hint">{run.counts.done === 0 ? t('runs.items.none_yet') : t('runs.items.no_more')}</p>
      ) : (
        <ItemList project={project} branch={run.branch} items={items} />
      )}
      {(next !== undefined || useRequest().query.has('cursor')) && (
        <div class="panel-foot">
          <Paging noun="translations" next={next} />
        </div>
      )}
    </Panel>
  )
}

/** The progress of a run by outcome. */
function RunProgress({ run }: { readonly run: RunView }) {
  const request = useRequest()
  const { counts, state, started_at, ended_at } = run
  const isLive = isActive(state)
  const elapsed =
    started_at === undefined
      ? undefined
      : (ended_at === undefined ? request.services.now().getTime() : Date.parse(ended_at)) - Date.parse(started_at)
  return (
    <section class="panel progress-panel" aria-labelledby="progress-heading">
      <header>
        <h2 id="progress-heading">
          <span data-run="selecting" hidden={counts.total > 0}>
            {isLive ? t('runs.progress.selecting') : t('runs.progress.nothing')}
          </span>
          <span data-run="counting" hidden={counts.total === 0}>
            {rich('runs.bar.done', {
              done: <span data-run="done">{formatCount(counts.done)}</span>,
              total: <span data-run="total">{formatCount(counts.total)}</span>,
            })}
          </span>
        </h2>
        {state !== 'paused' && (
          <span
            class="elapsed"
            data-run="elapsed"
            data-ms={isLive ? elapsed : undefined}
            {...(isLive && liveElapsed())}
          >
            {elapsed === undefined ? '' : formatElapsed(elapsed)}
          </span>
        )}
      </header>
      <OutcomeBar counts={counts} isLive={isLive} />
      <ul class="run-legend">
        {OUTCOMES.map(outcome => (
          <li key={outcome} data-legend={outcome} hidden={(counts[outcome] ?? 0) === 0}>
            <OutcomeMark outcome={outcome} />
            <span class="legend-count" data-run={outcome}>
              {formatCount(counts[outcome] ?? 0)}
            </span>
          </li>
        ))}
        <li data-legend="waiting" hidden={counts.total <= counts.done}>
          <OutcomeMark
            outcome={undefined}
            none={t(ended_at === undefined ? 'runs.outcomes.waiting' : 'runs.outcomes.not_done')}
          />
          <span class="legend-count" data-run="waiting">
            {formatCount(Math.max(0, counts.total - counts.done))}
          </span>
        </li>
      </ul>
      {isLive && (
        <p class="hint">
          {rich('runs.progress.leave', {
            link: text => (
              <a href={reloadPath(request)} data-run="reload">
                {text}
              </a>
            ),
          })}
        </p>
      )}
    </section>
  )
}

/** The texts of the clock for `run.js`, as `formatElapsed` has them. */
const liveElapsed = () => ({
  'data-seconds': t('runs.live.elapsed.seconds', { seconds: '{seconds}' }),
  'data-minutes': t('runs.live.elapsed.minutes', { minutes: '{minutes}', seconds: '{seconds}' }),
  'data-hours': t('runs.live.elapsed.hours', { hours: '{hours}', minutes: '{minutes}' }),
  'data-days': t('runs.live.elapsed.days', { days: '{days}', hours: '{hours}' }),
})

/** The current page, without the message of the last form. */
function reloadPath(request: PageRequest): string {
  const query = stripFlash(request.query)
  return query.size === 0 ? requestPath(request) : `${requestPath(request)}?${query}`
}
