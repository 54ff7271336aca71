import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Form } from '../forms/form.tsx'
import { IdempotencyField } from '../forms/submit-once-field.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import type { Webhook } from './words.ts'

interface ActionProps {
  readonly request: PageRequest
  readonly project: WebhookProject
  readonly webhook: Webhook
}

/** The button that sends the event `ping`. */
export function SendTest({ request, project, webhook: { id } }: ActionProps) {
  return (
    <Form request={request} action={webhookPath(project, id)}>
      <Button look="primary" name="action" value="ping">
        {t('webhooks.test.send')}
      </Button>
    </Form>
  )
}

/** The button that replaces the secret. */
export function RotateSecret({ request, project, webhook: { id } }: ActionProps) {
  return (
    <Confirm
      request={request}
      id="rotate"
      open={t('webhooks.rotate.open')}
      title={t('webhooks.rotate.title')}
      action={webhookPath(project, id)}
      name="action"
      value="rotate"
      look="primary"
      small
    >
      <IdempotencyField request={request} />
      <p>{t('webhooks.rotate.effect')}</p>
    </Confirm>
  )
}

/** The buttons that end what a webhook does. */
export function SwitchPanel({ request, project, webhook: { id, enabled } }: ActionProps) {
  const action = webhookPath(project, id)
  return (
    <section class="panel" aria-labelledby="switch-heading">
      <header>
        <h2 id="switch-heading">{t(enabled ? 'webhooks.switch.disable.title' : 'webhooks.switch.enable.title')}</h2>
      </header>
      <p class="panel-body hint">
        {enabled ? t('webhooks.switch.disable.effect') : t('webhooks.switch.enable.effect')}
      </p>
      <div class="panel-foot actions">
        <Form request={request} action={action}>
          <Button name="action" value={enabled ? 'disable' : 'enable'} look={enabled ? undefined : 'primary'} small>
            {t(enabled ? 'webhooks.switch.disable.submit' : 'webhooks.switch.enable.submit')}
          </Button>
        </Form>
        <Confirm
          request={request}
          id="delete"
          open={t('webhooks.delete.open')}
          title={t('webhooks.delete.title')}
          submit={t('webhooks.delete.submit')}
          action={action}
          name="action"
          value="delete"
          small
        >
          <p>{t('webhooks.delete.effect')}</p>
        </Confirm>
      </div>
    </section>
  )
}
