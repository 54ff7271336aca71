import { Button } from '../components/button.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { type Delivery, DeliveryMark, deliveryStateName, type Webhook } from './marks.tsx'

export interface DeliveriesProps {
  readonly project: WebhookProject
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly next: string | undefined
}

/** The last deliveries of a webhook, newest first. */
export function DeliveriesPanel({ project, webhook, deliveries, next }: DeliveriesProps) {
  const request = useRequest()
  return (
    <Panel id="deliveries-heading" title={t('webhooks.deliveries.title')}>
      {deliveries.length === 0 ? (
        <p class="panel-body hint">
          {request.query.has('cursor') ? t('webhooks.deliveries.no_more') : t('webhooks.deliveries.none_yet')}
        </p>
      ) : (
        // One form for all rows, because its token makes each form long.
        <Form action={webhookPath(project, webhook.id)}>
          <input type="hidden" name="action" value="repeat" />
          <DeliveryTable deliveries={deliveries} canRepeat={webhook.enabled} />
        </Form>
      )}
      {(next !== undefined || request.query.has('cursor')) && (
        <div class="panel-foot">
          <Paging noun="deliveries" next={next} />
        </div>
      )}
    </Panel>
  )
}

const listColumns = (): readonly Column[] => [
  { heading: t('webhooks.deliveries.columns.delivery') },
  { heading: t('webhooks.deliveries.columns.attempts') },
  { heading: t('webhooks.deliveries.columns.actions'), kind: 'actions' },
]

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[]
  /** A disabled webhook sends nothing. */
  readonly canRepeat: boolean
}

function DeliveryTable({ deliveries, canRepeat }: DeliveryTableProps) {
  const now = useRequest().services.now()
  return (
    <DataTable
      label={t('webhooks.deliveries.label')}
      columns={listColumns().filter(({ kind }) => canRepeat || kind !== 'actions')}
      isStacked
    >
      {deliveries.map(({ id, event, state, attempts, next_at, created_at }) => (
        <tr key={id}>
          <th scope="row" class="run-title">
            <DeliveryMark state={state} isBrief />
            <div>
              <code>{event}</code>
              <span class="hint">
                <span aria-hidden="true">{deliveryStateName(state)} · </span>
                <Time at={created_at} />
              </span>
            </div>
          </th>
          <td class="attempts-cell">
            <Attempts attempts={attempts} />
            {next_at !== undefined && (
              <span class="hint">{describeNext(attempts.length === 0 ? 'first' : 'next', next_at, now)}</span>
            )}
          </td>
          {canRepeat && (
            <td class="actions">
              <Button name="delivery" value={id} label={t('webhooks.deliveries.repeat_one', { event, id })} small>
                {t('webhooks.deliveries.repeat')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  )
}

/** When a delivery is tried. */
const describeNext = (which: 'first' | 'next', at: string, now: Date) =>
  Date.parse(at) <= now.getTime()
    ? t(`webhooks.deliveries.${which}_now`)
    : rich(`webhooks.deliveries.${which}_at`, { time: <Time at={at} /> })

/** The attempts of a delivery, newest first: what was answered, or why nothing was. */
function Attempts({ attempts }: { readonly attempts: Delivery['attempts'] }) {
  if (attempts.length === 0) return null
  return (
    <ol class="attempts" reversed>
      {attempts.toReversed().map(({ at, status, fault, ms }) => (
        <li key={at}>
          {status === undefined ? (
            <span class="failures">{fault}</span>
          ) : (
            <span class={status >= 200 && status < 300 ? undefined : 'failures'}>
              {t('webhooks.deliveries.status', { status })}
            </span>
          )}{' '}
          <span class="quiet">
            <Time at={at} /> · {formatMs(ms)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** How long an attempt took. */
const formatMs = (ms: number): string =>
  ms < 1000 ? t('webhooks.deliveries.milliseconds', { ms }) : t('webhooks.deliveries.seconds', { seconds: ms / 1000 })
