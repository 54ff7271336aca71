import type { z } from 'zod'
import type { EventType } from '../../store/records/webhooks.ts'
import type { DeliveryView, WebhookView } from '../../tools/webhooks/view.ts'

export type Webhook = z.output<typeof WebhookView>
export type Delivery = z.output<typeof DeliveryView>

/** What happened, for the choice of events. */
export const EVENT_HINTS: Readonly<Record<EventType, string>> = {
  'source.pushed': 'Source strings were pushed.',
  'work.submitted': 'Translations were submitted.',
  'review.decided': 'Translations were approved or rejected.',
  'run.finished': 'A run completed, failed or was cancelled.',
  'token.created': 'A token of the account was created.',
  'token.revoked': 'A token of the account was revoked.',
}

export type WebhookState = 'enabled' | 'failing' | 'disabled'

export const WEBHOOK_STATE_NAMES: Readonly<Record<WebhookState, string>> = {
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
}

/** The state of a webhook. A disabled one stays disabled, whether it failed before or not. */
export function getState({ enabled, failing_since }: Pick<Webhook, 'enabled' | 'failing_since'>): WebhookState {
  if (!enabled) return 'disabled'
  return failing_since === undefined ? 'enabled' : 'failing'
}

export const DELIVERY_STATE_NAMES: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** The name of a webhook in titles: its host and path without the query. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}
