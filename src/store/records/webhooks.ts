import { z } from 'zod'
import { defineCollection, toNewestFirstKey } from './define.ts'
import { Id, Instant } from './fields.ts'

/** What a webhook can be told. */
export const EVENT_TYPES = [
  'source.pushed',
  'work.submitted',
  'review.decided',
  'run.finished',
  'token.created',
  'token.revoked',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

const WebhookRecord = z.object({
  id: Id,
  /** ID of the project or account. */
  owner_id: Id,
  account_id: Id,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  description: z.string(),
  /** `whsec_` and base64. Readable, because requests are signed with it. */
  secret: z.string(),
  /** The secret before it was rotated; requests are signed with both until then. */
  previous: z.object({ secret: z.string(), until: Instant }).optional(),
  enabled: z.boolean(),
  /** Since when no delivery succeeded. */
  failing_since: Instant.optional(),
  created_by: Id,
  created_at: Instant,
})

/** An attempt to deliver: the status of the response, or why there was none. */
const Attempt = z.object({
  at: Instant,
  status: z.number().int().optional(),
  fault: z.string().optional(),
  /** Duration in milliseconds. */
  ms: z.number().int(),
})

const DeliveryRecord = z.object({
  /** The `webhook-id`, the same in all attempts. */
  id: Id,
  webhook_id: Id,
  account_id: Id,
  event: z.string(),
  /** The body as JSON. */
  payload: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Attempts since it was created or repeated, newest last. */
  attempts: z.array(Attempt),
  created_at: Instant,
})

/** A delivery that waits for an attempt. */
const DeliveryQueueRecord = z.object({
  /** ID of the delivery. */
  id: Id,
  webhook_id: Id,
  due_at: Instant,
})

export type WebhookRecord = z.infer<typeof WebhookRecord>
export type DeliveryRecord = z.infer<typeof DeliveryRecord>
export type DeliveryAttempt = z.infer<typeof Attempt>

export const webhookCollections = {
  webhooks: defineCollection({
    schema: WebhookRecord,
    unique: {},
    index: { owner: webhook => webhook.owner_id, account: webhook => webhook.account_id },
    order: webhook => webhook.created_at,
  }),
  deliveries: defineCollection({
    schema: DeliveryRecord,
    unique: {},
    index: { webhook: delivery => delivery.webhook_id, all: () => '' },
    order: delivery => toNewestFirstKey(delivery.created_at),
  }),
  delivery_queue: defineCollection({
    schema: DeliveryQueueRecord,
    unique: {},
    index: { all: () => '', webhook: waiting => waiting.webhook_id },
    order: waiting => waiting.due_at,
  }),
}
