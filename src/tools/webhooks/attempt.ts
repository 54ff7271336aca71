import { recordEvent } from '../../auth/audit/events.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { KeptLease } from '../../store/kept-lease.ts'
import type { DeliveryAttempt, DeliveryRecord, WebhookRecord } from '../../store/records/webhooks.ts'
import type { Transaction } from '../../store/store.ts'
import { secondsSince } from '../../telemetry/telemetry.ts'
import type { SendWebhook, Services } from '../pipeline/call.ts'
import { signWebhook } from './sign.ts'

type Webhook = Frozen<WebhookRecord>
type Delivery = Frozen<DeliveryRecord>

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after each failed attempt (Standard Webhooks); after the last one, the delivery has failed. */
const WAITS_MS: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
/** Longest wait that a receiver can ask for. */
const MAX_RETRY_AFTER_MS = HOUR
/** A webhook that only fails for this long is disabled. */
const MAX_FAILING_MS = 5 * 24 * HOUR
const GONE = 410
/** Deliveries that are kept of a webhook. The oldest go first, also if they wait. */
const MAX_DELIVERIES = 100

interface AttemptOptions {
  /** Ends the request. */
  readonly signal: AbortSignal
  /** Says that no other process sends to the webhook. */
  readonly lease: Pick<KeptLease, 'isHeld'>
}

/** Sends a delivery once, and stores what came of it, unless another process took over meanwhile: what that one stores counts. */
export const attemptDelivery = (
  delivery: Delivery,
  webhook: Webhook,
  services: Services,
  options: AttemptOptions,
): Promise<void> =>
  services.telemetry.tracer.span({ name: 'webhook delivery' }, () => sendOnce(delivery, webhook, services, options))

async function sendOnce(
  delivery: Delivery,
  webhook: Webhook,
  services: Services,
  { signal, lease }: AttemptOptions,
): Promise<void> {
  const { now, store, version } = services
  const begin = now()
  const timestamp = Math.floor(begin.getTime() / SECOND)
  const { id, payload: body } = delivery
  const headers = {
    'content-type': 'application/json',
    'user-agent': `dragoman/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(webhook, { id, timestamp, body }),
  }
  const result = await send({ url: webhook.url, headers, body }, services, signal)
  // It is sent again after the next start.
  if (signal.aborted || !(await lease.isHeld())) return
  const end = now()
  const attempt: DeliveryAttempt = {
    at: begin.toISOString(),
    ...('status' in result ? { status: result.status } : { fault: result.fault }),
    ms: end.getTime() - begin.getTime(),
  }
  const retryAfter = 'status' in result ? result.retryAfter : undefined
  let isLost = false
  const write = async (tx: Transaction): Promise<void> => {
    const state = await storeAttempt(delivery, attempt, retryAfter, end, tx, services)
    isLost = state === 'failed'
    await removeOldDeliveries(webhook.id, tx)
  }
  await store.transaction(write, { lock: `webhook ${webhook.id}` })
  if (isLost) services.telemetry.meters.webhookFailed()
}

async function send(
  request: Parameters<SendWebhook>[0],
  { sendWebhook, telemetry: { meters, tracer } }: Pick<Services, 'sendWebhook' | 'telemetry'>,
  signal: AbortSignal,
): ReturnType<SendWebhook> {
  return tracer.span({ name: 'webhook request', kind: 'client' }, async span => {
    const began = performance.now()
    const result = await sendWebhook(request, signal)
    const isOk = 'status' in result && result.status >= 200 && result.status < 300
    const outcome = isOk ? 'ok' : 'status' in result ? 'status' : 'fault'
    if ('status' in result) span.set({ 'http.response.status_code': result.status })
    if (!isOk) span.fail(outcome)
    meters.webhookSent({ outcome, seconds: secondsSince(began) })
    return result
  })
}

async function storeAttempt(
  { id, attempts: before }: Delivery,
  attempt: DeliveryAttempt,
  retryAfter: string | undefined,
  now: Date,
  tx: Transaction,
  services: Pick<Services, 'newId'>,
): Promise<DeliveryRecord['state'] | undefined> {
  const delivery = await tx.deliveries.get(id)
  const webhook = delivery && (await tx.webhooks.get(delivery.webhook_id))
  if (delivery === undefined || webhook === undefined) return undefined
  // Another process stored an attempt that began later.
  if (delivery.attempts.length !== before.length) return undefined
  const { status = 0 } = attempt
  const isDelivered = status >= 200 && status < 300
  const attempts = [...delivery.attempts, attempt]
  // Not queued: the webhook was disabled during the request.
  const isLast = isDelivered || status === GONE || (await tx.delivery_queue.get(id)) === undefined
  const wait = isLast ? undefined : WAITS_MS[attempts.length - 1]
  const state = isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
  await tx.deliveries.put({ ...delivery, attempts, state })
  if (wait === undefined) await tx.delivery_queue.remove(id)
  else {
    const due = now.getTime() + Math.max(wait, readRetryAfter(retryAfter, now))
    await tx.delivery_queue.put({ id, webhook_id: webhook.id, due_at: new Date(due).toISOString() })
  }
  if (!isDelivered) await recordFailure(webhook, status, now, tx, services)
  else if (webhook.failing_since !== undefined) {
    const { failing_since: _, ...rest } = webhook
    await tx.webhooks.put(rest)
  }
  return state
}

/** Disables a webhook whose receiver is gone, or that only failed for days. */
async function recordFailure(
  { failing_since: since, ...rest }: Webhook,
  status: number,
  now: Date,
  tx: Transaction,
  services: Pick<Services, 'newId'>,
): Promise<void> {
  const failing_since = since ?? now.toISOString()
  const isOver = rest.enabled && (status === GONE || now.getTime() - Date.parse(failing_since) >= MAX_FAILING_MS)
  await tx.webhooks.put({ ...rest, failing_since, ...(isOver && { enabled: false }) })
  if (!isOver) return
  await clearQueue(rest.id, tx)
  await recordEvent(
    tx,
    {
      action: 'webhook_disabled',
      account: { id: rest.account_id },
      target: rest.id,
      detail: { reason: status === GONE ? 'the receiver answered 410' : 'all deliveries failed for 5 days' },
    },
    { surface: 'control', requestId: services.newId(), now, newId: services.newId },
  )
}

/** Here, and not where events are enqueued: changes of several projects that remove the same delivery would conflict. */
async function removeOldDeliveries(webhookId: string, tx: Transaction): Promise<void> {
  if ((await tx.deliveries.count('webhook', webhookId)) <= MAX_DELIVERIES) return
  for (const { id } of (await tx.deliveries.list('webhook', webhookId)).slice(MAX_DELIVERIES)) {
    await tx.deliveries.remove(id)
    await tx.delivery_queue.remove(id)
  }
}

/** Nothing more is sent. */
export async function clearQueue(webhookId: string, tx: Transaction): Promise<void> {
  for (const { id } of await tx.delivery_queue.list('webhook', webhookId)) {
    await tx.delivery_queue.remove(id)
    const delivery = await tx.deliveries.get(id)
    if (delivery?.state === 'waiting') await tx.deliveries.put({ ...delivery, state: 'failed' })
  }
}

/** RFC 9110 10.2.3: seconds, or an HTTP date. */
function readRetryAfter(value: string | undefined, now: Date): number {
  if (value === undefined) return 0
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * SECOND : Date.parse(value) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(wait, MAX_RETRY_AFTER_MS)
}
