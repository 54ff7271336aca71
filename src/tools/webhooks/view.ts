import { z } from 'zod'
import { notFoundError } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import { type DeliveryRecord, EVENT_TYPES, type EventType, type WebhookRecord } from '../../store/records/webhooks.ts'
import type { Reader } from '../../store/store.ts'

/** The events that a webhook of a project gets; the others belong to accounts. */
export const PROJECT_EVENTS: readonly EventType[] = [
  'source.pushed',
  'work.submitted',
  'review.decided',
  'run.finished',
]

/** A webhook as answers show it, without its secret. */
export const WebhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  description: z.string().optional(),
  enabled: z.boolean(),
  failing_since: z.string().optional(),
  /** Until when requests are also signed with the secret before. */
  previous_secret_until: z.string().optional(),
  created_at: z.string(),
})

export const DeliveryView = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.number().int().optional(),
      fault: z.string().optional(),
      ms: z.number().int(),
    }),
  ),
  next_at: z.string().optional(),
  created_at: z.string(),
  payload: z.string().optional(),
})

export function toWebhookView(webhook: Frozen<WebhookRecord>): z.input<typeof WebhookView> {
  const { id, url, events, description, enabled, failing_since, previous, created_at } = webhook
  return {
    id,
    url,
    events: [...events],
    ...(description !== '' && { description }),
    enabled,
    ...(failing_since !== undefined && { failing_since }),
    ...(previous !== undefined && { previous_secret_until: previous.until }),
    created_at,
  }
}

export async function toDeliveryView(
  { id, event, state, attempts, created_at, payload }: Frozen<DeliveryRecord>,
  { read, full }: { readonly read: Pick<Reader, 'delivery_queue'>; readonly full: boolean },
): Promise<z.input<typeof DeliveryView>> {
  const waiting = await read.delivery_queue.get(id)
  return {
    id,
    event,
    state,
    attempts: attempts.map(attempt => ({ ...attempt })),
    ...(waiting !== undefined && { next_at: waiting.due_at }),
    created_at,
    ...(full && { payload }),
  }
}

/**
 * Finds a webhook of a project or an account.
 * @throws AppError `not_found`
 */
export async function findWebhook(
  id: string,
  ownerId: string,
  read: Pick<Reader, 'webhooks'>,
): Promise<Frozen<WebhookRecord>> {
  const webhook = await read.webhooks.get(id)
  if (webhook?.owner_id === ownerId) return webhook
  throw notFoundError(`Webhook ${id}`, 'List the webhooks with list_webhooks.')
}
