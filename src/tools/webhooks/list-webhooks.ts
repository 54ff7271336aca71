import { z } from 'zod'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, readTool } from '../pipeline/define-tool.ts'
import { toWebhookView, WebhookView } from './view.ts'

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
