import type { RunView } from '../../tools/runs/view.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { formatDollars } from '../format/dollars.ts'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { UsageTable } from './usage-table.tsx'
import { describeFilter, describeOrder } from './words.ts'

interface FactsProps {
  readonly request: PageRequest
  readonly project: LoadedProject
  readonly run: RunView
}

/** What the run would consume, and what it consumed. */
export function UsagePanel({ project, run }: Pick<FactsProps, 'project' | 'run'>) {
  return (
    <section class="panel" aria-labelledby="usage-heading">
      <header>
        <h2 id="usage-heading">{t('runs.facts.usage')}</h2>
      </header>
      <UsageTable
        estimate={run.estimate}
        actual={{ done: run.counts.done, usage: run.usage }}
        hasCosts={!project.isOutsider}
      />
    </section>
  )
}

/** What the run selects, by which engines, and when it ran. */
export function DetailsPanel({ request, project, run }: FactsProps) {
  const now = request.services.now()
  const { locales, engines, budget, branch, files, ids, started_at, ended_at } = run
  return (
    <section class="panel" aria-labelledby="details-heading">
      <header>
        <h2 id="details-heading">{t('runs.facts.title')}</h2>
      </header>
      <dl class="facts">
        <dt>{t('runs.facts.selects')}</dt>
        <dd>{describeFilter(run)}</dd>
        {run.already_suggested !== undefined && (
          <dd class="hint">{t('runs.facts.left_out', { count: run.already_suggested })}</dd>
        )}
        <dt>{t('runs.facts.locales')}</dt>
        <dd class="locale-list">
          {locales.slice(0, MAX_LOCALES).map(locale => (
            <span key={locale}>
              <LocaleLabel locale={locale} />
            </span>
          ))}
          {locales.length > MAX_LOCALES && <span>{t('runs.facts.more', { count: locales.length - MAX_LOCALES })}</span>}
        </dd>
        {branch !== undefined && (
          <>
            <dt>{t('runs.facts.branch')}</dt>
            <dd>
              <bdi>{branch}</bdi>
            </dd>
          </>
        )}
        {files !== undefined && <Names term={t('runs.facts.files')} names={files} />}
        {ids !== undefined && <Names term={t('runs.facts.strings')} names={ids} />}
        <dt>{t('runs.facts.engines')}</dt>
        <dd>
          <bdi>{describeOrder(engines)}</bdi>
        </dd>
        {!project.isOutsider && (
          <>
            <dt>{t('runs.facts.budget')}</dt>
            <dd>{budget === undefined ? t('runs.facts.no_budget') : formatDollars(budget)}</dd>
          </>
        )}
        {started_at !== undefined && (
          <>
            <dt>{t('runs.facts.started')}</dt>
            <dd>
              <Time at={started_at} now={now} />
            </dd>
          </>
        )}
        {ended_at !== undefined && (
          <>
            <dt>{t('runs.facts.ended')}</dt>
            <dd>
              <Time at={ended_at} now={now} />
            </dd>
          </>
        )}
        <dt>{t('runs.facts.id')}</dt>
        <dd>
          <code>{run.id}</code>
        </dd>
      </dl>
    </section>
  )
}

const MAX_LOCALES = 12
const MAX_NAMES = 5

function Names({ term, names }: { readonly term: string; readonly names: readonly string[] }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        {names.slice(0, MAX_NAMES).map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <bdi>
              <code>{name}</code>
            </bdi>
          </span>
        ))}
        {names.length > MAX_NAMES && ` ${t('runs.facts.more', { count: names.length - MAX_NAMES })}`}
      </dd>
    </>
  )
}

/** The commands that list and revert the changes of the run. */
export function BatchPanel({ request, project, run }: FactsProps) {
  const { batch } = run
  if (batch === undefined || project.withheld !== undefined) return null
  // Broken where it stays readable in a narrow column.
  const command = (tool: string) =>
    getCommandLine(request)(`call ${tool} \\\n  --json '{"project":"${project.name}",\n  "batch":"${batch}"}'`)
  return (
    <section class="panel" aria-labelledby="changes-heading">
      <header>
        <h2 id="changes-heading">{t('runs.changes.title')}</h2>
      </header>
      <div class="panel-body">
        <p class="hint">{t('runs.changes.hint')}</p>
        <CopyBlock label={t('runs.changes.list')} text={command('list_changes')} />
        <CopyBlock label={t('runs.changes.revert')} text={command('revert_changes')} />
      </div>
    </section>
  )
}
