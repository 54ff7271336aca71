import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import type { Visit } from '../requests/visit.ts'
import { DeliveriesPanel } from './deliveries.tsx'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { WebhookMark } from './marks.tsx'
import { RotateSecret, SendTest, SwitchPanel } from './webhook-actions.tsx'
import { EventList } from './webhooks-page.tsx'
import { type Delivery, describeUrl, getState, type Webhook } from './words.ts'

/** What the last form did. */
export const DONE = {
  ping: 'Test sent',
  repeat: 'Delivery sent again',
  enable: 'Webhook enabled',
  disable: 'Webhook disabled',
  save: 'Webhook saved',
  spent: 'This form was already submitted',
} as const

export interface WebhookPageProps {
  readonly visit: Visit
  readonly project: WebhookProject
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly next: string | undefined
  readonly done: keyof typeof DONE | undefined
  /** Why the last form was refused. */
  readonly failure: FormFailure | undefined
}

/** A webhook: its state and its last deliveries. */
export function WebhookPage(props: WebhookPageProps) {
  const { visit, project, webhook, done, failure } = props
  return (
    <div class="work">
      <DoneNotice done={done} />
      {failure !== undefined && (
        <FormErrorNotice title="Nothing was changed" message={failure.message} fix={failure.fix} />
      )}
      <FailingNotice visit={visit} webhook={webhook} />
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
          <ButtonLink href={`${webhookPath(project, webhook.id)}/edit`}>Edit</ButtonLink>
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
    <Notice kind={done === 'spent' ? 'warning' : 'good'} title={DONE[done]}>
      {(done === 'ping' || done === 'repeat') && <p>Reload this page to see the response.</p>}
      {done === 'spent' && <p>Its secret can't be shown again. If you did not copy it, rotate the secret.</p>}
    </Notice>
  )
}

function FailingNotice({ visit, webhook: { enabled, failing_since } }: Pick<WebhookPageProps, 'visit' | 'webhook'>) {
  if (failing_since === undefined) return null
  const first = <Time at={failing_since} now={visit.services.now()} />
  return enabled ? (
    <Notice kind="warning" title="This webhook is failing">
      <p>The first delivery failed {first}, and none has succeeded since. After 5 days, the webhook is disabled.</p>
    </Notice>
  ) : (
    <Notice kind="danger" title="This webhook is disabled">
      <p>
        The first delivery failed {first}, and none has succeeded since. Correct the receiver, then enable the webhook.
      </p>
    </Notice>
  )
}

function DetailsPanel(props: WebhookPageProps) {
  const { url, events, created_at, previous_secret_until: until } = props.webhook
  const now = props.visit.services.now()
  const isRotating = until !== undefined && Date.parse(until) > now.getTime()
  return (
    <section class="panel" aria-labelledby="details-heading">
      <header>
        <h2 id="details-heading">Details</h2>
      </header>
      <dl class="facts">
        <dt>URL</dt>
        <dd class="hook-url">
          <bdi>{url}</bdi>
        </dd>
        <dt>Events</dt>
        <dd>
          <EventList events={events} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={created_at} now={now} />
        </dd>
        <dt>Secret</dt>
        <dd>
          {isRotating ? (
            <>
              The previous one expires <Time at={until} now={now} />
            </>
          ) : (
            'Shown once, when it was created'
          )}
        </dd>
      </dl>
      <div class="panel-foot">
        <RotateSecret {...props} />
      </div>
    </section>
  )
}
