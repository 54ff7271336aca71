import { z } from 'zod'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/paging.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { DeliveryView, findWebhook, toDeliveryView, toWebhookView, WebhookView } from './view.ts'

/** Lists the webhooks of a project or an account. */
export const listWebhooks = readTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'List the webhooks of a project or an account, without their secrets.',
  scope: 'project:admin',
  toolset: 'advanced',
  rest: ofTarget('GET', '/webhooks'),
  input: z.object({ target: TargetName }),
  output: z.object({ webhooks: z.array(WebhookView) }),
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (_input, { read, resource: { ownerId } }) => ({
    webhooks: (await read.webhooks.list('owner', ownerId)).map(toWebhookView),
  }),
})

/** Lists the last deliveries of a webhook with their attempts, newest first. */
export const listDeliveries = readTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description: 'List the last 100 deliveries of a webhook with their attempts, newest first. full adds the payload.',
  scope: 'project:admin',
  toolset: 'advanced',
  rest: ofTarget('GET', '/webhooks/:id/deliveries'),
  input: z.object({ target: TargetName, id: z.string().max(40), full: z.boolean().default(false), ...pageInput }),
  output: z.object({ deliveries: z.array(DeliveryView), ...pageOutput }),
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async ({ id, full, limit, cursor }, { read, resource: { ownerId } }) => {
    const webhook = await findWebhook(id, ownerId, read)
    const { rows, next } = await fillPage(
      options => read.deliveries.page('webhook', webhook.id, options),
      { query: ['deliveries', webhook.id], limit, cursor },
      delivery => toDeliveryView(delivery, { read, full }),
    )
    return { deliveries: [...rows], ...next }
  },
})
