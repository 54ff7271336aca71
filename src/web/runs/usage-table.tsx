import type { RunView } from '../../tools/runs/view.ts'
import { formatCount } from '../format/count.ts'
import { formatDollars } from '../format/dollars.ts'
import { t } from '../i18n/t.ts'

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
