import { MAX_LIMITS } from '../../config.ts'
import { isLimit, type Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, formatLimit, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { formatLocalAmount } from '../format/numbers.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field, Form } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { listFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { accountPath } from './paths.ts'

/** The values of the fields: the limits that are set for this account, or the submitted values. */
type LimitsInput = Readonly<Record<QuotaResource, string>>

export interface LimitsCardProps {
  readonly quota: Quota
  readonly typed: LimitsInput
  readonly failure: FormFailure | undefined
}

const labelOf = (resource: QuotaResource): string => t(`operator.limits.resources.${resource}`)

/** Usage and limits of one account. An operator can change the limits. */
export function LimitsCard({ quota, typed, failure }: LimitsCardProps) {
  const { account } = quota
  const faults = failure === undefined ? {} : findFaults(typed)
  return (
    <>
      <section class="card usage">
        <h2>{t('operator.limits.usage')}</h2>
        <UsageTable quota={quota} />
      </section>
      <Form action={accountPath(account)} class="card">
        <div class="intro">
          <h2>{t('operator.limits.title')}</h2>
          <p>{t('operator.limits.intro')}</p>
        </div>
        {failure !== undefined && <LimitsError failure={failure} faults={faults} />}
        <div class="columns">
          {QUOTA_RESOURCES.map(resource => (
            <Field
              key={resource}
              name={resource}
              label={labelOf(resource)}
              value={typed[resource]}
              maxlength={20}
              hint={limitHint(resource, quota)}
              fault={
                faults[resource] && t('operator.limits.fault', { resource: labelOf(resource), fault: faults[resource] })
              }
            />
          ))}
        </div>
        <div class="actions">
          <Button>{t('operator.limits.save')}</Button>
        </div>
      </Form>
    </>
  )
}

const listColumns = () =>
  [{ heading: t('operator.limits.columns.resource') }, { heading: t('operator.limits.columns.used') }] as const

function UsageTable({ quota: { used, limits, restorable } }: { readonly quota: Quota }) {
  return (
    <DataTable label={t('operator.limits.usage')} columns={listColumns()}>
      {QUOTA_RESOURCES.map(resource => {
        const [amount = '', limit = ''] = [used, limits].map(amounts =>
          keepTogether(formatLocalAmount(formatAmount(resource, amounts[resource]))),
        )
        const share = t('operator.limits.share', { amount, limit })
        return (
          <tr key={resource}>
            <th scope="row">{labelOf(resource)}</th>
            <td>
              {share}
              {restorable[resource] > 0 && (
                <span class="hint">
                  {t('operator.limits.restorable', {
                    amount: formatLocalAmount(formatAmount(resource, restorable[resource])),
                  })}
                </span>
              )}
              <ProgressBar
                done={Math.min(used[resource], limits[resource])}
                total={limits[resource]}
                label={t('operator.limits.bar', { resource: labelOf(resource), share })}
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
  listFormat().format(QUOTA_RESOURCES.map(one => formatLimit(one, limits[one])))

const EXAMPLES: Readonly<Record<QuotaResource, string>> = {
  projects: '500',
  strings: '1,000,000',
  bytes: '2GiB',
  history: '20GiB',
}

const limitHint = (resource: QuotaResource, { server }: Quota): string =>
  t('operator.limits.hint', { example: EXAMPLES[resource], limit: formatAmount(resource, server[resource]) })

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
    ? t('operator.limits.number_fault', { max: formatAmount(resource, MAX_LIMITS[resource]) })
    : t('operator.limits.size_fault')

function LimitsError({ failure, faults }: { readonly failure: FormFailure; readonly faults: Faults }) {
  const title = t('operator.limits.not_saved')
  return Object.keys(faults).length > 0 ? (
    <FormErrorSummary
      title={title}
      faults={faults}
      labels={Object.fromEntries(QUOTA_RESOURCES.map(one => [one, labelOf(one)]))}
    />
  ) : (
    <FormErrorNotice title={title} message={failure.message} fix={failure.fix} />
  )
}
