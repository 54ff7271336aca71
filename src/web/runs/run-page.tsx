import type { RunView } from '../../tools/runs/view.ts'
import { ASSETS } from '../assets/manifest.ts'
import { ButtonLink } from '../components/button.tsx'
import { BarPatterns } from '../components/marks/bar-patterns.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { formatCount } from '../format/count.ts'
import type { FormFailure } from '../forms/attempt.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { ItemList, ItemTemplates } from './item-list.tsx'
import { RunMark } from './marks.tsx'
import { newRunPath, runPath } from './paths.ts'
import type { RunItem } from './read-runs.ts'
import { CancelRun, NotResumed, StoppedNotice } from './run-actions.tsx'
import { BatchPanel, DetailsPanel, UsagePanel } from './run-facts.tsx'
import { RunProgress, reloadPath } from './run-progress.tsx'
import { StarterLine } from './starter.tsx'
import { countFailures, describeRun, isActive, stateName } from './words.ts'

export interface RunPageProps {
  readonly request: PageRequest
  readonly project: LoadedProject
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
  const { request, project, run, all, done, failure } = props
  const { state } = run
  const now = request.services.now()
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
            <StarterLine run={run} now={now} isAnonymous={project.isOutsider} />
          </p>
          {run.note !== undefined && (
            <p class="text" dir="auto">
              {run.note}
            </p>
          )}
        </div>
        <div class="actions">
          <CancelRun request={request} project={project} run={run} />
          {!isOpen && project.withheld === undefined && (
            <ButtonLink href={newRunPath(project, run.branch)}>{t('runs.new.title')}</ButtonLink>
          )}
        </div>
      </div>
      {project.withheld !== undefined && <p class="hint">{t('runs.run.view_only')}</p>}
      <div class="with-side">
        <div>
          <RunProgress request={request} run={run} />
          <Failures {...props} />
          {all !== undefined && <AllItems {...props} all={all} />}
        </div>
        <div>
          <UsagePanel project={project} run={run} />
          <DetailsPanel request={request} project={project} run={run} />
          <BatchPanel request={request} project={project} run={run} />
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
function Failures({ request, project, run, failures, all }: RunPageProps) {
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
          <Paging request={request} noun="failures" next={failures.next} />
        </div>
      )}
    </section>
  )
}

function AllItems({ request, project, run, all: { items, next } }: RunPageProps & { readonly all: Listed }) {
  return (
    <section class="panel" aria-labelledby="items-heading">
      <header>
        <h2 id="items-heading">{t('runs.items.title')}</h2>
      </header>
      {items.length === 0 ? (
        <p class="panel-body hint">{run.counts.done === 0 ? t('runs.items.none_yet') : t('runs.items.no_more')}</p>
      ) : (
        <ItemList project={project} branch={run.branch} items={items} />
      )}
      {(next !== undefined || request.query.has('cursor')) && (
        <div class="panel-foot">
          <Paging request={request} noun="translations" next={next} />
        </div>
      )}
    </section>
  )
}
