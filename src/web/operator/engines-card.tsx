import { isBudget, MAX_BUDGET, type SpendRow } from '../../operator/accounts/engines.ts'
import { formatDollars } from '../../tools/runs/format-dollars.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field, Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { enginesPath } from './paths.ts'

export const budgetField = (engine: string): string => `budget-${engine}`

interface EnginesCardProps {
  readonly account: string
  readonly rows: readonly SpendRow[]
  /** The submitted budgets, by the name of the field; absent if none were submitted. */
  readonly typed: URLSearchParams | undefined
}

/** What an account spent on engines this month, and the form for their budgets. */
export function EnginesCard({ account, rows, typed }: EnginesCardProps) {
  if (rows.length === 0) return null
  const budgets = rows.filter(hasBudgetField)
  const valueOf = (row: SpendRow): string => typed?.get(budgetField(row.engine)) ?? formatBudget(row)
  const faults = findBudgetFaults(budgets, valueOf)
  return (
    <Form action={enginesPath(account)} class="card">
      <div class="intro">
        <h2>{t('operator.engines.title')}</h2>
        <p>{t('operator.engines.intro')}</p>
      </div>
      <FormErrorSummary
        title={t('operator.engines.not_saved')}
        faults={faults}
        labels={Object.fromEntries(budgets.map(({ engine }) => [budgetField(engine), engine]))}
      />
      <SpendTable rows={rows} />
      <div class="columns">
        {budgets.map(row => (
          <Field
            key={row.engine}
            name={budgetField(row.engine)}
            label={t('operator.engines.budget_of', { engine: row.engine })}
            value={valueOf(row)}
            maxlength={12}
            hint={t('operator.engines.budget_hint')}
            fault={faults[budgetField(row.engine)]}
          />
        ))}
      </div>
      {budgets.length > 0 && (
        <div class="actions">
          <Button>{t('operator.engines.save')}</Button>
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
      .map(({ engine }) => [budgetField(engine), t('operator.engines.budget_fault', { max: MAX_BUDGET })]),
  )

const formatBudget = ({ budget }: SpendRow): string => (budget === undefined ? '' : String(budget))

const listColumns = () =>
  [{ heading: t('operator.engines.columns.engine') }, { heading: t('operator.engines.columns.spent') }] as const

function SpendTable({ rows }: Pick<EnginesCardProps, 'rows'>) {
  return (
    <DataTable label={t('operator.engines.title')} columns={listColumns()}>
      {rows.map(row => (
        <tr key={row.engine}>
          <th scope="row">
            {row.engine}
            {row.missing === true && <span class="hint">{t('operator.engines.missing')}</span>}
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
  if (budget === undefined) return <>{enabled || spent > 0 ? formatDollars(spent) : t('operator.engines.off')}</>
  const share = t('operator.engines.share', { spent: formatDollars(spent), budget: formatDollars(budget) })
  return (
    <>
      {share}
      <ProgressBar done={Math.min(spent, budget)} total={budget} label={t('operator.engines.bar', { engine, share })} />
    </>
  )
}
