import { Fragment } from 'preact'
import type { Quota } from '../../operator/accounts/quota.ts'
import { formatAmount, formatLimit, QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { Button } from '../components/button.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { PendingActionNotice } from '../layout/pending-action-notice.tsx'
import type { Visit } from '../requests/visit.ts'

interface OperatorLimitsPageProps {
  readonly visit: Visit
  readonly quota: Quota
  /** What the fields hold: the limits that are set for this account, or what was typed. */
  readonly typed: Readonly<Record<QuotaResource, string>>
  readonly failure: FormFailure | undefined
  /** Whether limits were saved just before. */
  readonly isSaved: boolean
}

const LABELS: Readonly<Record<QuotaResource, string>> = {
  projects: 'Projects',
  strings: 'Source strings',
  bytes: 'Size of files and texts',
  history: 'Size of history',
}

export const limitsPath = (account: string): string => `/operator/accounts/${encodeURIComponent(account)}`

/** What one account uses, and its limits, which an operator can change. */
export function OperatorLimitsPage({ visit, quota, typed, failure, isSaved }: OperatorLimitsPageProps) {
  const { account } = quota
  return (
    <OperatorFrame visit={visit} here="accounts">
      {failure !== undefined && <FormErrorNotice message={failure.message} field={failure.field} />}
      <PendingActionNotice visit={visit} />
      {isSaved && failure === undefined && (
        <Notice kind="good" title={`Limits of ${account}: ${formatLimits(quota)}.`} />
      )}
      <Usage quota={quota} />
      <Form visit={visit} action={limitsPath(account)} class="card">
        <h2>Limits</h2>
        <FreshSignInNotice visit={visit} what="A change needs" first="change limits" back={limitsPath(account)} />
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
        <div class="actions">
          <Button>Save limits</Button>
        </div>
        <p class="hint">
          A limit below what {account} uses deletes nothing. The account can then read and delete, but not add.
        </p>
      </Form>
      <p>
        <a href="/operator">All accounts</a>
      </p>
    </OperatorFrame>
  )
}

function Usage({ quota: { account, used, limits, restorable } }: Pick<OperatorLimitsPageProps, 'quota'>) {
  return (
    <section class="card">
      <h2>
        Use of <bdi>{account}</bdi>
      </h2>
      <dl class="facts">
        {QUOTA_RESOURCES.map(resource => (
          <Fragment key={resource}>
            <dt>{LABELS[resource]}</dt>
            <dd>
              {formatAmount(resource, used[resource])} of {formatAmount(resource, limits[resource])} (
              {Math.floor((used[resource] / limits[resource]) * 100)} %)
              {restorable[resource] > 0 && `, and ${formatAmount(resource, restorable[resource])} that can be restored`}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

const formatLimits = ({ limits }: Quota): string => QUOTA_RESOURCES.map(one => formatLimit(one, limits[one])).join(', ')

const EXAMPLES: Readonly<Record<QuotaResource, string>> = {
  projects: '500',
  strings: '1,000,000',
  bytes: '2GiB',
  history: '20GiB',
}

const limitHint = (resource: QuotaResource, { server }: Quota): string =>
  `For example: ${EXAMPLES[resource]}. Leave empty for the server’s limit, ${formatAmount(resource, server[resource])}.`
