import { isBudget, MAX_BUDGET, type SpendRow } from '../../operator/accounts/engines.ts'
import { formatDollars } from '../../tools/runs/format-dollars.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { enginesPath } from './paths.ts'

/** The name of the field with the budget of an engine. */
export const budgetField = (engine: string): string => `budget-${engine}`

interface EnginesCardProps {
  readonly visit: Visit
  readonly account: string
  readonly rows: readonly SpendRow[]
  /** The submitted budgets, by the name of the field; absent if none were submitted. */
  readonly typed: URLSearchParams | undefined
}

/** What an account spent on engines this month, and the form for their budgets. */
export function EnginesCard({ visit, account, rows, typed }: EnginesCardProps) {
  if (rows.length === 0) return null
  const budgets = rows.filter(hasBudgetField)
  const valueOf = (row: SpendRow): string => typed?.get(budgetField(row.engine)) ?? formatBudget(row)
  const faults = findBudgetFaults(budgets, valueOf)
  return (
    <Form visit={visit} action={enginesPath(account)} class="card">
      <div class="intro">
        <h2>Engines</h2>
        <p>Engines that cost money are off until they have a budget. A month begins on the 1st (UTC).</p>
      </div>
      <FormErrorSummary
        title="The budgets were not saved"
        faults={faults}
        labels={Object.fromEntries(budgets.map(({ engine }) => [budgetField(engine), engine]))}
      />
      <SpendTable rows={rows} />
      <div class="columns">
        {budgets.map(row => (
          <Field
            key={row.engine}
            name={budgetField(row.engine)}
            label={`Budget of ${row.engine}`}
            value={valueOf(row)}
            maxlength={12}
            hint="US dollars a month. For example: 20. Leave empty to turn it off."
            fault={faults[budgetField(row.engine)]}
          />
        ))}
      </div>
      {budgets.length > 0 && (
        <div class="actions">
          <Button>Save budgets</Button>
        </div>
      )}
    </Form>
  )
}

/** Engines that cost nothing have no budget. */
export const hasBudgetField = ({ enabled, budget }: SpendRow): boolean => !enabled || budget !== undefined

/** Describes invalid budgets, by the name of the field. */
export const findBudgetFaults = (
  rows: readonly SpendRow[],
  valueOf: (row: SpendRow) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .filter(row => valueOf(row).trim() !== '' && !isBudget(valueOf(row)))
      .map(({ engine }) => [budgetField(engine), BUDGET_FAULT]),
  )

const BUDGET_FAULT = `enter US dollars from 0.01 to ${MAX_BUDGET.toLocaleString('en')}, such as 20.`

const formatBudget = ({ budget }: SpendRow): string => (budget === undefined ? '' : String(budget))

const COLUMNS = [{ heading: 'Engine' }, { heading: 'Spent this month' }] as const

function SpendTable({ rows }: Pick<EnginesCardProps, 'rows'>) {
  return (
    <DataTable label="Engines" columns={COLUMNS}>
      {rows.map(row => (
        <tr key={row.engine}>
          <th scope="row">
            {row.engine}
            {row.missing === true && <span class="hint">Not configured on this server</span>}
          </th>
          <td>
            <Spent row={row} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function Spent({ row: { engine, spent, budget, enabled } }: { readonly row: SpendRow }) {
  if (budget === undefined) return <>{enabled || spent > 0 ? formatDollars(spent) : 'Off'}</>
  const share = `${formatDollars(spent)} of ${formatDollars(budget)}`
  return (
    <>
      {share}
      <ProgressBar done={Math.min(spent, budget)} total={budget} label={`${engine}: ${share}`} />
    </>
  )
}
