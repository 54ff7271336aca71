import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Form, IdempotencyField } from '../forms/form.tsx'
import type { FormFailure } from '../forms/form-route.ts'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { DeliveriesPanel, type DeliveriesProps } from './deliveries.tsx'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { describeUrl, getState, type Webhook, WebhookMark } from './marks.tsx'
import { EventList } from './webhooks-page.tsx'

/** What the last form did. */
export const DONE = ['ping', 'repeat', 'enable', 'disable', 'save', 'spent'] as const

interface WebhookPageProps extends DeliveriesProps {
  readonly done: (typeof DONE)[number] | undefined
  readonly failure: FormFailure | undefined
}

/** A webhook: its state and its last deliveries. */
export function WebhookPage(props: WebhookPageProps) {
  const { project, webhook, done, failure } = props
  return (
    <div class="work">
      <DoneNotice done={done} />
      {failure !== undefined && (
        <FormErrorNotice title={t('webhooks.done.nothing')} message={failure.message} fix={failure.fix} />
      )}
      <FailingNotice webhook={webhook} />
      <div class="head">
        <div>
          <h1 class="hook-url">
            <bdi>{describeUrl(webhook.url)}</bdi>
          </h1>
          <p class="meta">
            <WebhookMark state={getState(webhook)} />
          </p>
          {webhook.description !== undefined && (
            <p class="text" dir="auto">
              {webhook.description}
            </p>
          )}
        </div>
        <div class="actions">
          {webhook.enabled && <SendTest {...props} />}
          <ButtonLink href={`${webhookPath(project, webhook.id)}/edit`}>{t('webhooks.page.edit')}</ButtonLink>
        </div>
      </div>
      <div class="with-side">
        <div>
          <DeliveriesPanel {...props} />
        </div>
        <div>
          <DetailsPanel {...props} />
          <SwitchPanel {...props} />
        </div>
      </div>
    </div>
  )
}

function DoneNotice({ done }: Pick<WebhookPageProps, 'done'>) {
  if (done === undefined) return null
  return (
    <Notice kind={done === 'spent' ? 'warning' : 'good'} title={t(`webhooks.done.${done}`)}>
      {(done === 'ping' || done === 'repeat') && <p>{t('webhooks.done.reload')}</p>}
      {done === 'spent' && <p>{t('webhooks.done.spent_advice')}</p>}
    </Notice>
  )
}

function FailingNotice({ webhook: { enabled, failing_since } }: Pick<WebhookPageProps, 'webhook'>) {
  if (failing_since === undefined) return null
  const first = <Time at={failing_since} />
  return enabled ? (
    <Notice kind="warning" title={t('webhooks.failing.title')}>
      <p>{rich('webhooks.failing.advice', { time: first })}</p>
    </Notice>
  ) : (
    <Notice kind="danger" title={t('webhooks.failing.disabled_title')}>
      <p>{rich('webhooks.failing.disabled_advice', { time: first })}</p>
    </Notice>
  )
}

function DetailsPanel(props: WebhookPageProps) {
  const { url, events, created_at, previous_secret_until: until } = props.webhook
  const now = useRequest().services.now()
  const isRotating = until !== undefined && Date.parse(until) > now.getTime()
  return (
    <Panel id="details-heading" title={t('webhooks.details.title')}>
      <dl class="facts">
        <dt>{t('webhooks.details.url')}</dt>
        <dd class="hook-url">
          <bdi>{url}</bdi>
        </dd>
        <dt>{t('webhooks.details.events')}</dt>
        <dd>
          <EventList events={events} />
        </dd>
        <dt>{t('webhooks.details.created')}</dt>
        <dd>
          <Time at={created_at} />
        </dd>
        <dt>{t('webhooks.details.secret')}</dt>
        <dd>
          {isRotating
            ? rich('webhooks.details.rotating', { time: <Time at={until} /> })
            : t('webhooks.details.shown_once')}
        </dd>
      </dl>
      <div class="panel-foot">
        <RotateSecret {...props} />
      </div>
    </Panel>
  )
}

interface ActionProps {
  readonly project: WebhookProject
  readonly webhook: Webhook
}

/** The button that sends the event `ping`. */
export function SendTest({ project, webhook: { id } }: ActionProps) {
  return (
    <Form action={webhookPath(project, id)}>
      <Button look="primary" name="action" value="ping">
        {t('webhooks.test.send')}
      </Button>
    </Form>
  )
}

/** The button that replaces the secret. */
function RotateSecret({ project, webhook: { id } }: ActionProps) {
  return (
    <Confirm
      id="rotate"
      open={t('webhooks.rotate.open')}
      title={t('webhooks.rotate.title')}
      action={webhookPath(project, id)}
      name="action"
      value="rotate"
      look="primary"
      small
    >
      <IdempotencyField />
      <p>{t('webhooks.rotate.effect')}</p>
    </Confirm>
  )
}

/** The buttons that end what a webhook does. */
function SwitchPanel({ project, webhook: { id, enabled } }: ActionProps) {
  const action = webhookPath(project, id)
  return (
    <Panel id="switch-heading" title={t(enabled ? 'webhooks.switch.disable.title' : 'webhooks.switch.enable.title')}>
      <p class="panel-body hint">
        {enabled ? t('webhooks.switch.disable.effect') : t('webhooks.switch.enable.effect')}
      </p>
      <div class="panel-foot actions">
        <Form action={action}>
          <Button name="action" value={enabled ? 'disable' : 'enable'} look={enabled ? undefined : 'primary'} small>
            {t(enabled ? 'webhooks.switch.disable.submit' : 'webhooks.switch.enable.submit')}
          </Button>
        </Form>
        <Confirm
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
    </Panel>
  )
}
