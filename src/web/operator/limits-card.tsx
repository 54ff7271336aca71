import { MAX_LIMITS } from '../../config.ts'
import { isLimit, type Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, formatLimit, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { accountPath } from './paths.ts'

/** The values of the fields: the limits that are set for this account, or the submitted values. */
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

/** Usage and limits of one account. An operator can change the limits. */
export function LimitsCard({ visit, quota, typed, failure }: LimitsCardProps) {
  const { account } = quota
  const faults = failure === undefined ? {} : findFaults(typed)
  return (
    <>
      <section class="card usage">
        <h2>Usage</h2>
        <UsageTable quota={quota} />
      </section>
      <Form visit={visit} action={accountPath(account)} class="card">
        <div class="intro">
          <h2>Limits</h2>
          <p>Lowering a limit below usage keeps all data but blocks new additions.</p>
        </div>
        {failure !== undefined && <LimitsError failure={failure} faults={faults} />}
        <div class="columns">
          {QUOTA_RESOURCES.map(resource => (
            <Field
              key={resource}
              name={resource}
              label={LABELS[resource]}
              value={typed[resource]}
              maxlength={20}
              hint={limitHint(resource, quota)}
              fault={faults[resource] && `${LABELS[resource]}: ${faults[resource]}`}
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

const COLUMNS = [{ heading: 'Resource' }, { heading: 'Used' }] as const

function UsageTable({ quota: { used, limits, restorable } }: { readonly quota: Quota }) {
  return (
    <DataTable label="Usage" columns={COLUMNS}>
      {QUOTA_RESOURCES.map(resource => {
        const [amount, limit] = [used, limits].map(amounts => keepTogether(formatAmount(resource, amounts[resource])))
        const share = `${amount} of ${limit}`
        return (
          <tr key={resource}>
            <th scope="row">{LABELS[resource]}</th>
            <td>
              {share}
              {restorable[resource] > 0 && (
                <span class="hint">{formatAmount(resource, restorable[resource])} can be restored</span>
              )}
              <ProgressBar
                done={Math.min(used[resource], limits[resource])}
                total={limits[resource]}
                label={`${LABELS[resource]}: ${share}`}
              />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}

/** Keeps a number and its unit on one line. */
const keepTogether = (amount: string): string => amount.replaceAll(' ', '\u00a0')

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

type Faults = Readonly<Partial<Record<QuotaResource, string>>>

/** Describes invalid values for the page, by field. */
const findFaults = (typed: LimitsInput): Faults =>
  Object.fromEntries(
    QUOTA_RESOURCES.filter(one => typed[one].trim() !== '' && !isLimit(one, typed[one])).map(one => [
      one,
      faultOf(one),
    ]),
  )

const faultOf = (resource: QuotaResource): string =>
  resource === 'projects' || resource === 'strings'
    ? `enter a whole number from 1 to ${formatAmount(resource, MAX_LIMITS[resource])}.`
    : 'enter a size up to 1 TiB, such as 500MB or 2GiB.'

function LimitsError({ failure, faults }: { readonly failure: FormFailure; readonly faults: Faults }) {
  const title = 'The limits were not saved'
  return Object.keys(faults).length > 0 ? (
    <FormErrorSummary title={title} faults={faults} labels={LABELS} />
  ) : (
    <FormErrorNotice title={title} message={failure.message} fix={failure.fix} />
  )
}
