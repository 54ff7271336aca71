import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Form } from '../forms/form.tsx'
import { IdempotencyField } from '../forms/submit-once-field.tsx'
import type { Visit } from '../requests/visit.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import type { Webhook } from './words.ts'

interface ActionProps {
  readonly visit: Visit
  readonly project: WebhookProject
  readonly webhook: Webhook
}

/** The button that sends the event `ping`. */
export function SendTest({ visit, project, webhook: { id } }: ActionProps) {
  return (
    <Form visit={visit} action={webhookPath(project, id)}>
      <Button look="primary" name="action" value="ping">
        Send test
      </Button>
    </Form>
  )
}

/** The button that replaces the secret. */
export function RotateSecret({ visit, project, webhook: { id } }: ActionProps) {
  return (
    <Confirm
      visit={visit}
      id="rotate"
      open="Rotate secret"
      title="Rotate the secret?"
      action={webhookPath(project, id)}
      name="action"
      value="rotate"
      look="primary"
      small
    >
      <IdempotencyField visit={visit} />
      <p>The new secret is shown once. For 24 hours, requests are signed with both secrets, so nothing is lost.</p>
    </Confirm>
  )
}

/** The buttons that end what a webhook does. */
export function SwitchPanel({ visit, project, webhook: { id, enabled } }: ActionProps) {
  const action = webhookPath(project, id)
  return (
    <section class="panel" aria-labelledby="switch-heading">
      <header>
        <h2 id="switch-heading">{enabled ? 'Disable or delete' : 'Enable or delete'}</h2>
      </header>
      <p class="panel-body hint">
        {enabled
          ? 'A disabled webhook keeps its secret and its deliveries. Deliveries that wait are dropped.'
          : 'Nothing is sent while the webhook is disabled. Events of that time are not sent later.'}
      </p>
      <div class="panel-foot actions">
        <Form visit={visit} action={action}>
          <Button name="action" value={enabled ? 'disable' : 'enable'} look={enabled ? undefined : 'primary'} small>
            {enabled ? 'Disable' : 'Enable'}
          </Button>
        </Form>
        <Confirm
          visit={visit}
          id="delete"
          open="Delete"
          title="Delete this webhook?"
          submit="Delete webhook"
          action={action}
          name="action"
          value="delete"
          small
        >
          <p>Its secret and its deliveries are deleted, too. You can't undo this.</p>
        </Confirm>
      </div>
    </section>
  )
}
