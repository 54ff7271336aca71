import { z } from 'zod'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { findWebhook } from './view.ts'

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = writeTool({
  name: 'delete_webhook',
  title: 'Delete webhook',
  pastTense: 'Deleted a webhook',
  description: 'Delete a webhook, its secret and its deliveries. Nothing more is sent.',
  scope: 'project:admin',
  toolset: 'advanced',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: ofTarget('DELETE', '/webhooks/:id'),
  input: z.object({ target: TargetName, id: z.string().max(40) }),
  output: z.object({ deleted: z.string() }),
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async ({ id }, { tx, resource: { ownerId, name }, audit }) => {
    const webhook = await findWebhook(id, ownerId, tx)
    // At most 100.
    for (const delivery of await tx.deliveries.list('webhook', id)) {
      await tx.delivery_queue.remove(delivery.id)
      await tx.deliveries.remove(delivery.id)
    }
    await tx.webhooks.remove(id)
    audit(name, { webhook: id, url: webhook.url })
    return { deleted: id }
  },
})
