import type { RunView } from '../../tools/runs/view.ts'
import { formatCount } from '../format/count.ts'
import { formatElapsed } from '../format/elapsed.ts'
import { rich, t } from '../i18n/t.ts'
import { stripFlash } from '../requests/flash.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { OutcomeMark } from './marks.tsx'
import { OutcomeBar } from './outcome-bar.tsx'
import { isActive, OUTCOMES } from './words.ts'

interface RunProgressProps {
  readonly request: PageRequest
  readonly run: RunView
}

/** The progress of a run by outcome. */
export function RunProgress({ request, run }: RunProgressProps) {
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
export function reloadPath(request: PageRequest): string {
  const query = stripFlash(request.query)
  return query.size === 0 ? requestPath(request) : `${requestPath(request)}?${query}`
}
