import type { ComponentChildren } from 'preact'
import type { z } from 'zod'
import type { EventType } from '../../store/records/webhooks.ts'
import type { DeliveryView, WebhookView } from '../../tools/webhooks/view.ts'
import { t } from '../i18n/t.ts'

const RING = <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.8" />
const CHECK = (
  <>
    <circle cx="8" cy="8" r="7" fill="currentColor" />
    <path class="tick" d="M4.8 8.3l2.2 2.2 4.2-4.6" fill="none" stroke-width="1.8" />
  </>
)
const OCTAGON = (
  <>
    <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
    <path class="tick" d="M5.5 5.5l5 5M10.5 5.5l-5 5" fill="none" stroke-width="1.8" />
  </>
)
const CLOCK = (
  <>
    {RING}
    <path d="M8 4.6V8l2.2 1.5" fill="none" stroke="currentColor" stroke-width="1.6" />
  </>
)
const SLASH = (
  <>
    {RING}
    <path d="M3.8 12.2l8.4-8.4" fill="none" stroke="currentColor" stroke-width="1.6" />
  </>
)

interface MarkProps {
  /** Names its color in the stylesheet. */
  readonly look: 'good' | 'bad' | 'plain'
  readonly text: string
  readonly isBrief: boolean
  readonly children: ComponentChildren
}

function Mark({ look, text, isBrief, children }: MarkProps) {
  return (
    <span class={`state mark-${look}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
      <span class={isBrief ? 'unseen' : undefined}>{text}</span>
    </span>
  )
}

interface StateProps<S> {
  readonly state: S
  /** Whether only screen readers get the words. */
  readonly isBrief?: boolean
}

const WEBHOOK_SHAPES = {
  enabled: ['good', CHECK],
  failing: ['bad', OCTAGON],
  disabled: ['plain', SLASH],
} as const

/** The state of a webhook: its shape and its words say the same. */
export function WebhookMark({ state, isBrief = false }: StateProps<WebhookState>) {
  const [look, shape] = WEBHOOK_SHAPES[state]
  return (
    <Mark look={look} text={webhookStateName(state)} isBrief={isBrief}>
      {shape}
    </Mark>
  )
}

const DELIVERY_SHAPES = {
  waiting: ['plain', CLOCK],
  delivered: ['good', CHECK],
  failed: ['bad', OCTAGON],
} as const

export function DeliveryMark({ state, isBrief = false }: StateProps<Delivery['state']>) {
  const [look, shape] = DELIVERY_SHAPES[state]
  return (
    <Mark look={look} text={deliveryStateName(state)} isBrief={isBrief}>
      {shape}
    </Mark>
  )
}

export type Webhook = z.output<typeof WebhookView>
export type Delivery = z.output<typeof DeliveryView>

/** What happened, for the choice of events. */
export const describeEventType = (type: EventType): string =>
  t(`webhooks.events.${type.replace('.', '_') as EventName<EventType>}`)

type EventName<T extends EventType> = T extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never

type WebhookState = 'enabled' | 'failing' | 'disabled'

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
