import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { pingWebhook, repeatDelivery } from '../../tools/webhooks/repeat-delivery.ts'
import { deleteWebhook, saveWebhook } from '../../tools/webhooks/save-webhook.ts'
import { attempt, type FormFailure } from '../forms/form-route.ts'
import { submitOnce } from '../forms/submit-once.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import {
  loadWebhookProject,
  readDeliveries,
  readWebhook,
  readWebhooks,
  type WebhookProject,
  webhookPath,
  webhooksPath,
} from './load-webhook.ts'
import { describeUrl } from './marks.tsx'
import { editWebhookRoute, newWebhookRoute, SavedWebhook, sendSecretPage } from './save-routes.tsx'
import { DONE, WebhookPage } from './webhook-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

const list: Route = {
  path: '/p/:account/:project/webhooks',
  get: withSession(async request => {
    const project = await loadWebhookProject(request)
    const webhooks = await readWebhooks(request, project)
    const isDeleted = request.query.get('done') === 'delete'
    sendPage(request, {
      title: t('webhooks.list.page', { project: project.name }),
      project: project.place,
      body: <WebhooksPage project={project} webhooks={webhooks} isDeleted={isDeleted} />,
    })
  }),
}

const show: Route = {
  path: '/p/:account/:project/webhooks/:id',
  get: withSession(request => sendWebhookPage(request, undefined)),
  post: withSession(async request => {
    const project = await loadWebhookProject(request)
    const { id } = await readWebhook(request, project)
    const action = request.form.get('action') ?? ''
    if (action === 'rotate') return rotate(request, { project, id })
    if (!isAction(action)) {
      throw new AppError('invalid_input', t('webhooks.no_action.message'), { fix: t('webhooks.no_action.fix') })
    }
    const failure = await attempt(request, ['delivery'], () => ACTIONS[action](request, { project, id }))
    if (failure !== undefined) return sendWebhookPage(request, failure)
    const path = action === 'delete' ? webhooksPath(project) : webhookPath(project, id)
    redirect(request, `${path}?done=${action}`)
  }),
}

interface Named {
  readonly project: WebhookProject
  readonly id: string
}

type Act = (request: SignedInRequest, named: Named) => Promise<unknown>

const toggle =
  (enabled: boolean): Act =>
  (request, { project, id }) => {
    const input = { target: project.name, id, enabled }
    return callTool(request, { tool: saveWebhook, input, shape: z.object({}) })
  }

const callWith =
  (tool: Parameters<typeof callTool>[1]['tool']): Act =>
  (request, { project, id }) =>
    callTool(request, { tool, input: { target: project.name, id }, shape: z.object({}) })

const ACTIONS = {
  ping: callWith(pingWebhook),
  delete: callWith(deleteWebhook),
  enable: toggle(true),
  disable: toggle(false),
  repeat: (request, { project, id }) => {
    const input = { target: project.name, id, delivery: request.form.get('delivery') ?? '' }
    return callTool(request, { tool: repeatDelivery, input, shape: z.object({}) })
  },
} satisfies Record<string, Act>

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name)

async function rotate(request: SignedInRequest, { project, id }: Named): Promise<void> {
  const input = { target: project.name, id, rotate_secret: true }
  const submitted = await submitOnce(request, () =>
    callTool(request, { tool: saveWebhook, input, shape: SavedWebhook }),
  )
  if ('spent' in submitted) redirect(request, `${webhookPath(project, id)}?done=spent`)
  else sendSecretPage(request, { project, saved: submitted.done, isRotated: true })
}

async function sendWebhookPage(request: SignedInRequest, failure: FormFailure | undefined): Promise<void> {
  const project = await loadWebhookProject(request)
  const webhook = await readWebhook(request, project)
  const found = await readDeliveries(request, { project, id: webhook.id })
  const done = DONE.find(one => one === request.query.get('done'))
  const props = { project, webhook, ...found, done: failure === undefined ? done : undefined, failure }
  sendPage(request, {
    title: t(failure === undefined ? 'webhooks.page.title' : 'webhooks.page.title_error', {
      webhook: describeUrl(webhook.url),
      project: project.name,
    }),
    status: failure?.status ?? 200,
    project: project.place,
    body: <WebhookPage {...props} />,
  })
}

/** The pages of webhooks. The form for a new one is before the page of one webhook, whose address has the same shape. */
export const WEBHOOK_ROUTES: readonly Route[] = [list, newWebhookRoute, editWebhookRoute, show]
