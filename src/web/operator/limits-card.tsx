import type { Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, formatLimit, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { accountPath } from './paths.ts'

/** What the fields hold: the limits that are set for this account, or what was typed. */
export type LimitsInput = Readonly<Record<QuotaResource, string>>

interface LimitsCardProps {
  readonly visit: Visit
  readonly quota: Quota
  readonly typed: LimitsInput
  readonly failure: FormFailure | undefined
}

const LABELS: Readonly<Record<QuotaResource, string>> = {
  projects: 'Projects',
  strings: 'Source strings',
  bytes: 'Size of files and translations',
  history: 'Size of history',
}

/** What one account uses, and its limits, which an operator can change. */
export function LimitsCard({ visit, quota, typed, failure }: LimitsCardProps) {
  const { account } = quota
  return (
    <>
      <section class="card">
        <h2>Usage</h2>
        <UsageTable quota={quota} />
      </section>
      <Form visit={visit} action={accountPath(account)} class="card">
        <div class="intro">
          <h2>Limits</h2>
          <p>A limit below the usage deletes nothing. {account} can then read and delete, but not add.</p>
        </div>
        <div class="columns">
          {QUOTA_RESOURCES.map(resource => (
            <Field
              key={resource}
              name={resource}
              label={LABELS[resource]}
              value={typed[resource]}
              maxlength={20}
              hint={limitHint(resource, quota)}
              fault={failure?.field === resource ? failure.message : undefined}
            />
          ))}
        </div>
        <div class="actions">
          <Button>Save limits</Button>
        </div>
      </Form>
    </>
  )
}

const COLUMNS = [
  { heading: 'Resource' },
  { heading: 'Used', kind: 'number' },
  { heading: 'Limit', kind: 'number' },
  { heading: 'Share', kind: 'wide' },
] as const

function UsageTable({ quota: { used, limits, restorable } }: { readonly quota: Quota }) {
  return (
    <DataTable label="Usage" columns={COLUMNS}>
      {QUOTA_RESOURCES.map(resource => {
        const [amount, limit] = [formatAmount(resource, used[resource]), formatAmount(resource, limits[resource])]
        return (
          <tr key={resource}>
            <th scope="row">{LABELS[resource]}</th>
            <td class="number">
              {amount}
              {restorable[resource] > 0 && (
                <span class="hint">{formatAmount(resource, restorable[resource])} can be restored</span>
              )}
            </td>
            <td class="number">{limit}</td>
            <td class="wide">
              <ProgressBar
                done={Math.min(used[resource], limits[resource])}
                total={limits[resource]}
                label={`${LABELS[resource]}: ${amount} of ${limit}`}
              />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}

export const formatLimits = ({ limits }: Quota): string =>
  QUOTA_RESOURCES.map(one => formatLimit(one, limits[one])).join(', ')

const EXAMPLES: Readonly<Record<QuotaResource, string>> = {
  projects: '500',
  strings: '1,000,000',
  bytes: '2GiB',
  history: '20GiB',
}

const limitHint = (resource: QuotaResource, { server }: Quota): string =>
  `For example: ${EXAMPLES[resource]}. Leave empty for the server’s limit, ${formatAmount(resource, server[resource])}.`
