import { z } from 'zod'
import { listDeliveries, listWebhooks } from '../../tools/webhooks/list-webhooks.ts'
import { DeliveryView, WebhookView } from '../../tools/webhooks/view.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { PageError } from '../layout/page-error.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'
import { runsPath } from '../runs/paths.ts'
import type { Delivery, Webhook } from './marks.tsx'

/** The project of a page of webhooks, which its administrators see. */
export type WebhookProject = Pick<LoadedProject, 'name' | 'place'>

/**
 * Finds the project that the URL names.
 * @throws PageError `not_found`, and `forbidden` for users who may not manage its webhooks.
 */
export async function loadWebhookProject(request: SignedInRequest): Promise<WebhookProject> {
  const project = await loadProject(request, 'webhooks')
  const { name, place, adminWithheld } = project
  if (adminWithheld === undefined) return { name, place }
  throw new PageError('forbidden', t('webhooks.withheld', { project: name, reason: adminWithheld }), {
    nextLink: { href: runsPath(project), text: t('runs.runs_of', { project: name }) },
  })
}

export const webhooksPath = ({ name }: Pick<WebhookProject, 'name'>): string => `/p/${name}/webhooks`

export const webhookPath = (project: Pick<WebhookProject, 'name'>, id: string): string =>
  `${webhooksPath(project)}/${id}`

const Webhooks = z.object({ webhooks: z.array(WebhookView) })

/** Lists the webhooks of a project, oldest first. There are at most 20. */
export async function readWebhooks(request: SignedInRequest, project: WebhookProject): Promise<readonly Webhook[]> {
  const input = { target: project.name }
  return (await callTool(request, { tool: listWebhooks, input, shape: Webhooks })).webhooks
}

/**
 * Reads the webhook that the URL names.
 * @throws PageError `not_found`
 */
export async function readWebhook(request: SignedInRequest, project: WebhookProject): Promise<Webhook> {
  const webhook = (await readWebhooks(request, project)).find(({ id }) => id === request.params['id'])
  if (webhook !== undefined) return webhook
  throw new PageError('not_found', t('webhooks.not_found.message'), {
    fix: t('webhooks.not_found.fix'),
    nextLink: { href: webhooksPath(project), text: t('webhooks.webhooks_of', { project: project.name }) },
  })
}

const Deliveries = z.object({ deliveries: z.array(DeliveryView), next_cursor: z.string().optional() })
const MAX_DELIVERIES = 20

/** Lists deliveries of a webhook, newest first. */
export async function readDeliveries(
  request: SignedInRequest,
  { project, id }: { readonly project: WebhookProject; readonly id: string },
): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: string | undefined }> {
  const input = { target: project.name, id, limit: MAX_DELIVERIES, cursor: request.query.get('cursor') ?? undefined }
  const found = await callTool(request, { tool: listDeliveries, input, shape: Deliveries })
  return { deliveries: found.deliveries, next: found.next_cursor }
}
