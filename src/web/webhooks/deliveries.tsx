import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { DeliveryMark } from './marks.tsx'
import { DELIVERY_STATE_NAMES, type Delivery, type Webhook } from './words.ts'

interface DeliveriesProps {
  readonly visit: Visit
  readonly project: WebhookProject
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly next: string | undefined
}

/** The last deliveries of a webhook, newest first. */
export function DeliveriesPanel({ visit, project, webhook, deliveries, next }: DeliveriesProps) {
  return (
    <section class="panel" aria-labelledby="deliveries-heading">
      <header>
        <h2 id="deliveries-heading">Deliveries</h2>
      </header>
      {deliveries.length === 0 ? (
        <p class="panel-body hint">
          {visit.query.has('cursor')
            ? 'There are no more deliveries.'
            : 'Deliveries appear here for 30 days. Send a test to see the first one.'}
        </p>
      ) : (
        // One form for all rows, because its token makes each form long.
        <Form visit={visit} action={webhookPath(project, webhook.id)}>
          <input type="hidden" name="action" value="repeat" />
          <DeliveryTable visit={visit} deliveries={deliveries} canRepeat={webhook.enabled} />
        </Form>
      )}
      {(next !== undefined || visit.query.has('cursor')) && (
        <div class="panel-foot">
          <Paging visit={visit} noun="deliveries" next={next} />
        </div>
      )}
    </section>
  )
}

const COLUMNS = [{ heading: 'Delivery' }, { heading: 'Attempts' }, { heading: 'Actions', kind: 'actions' }] as const

interface DeliveryTableProps {
  readonly visit: Visit
  readonly deliveries: readonly Delivery[]
  /** A disabled webhook sends nothing. */
  readonly canRepeat: boolean
}

function DeliveryTable({ visit, deliveries, canRepeat }: DeliveryTableProps) {
  const now = visit.services.now()
  return (
    <DataTable
      label="Deliveries, newest first"
      columns={COLUMNS.filter(({ heading }) => canRepeat || heading !== 'Actions')}
      isStacked
    >
      {deliveries.map(({ id, event, state, attempts, next_at, created_at }) => (
        <tr key={id}>
          <th scope="row" class="run-title">
            <DeliveryMark state={state} isBrief />
            <div>
              <code>{event}</code>
              <span class="hint">
                <span aria-hidden="true">{DELIVERY_STATE_NAMES[state]} · </span>
                <Time at={created_at} now={now} />
              </span>
            </div>
          </th>
          <td class="attempts-cell">
            <Attempts attempts={attempts} now={now} />
            {next_at !== undefined && (
              <span class="hint">
                {attempts.length === 0 ? 'First attempt ' : 'Next attempt '}
                {Date.parse(next_at) <= now.getTime() ? 'now' : <Time at={next_at} now={now} />}
              </span>
            )}
          </td>
          {canRepeat && (
            <td class="actions">
              <Button name="delivery" value={id} label={`Send again: ${event}, ${id}`} small>
                Send again
              </Button>
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  )
}

/** The attempts of a delivery, newest first: what was answered, or why nothing was. */
function Attempts({ attempts, now }: { readonly attempts: Delivery['attempts']; readonly now: Date }) {
  if (attempts.length === 0) return null
  return (
    <ol class="attempts" reversed>
      {attempts.toReversed().map(({ at, status, fault, ms }) => (
        <li key={at}>
          {status === undefined ? (
            <span class="failures">{fault}</span>
          ) : (
            <span class={status >= 200 && status < 300 ? undefined : 'failures'}>Status {status}</span>
          )}{' '}
          <span class="quiet">
            <Time at={at} now={now} /> · {ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}
          </span>
        </li>
      ))}
    </ol>
  )
}
