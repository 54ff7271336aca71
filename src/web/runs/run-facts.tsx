import type { RunView } from '../../tools/runs/view.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { Panel } from '../components/panel.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { formatCount, formatDollars } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { Fact } from '../forms/facts.tsx'
import { t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { LocaleList } from '../strings/string-frame.tsx'
import { describeFilter, describeOrder } from './words.ts'

type Usage = RunView['usage']

interface UsageTableProps {
  readonly estimate: RunView['estimate']
  /** What the run consumed; absent before it starts. */
  readonly actual?: { readonly done: number; readonly usage: Usage } | undefined
  /** Readers of a public project see no costs. */
  readonly hasCosts: boolean
}

const ROWS = ['requests', 'input_tokens', 'output_tokens', 'characters'] as const

const formatCost = (cost: number | undefined): string =>
  cost === undefined ? t('runs.usage.free') : formatDollars(cost)

/** What a run would consume, beside what it consumed. */
export function UsageTable({ estimate, actual, hasCosts }: UsageTableProps) {
  const used = ROWS.filter(name => name === 'requests' || (estimate[name] ?? actual?.usage[name] ?? 0) > 0)
  return (
    <table class="usage-table">
      <caption class="unseen">{actual === undefined ? t('runs.usage.estimate') : t('runs.usage.both')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" class="number">
            {t('runs.usage.estimate')}
          </th>
          {actual !== undefined && (
            <th scope="col" class="number">
              {t('runs.usage.actual')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Row
          name={t('runs.usage.translations')}
          estimate={formatCount(estimate.translations)}
          actual={actual && formatCount(actual.done)}
          live="done"
        />
        <Row name={t('runs.usage.strings')} estimate={formatCount(estimate.strings)} actual={actual && ''} />
        <Row name={t('runs.usage.words')} estimate={formatCount(estimate.words)} actual={actual && ''} />
        {used.map(name => (
          <Row
            key={name}
            name={t(`runs.usage.${name}`)}
            estimate={formatCount(estimate[name] ?? 0)}
            actual={actual && formatCount(actual.usage[name] ?? 0)}
            live={name}
          />
        ))}
        {hasCosts && (
          <Row
            name={t('runs.usage.cost')}
            estimate={formatCost(estimate.cost)}
            actual={actual && formatCost(actual.usage.cost)}
            live="cost"
          />
        )}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly name: string
  readonly estimate: string
  readonly actual: string | undefined
  /** Names the value for `run.js`. */
  readonly live?: string
}

function Row({ name, estimate, actual, live }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{estimate}</td>
      {actual !== undefined && (
        <td class="number" data-run={live}>
          {actual}
        </td>
      )}
    </tr>
  )
}

interface FactsProps extends ProjectPage {
  readonly run: RunView
}

/** What the run would consume, and what it consumed. */
export function UsagePanel({ project, run }: Pick<FactsProps, 'project' | 'run'>) {
  return (
    <Panel id="usage-heading" title={t('runs.facts.usage')}>
      <UsageTable
        estimate={run.estimate}
        actual={{ done: run.counts.done, usage: run.usage }}
        hasCosts={!project.isOutsider}
      />
    </Panel>
  )
}

/** What the run selects, by which engines, and when it ran. */
export function DetailsPanel({ project, run }: FactsProps) {
  const { locales, engines, budget, branch, files, ids, started_at, ended_at } = run
  return (
    <Panel id="details-heading" title={t('runs.facts.title')}>
      <dl class="facts">
        <Fact term={t('runs.facts.selects')}>{describeFilter(run)}</Fact>
        {run.already_suggested !== undefined && (
          <dd class="hint">{t('runs.facts.left_out', { count: run.already_suggested })}</dd>
        )}
        <Fact term={t('runs.facts.locales')} class="locale-list">
          <LocaleList locales={locales} most={MAX_LOCALES} more="runs.facts.more" />
        </Fact>
        <Fact term={t('runs.facts.branch')}>{branch !== undefined && <bdi>{branch}</bdi>}</Fact>
        <Fact term={t('runs.facts.files')}>{files !== undefined && <Names names={files} />}</Fact>
        <Fact term={t('runs.facts.strings')}>{ids !== undefined && <Names names={ids} />}</Fact>
        <Fact term={t('runs.facts.engines')}>
          <bdi>{describeOrder(engines)}</bdi>
        </Fact>
        <Fact term={t('runs.facts.budget')}>
          {!project.isOutsider && (budget === undefined ? t('runs.facts.no_budget') : formatDollars(budget))}
        </Fact>
        <Fact term={t('runs.facts.started')}>{started_at !== undefined && <Time at={started_at} />}</Fact>
        <Fact term={t('runs.facts.ended')}>{ended_at !== undefined && <Time at={ended_at} />}</Fact>
        <Fact term={t('runs.facts.id')}>
          <code>{run.id}</code>
        </Fact>
      </dl>
    </Panel>
  )
}

const MAX_LOCALES = 12
const MAX_NAMES = 5

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.slice(0, MAX_NAMES).map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <bdi>
            <code>{name}</code>
          </bdi>
        </span>
      ))}
      {names.length > MAX_NAMES && ` ${t('runs.facts.more', { count: names.length - MAX_NAMES })}`}
    </>
  )
}

/** The commands that list and revert the changes of the run. */
export function BatchPanel({ project, run }: FactsProps) {
  const { batch } = run
  if (batch === undefined || project.withheld !== undefined) return null
  // Broken where it stays readable in a narrow column.
  const command = (tool: string) =>
    getCommandLine(useRequest())(`call ${tool} \\\n  --json '{"project":"${project.name}",\n  "batch":"${batch}"}'`)
  return (
    <Panel id="changes-heading" title={t('runs.changes.title')}>
      <div class="panel-body">
        <p class="hint">{t('runs.changes.hint')}</p>
        <CopyBlock label={t('runs.changes.list')} text={command('list_changes')} />
        <CopyBlock label={t('runs.changes.revert')} text={command('revert_changes')} />
      </div>
    </Panel>
  )
}
