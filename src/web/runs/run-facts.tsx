import { formatDollars } from '../../tools/runs/format-dollars.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Time } from '../format/time.tsx'
import type { LoadedProject } from '../layout/load-project.ts'
import type { Visit } from '../requests/visit.ts'
import { LocaleLabel } from '../strings/string-frame.tsx'
import { UsageTable } from './usage-table.tsx'
import { describeFilter } from './words.ts'

interface FactsProps {
  readonly visit: Visit
  readonly project: LoadedProject
  readonly run: RunView
}

/** What the run would consume, and what it consumed. */
export function UsagePanel({ project, run }: Pick<FactsProps, 'project' | 'run'>) {
  return (
    <section class="panel" aria-labelledby="usage-heading">
      <header>
        <h2 id="usage-heading">Estimate and usage</h2>
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
export function DetailsPanel({ visit, project, run }: FactsProps) {
  const now = visit.services.now()
  const { locales, engines, budget, branch, files, ids, started_at, ended_at } = run
  return (
    <section class="panel" aria-labelledby="details-heading">
      <header>
        <h2 id="details-heading">Details</h2>
      </header>
      <dl class="facts">
        <dt>Selects</dt>
        <dd>{describeFilter(run)}</dd>
        <dt>Locales</dt>
        <dd class="locale-list">
          {locales.slice(0, MAX_LOCALES).map(locale => (
            <span key={locale}>
              <LocaleLabel locale={locale} />
            </span>
          ))}
          {locales.length > MAX_LOCALES && <span>and {locales.length - MAX_LOCALES} more</span>}
        </dd>
        {branch !== undefined && (
          <>
            <dt>Branch</dt>
            <dd>
              <bdi>{branch}</bdi>
            </dd>
          </>
        )}
        {files !== undefined && <Names term="Files" names={files} />}
        {ids !== undefined && <Names term="Strings" names={ids} />}
        <dt>Engines</dt>
        <dd>
          <bdi>{engines.join(', then ')}</bdi>
        </dd>
        {!project.isOutsider && (
          <>
            <dt>Budget</dt>
            <dd>{budget === undefined ? 'None for this run' : formatDollars(budget)}</dd>
          </>
        )}
        {started_at !== undefined && (
          <>
            <dt>Started</dt>
            <dd>
              <Time at={started_at} now={now} />
            </dd>
          </>
        )}
        {ended_at !== undefined && (
          <>
            <dt>Ended</dt>
            <dd>
              <Time at={ended_at} now={now} />
            </dd>
          </>
        )}
        <dt>Run ID</dt>
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
        {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`}
      </dd>
    </>
  )
}

/** The commands that list and revert the changes of the run. */
export function BatchPanel({ visit, project, run }: FactsProps) {
  const { batch } = run
  if (batch === undefined || project.withheld !== undefined) return null
  // Broken where it stays readable in a narrow column.
  const command = (tool: string) =>
    getCommandLine(visit)(`call ${tool} \\\n  --json '{"project":"${project.name}",\n  "batch":"${batch}"}'`)
  return (
    <section class="panel" aria-labelledby="changes-heading">
      <header>
        <h2 id="changes-heading">Changes</h2>
      </header>
      <div class="panel-body">
        <p class="hint">Everything that the run wrote is one batch. Reverting it keeps later edits.</p>
        <CopyBlock label="List the changes" text={command('list_changes')} />
        <CopyBlock label="Revert the changes" text={command('revert_changes')} />
      </div>
    </section>
  )
}
