import type { z } from 'zod'
import type { EventType } from '../../store/records/webhooks.ts'
import type { DeliveryView, WebhookView } from '../../tools/webhooks/view.ts'
import { t } from '../i18n/t.ts'

export type Webhook = z.output<typeof WebhookView>
export type Delivery = z.output<typeof DeliveryView>

/** What happened, for the choice of events. */
export const describeEventType = (type: EventType): string =>
  t(`webhooks.events.${type.replace('.', '_') as EventName<EventType>}`)

type EventName<T extends EventType> = T extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never

export type WebhookState = 'enabled' | 'failing' | 'disabled'

export const webhookStateName = (state: WebhookState): string => t(`webhooks.states.${state}`)

/** The state of a webhook. A disabled one stays disabled, whether it failed before or not. */
export function getState({ enabled, failing_since }: Pick<Webhook, 'enabled' | 'failing_since'>): WebhookState {
  if (!enabled) return 'disabled'
  return failing_since === undefined ? 'enabled' : 'failing'
}

export const deliveryStateName = (state: Delivery['state']): string => t(`webhooks.deliveries.states.${state}`)

/** The name of a webhook in titles: its host and path without the query. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}
