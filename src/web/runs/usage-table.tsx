import { formatDollars } from '../../tools/runs/format-dollars.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { formatCount } from '../format/count.ts'

type Usage = RunView['usage']

interface UsageTableProps {
  readonly estimate: RunView['estimate']
  /** What the run consumed; absent before it starts. */
  readonly actual?: { readonly done: number; readonly usage: Usage } | undefined
  /** Readers of a public project see no costs. */
  readonly hasCosts: boolean
}

const ROWS = [
  ['requests', 'Requests'],
  ['input_tokens', 'Input tokens'],
  ['output_tokens', 'Output tokens'],
  ['characters', 'Characters'],
] as const

const formatCost = (cost: number | undefined): string => (cost === undefined ? 'Free' : formatDollars(cost))

/** What a run would consume, beside what it consumed. */
export function UsageTable({ estimate, actual, hasCosts }: UsageTableProps) {
  const used = ROWS.filter(([name]) => name === 'requests' || (estimate[name] ?? actual?.usage[name] ?? 0) > 0)
  return (
    <table class="usage-table">
      <caption class="unseen">{actual === undefined ? 'Estimate' : 'Estimate and actual usage'}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" class="number">
            Estimate
          </th>
          {actual !== undefined && (
            <th scope="col" class="number">
              Actual
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Row
          name="Translations"
          estimate={formatCount(estimate.translations)}
          actual={actual && formatCount(actual.done)}
          live="done"
        />
        <Row name="Strings" estimate={formatCount(estimate.strings)} actual={actual && ''} />
        <Row name="Words" estimate={formatCount(estimate.words)} actual={actual && ''} />
        {used.map(([name, text]) => (
          <Row
            key={name}
            name={text}
            estimate={formatCount(estimate[name] ?? 0)}
            actual={actual && formatCount(actual.usage[name] ?? 0)}
            live={name}
          />
        ))}
        {hasCosts && (
          <Row
            name="Cost"
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
