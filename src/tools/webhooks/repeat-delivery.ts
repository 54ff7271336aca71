import { z } from 'zod'
import { notFoundError } from '../../auth/policy/authorize.ts'
import { AppError } from '../../errors.ts'
import { enqueueDelivery } from '../../events/enqueue.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { WebhookRecord } from '../../store/records/webhooks.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { DeliveryView, findWebhook, toDeliveryView } from './view.ts'

const output = z.object({ delivery: DeliveryView, next: z.string() })
const NEXT = 'It is sent now. list_deliveries shows the response.'

/** Sends a delivery again, with the same `webhook-id` and payload. */
export const repeatDelivery = writeTool({
  name: 'repeat_delivery',
  title: 'Repeat webhook delivery',
  pastTense: 'Repeated a webhook delivery',
  description: 'Send a delivery of a webhook again, with the same webhook-id, payload and a new series of attempts.',
  scope: 'project:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: false },
  grows: false,
  rest: ofTarget('POST', '/webhooks/:id/deliveries/:delivery/repeat'),
  input: z.object({ target: TargetName, id: z.string().max(40), delivery: z.string().max(60) }),
  output,
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { tx, resource: { ownerId, name }, services, audit }) => {
    const webhook = await findWebhook(input.id, ownerId, tx)
    assertEnabled(webhook)
    const delivery = await tx.deliveries.get(input.delivery)
    if (delivery?.webhook_id !== webhook.id) {
      throw notFoundError(`Delivery ${input.delivery}`, 'List the deliveries with list_deliveries.')
    }
    const again = { ...delivery, state: 'waiting' as const, attempts: [] }
    await tx.deliveries.put(again)
    const waiting = { id: delivery.id, webhook_id: webhook.id, due_at: services.now().toISOString() }
    if ((await tx.delivery_queue.get(delivery.id)) === undefined) await tx.delivery_queue.insert(waiting)
    else await tx.delivery_queue.put(waiting)
    audit(name, { webhook: webhook.id, delivery: delivery.id })
    return { delivery: await toDeliveryView(again, { read: tx, full: false }), next: NEXT }
  },
})

/** Sends a test event. */
export const pingWebhook = writeTool({
  name: 'ping_webhook',
  title: 'Ping webhook',
  pastTense: 'Pinged a webhook',
  description: 'Send the event ping to a webhook, to test its receiver.',
  scope: 'project:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: ofTarget('POST', '/webhooks/:id/ping'),
  input: z.object({ target: TargetName, id: z.string().max(40) }),
  output,
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { tx, resource: { ownerId, name }, services, audit }) => {
    const webhook = await findWebhook(input.id, ownerId, tx)
    assertEnabled(webhook)
    const id = await enqueueDelivery(webhook, 'ping', { webhook: webhook.id, target: name }, tx, services.now())
    const delivery = await tx.deliveries.get(id)
    if (delivery === undefined) throw new Error('a delivery that was just added is gone')
    audit(name, { webhook: webhook.id, delivery: id })
    return { delivery: await toDeliveryView(delivery, { read: tx, full: false }), next: NEXT }
  },
})

/** @throws AppError `conflict` */
function assertEnabled({ id, enabled }: Frozen<WebhookRecord>): void {
  if (enabled) return
  throw new AppError('conflict', `Webhook ${id} is disabled, so nothing is sent.`, {
    fix: 'Enable it with save_webhook { id, enabled: true }.',
    pageFix: 'Enable it first.',
  })
}
