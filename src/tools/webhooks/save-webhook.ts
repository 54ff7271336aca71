import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import { EVENT_TYPES, type EventType, type WebhookRecord } from '../../store/records/webhooks.ts'
import { quote } from '../../text/quote.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import type { Services } from '../pipeline/call.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { Lines } from '../schemas/fields.ts'
import { clearQueue } from './attempt.ts'
import { createWebhookSecret } from './sign.ts'
import { findWebhook, PROJECT_EVENTS, toWebhookView, WebhookView } from './view.ts'

/** Longer ones are refused by receivers and proxies. */
const MAX_URL_LENGTH = 2000

/**
 * Returns the URL of a webhook as it is stored and requested: as a parser writes it, without line breaks and other control characters. Whether the addresses
 * of a name are public is checked at each request, because they change.
 * @throws AppError `invalid_input`
 */
export function parseWebhookUrl(text: string, { webhookHost }: Pick<Services, 'webhookHost'>): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw urlError(`The URL ${quote(text)} is not an http URL.`, 'Give a URL, such as https://example.org/hooks.')
  }
  if (url.username !== '' || url.password !== '') {
    throw urlError(
      'The URL contains a user or a password.',
      'Remove them. Requests are signed with the secret instead.',
    )
  }
  if (url.hash !== '') throw urlError(`The URL has the fragment ${quote(url.hash)}.`, 'Remove everything from # on.')
  if (url.href.length > MAX_URL_LENGTH) {
    throw urlError(
      `The URL has ${url.href.length} characters, with its special characters encoded.`,
      `Give a URL of at most ${MAX_URL_LENGTH} characters.`,
    )
  }
  const host = webhookHost(url)
  if (host === 'private') {
    throw urlError(
      `The host ${quote(url.hostname)} is not public.`,
      'Use a public host, or ask an operator to add this one to DRAGOMAN_WEBHOOK_HOSTS.',
    )
  }
  if (host === 'public' && url.protocol !== 'https:') {
    throw urlError(
      `The URL ${quote(text)} is not encrypted.`,
      'Use https, or ask an operator to add the host to DRAGOMAN_WEBHOOK_HOSTS.',
    )
  }
  return url.href
}

const urlError = (message: string, fix: string): AppError =>
  new AppError('invalid_input', message, { fix, field: 'url' })

const MAX_WEBHOOKS = 20
/** Time in which requests are signed with both secrets after a rotation. */
const ROTATION_MS = 24 * 3_600_000

/** Creates a webhook, or changes the one with an ID. The secret is shown when it is created or rotated, and never again. */
export const saveWebhook = writeTool({
  name: 'save_webhook',
  title: 'Save webhook',
  pastTense: 'Saved a webhook',
  description:
    'Create a webhook (url, events), or change the one with id. Store its secret: it is shown once. rotate_secret: true creates another one; both sign for 24 hours. Verify requests as Standard Webhooks says.',
  scope: 'project:admin',
  secret: true,
  toolset: 'advanced',
  hints: { destructive: false, idempotent: false },
  grows: true,
  rest: [...ofTarget('POST', '/webhooks', { status: 201 }), ...ofTarget('PATCH', '/webhooks/:id')],
  input: z.object({
    target: TargetName,
    id: z.string().min(1).max(40).optional(),
    url: z.string().min(1).max(MAX_URL_LENGTH).optional(),
    events: z.array(z.enum(EVENT_TYPES)).min(1).optional(),
    description: Lines.optional(),
    enabled: z.boolean().optional(),
    rotate_secret: z.boolean().default(false),
  }),
  output: WebhookView.extend({ secret: z.string().optional(), next: z.string() }),
  structured: true,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { tx, resource, services, principal, audit }) => {
    const { ownerId, account, name } = resource
    const url = input.url === undefined ? undefined : parseWebhookUrl(input.url, services)
    if (resource.project !== undefined) assertProjectEvents(input.events ?? [], account.handle)
    const now = services.now()
    const known = input.id === undefined ? undefined : await findWebhook(input.id, ownerId, tx)
    const secret = known === undefined || input.rotate_secret ? createWebhookSecret() : undefined
    const base = known ?? {
      id: services.newId(),
      owner_id: ownerId,
      account_id: account.id,
      url: requireField(url, 'url', 'https://example.org/hooks'),
      events: requireField(input.events, 'events', EVENT_TYPES.join(', ')),
      description: '',
      secret: '',
      enabled: true,
      created_by: principal.user.id,
      created_at: now.toISOString(),
    }
    const webhook: WebhookRecord = {
      ...base,
      url: url ?? base.url,
      events: [...new Set(input.events ?? base.events)],
      description: input.description ?? base.description,
      enabled: input.enabled ?? base.enabled,
      secret: secret ?? base.secret,
      ...(known !== undefined &&
        secret !== undefined && {
          previous: { secret: known.secret, until: new Date(now.getTime() + ROTATION_MS).toISOString() },
        }),
    }
    if (input.enabled === true) delete webhook.failing_since
    if (known === undefined) {
      const count = await tx.webhooks.count('owner', ownerId)
      if (count >= MAX_WEBHOOKS) {
        throw new AppError('quota_exceeded', `${name} already has ${MAX_WEBHOOKS} webhooks.`, {
          fix: 'Delete one with delete_webhook.',
          pageFix: 'Delete one that you no longer need.',
        })
      }
      await tx.webhooks.insert(webhook)
    } else await tx.webhooks.put(webhook)
    if (!webhook.enabled) await clearQueue(webhook.id, tx)
    const changes = diffFields(known ?? {}, webhook, ['url', 'events', 'description', 'enabled'])
    audit(name, { webhook: webhook.id, ...(known !== undefined && secret !== undefined && { rotated: true }) }, changes)
    return {
      ...toWebhookView(webhook),
      ...(secret !== undefined && { secret }),
      next:
        secret === undefined
          ? 'Send a test with ping_webhook.'
          : 'Store the secret now: it is not shown again. Then send a test with ping_webhook.',
    }
  },
})

/** @throws AppError `invalid_input` for events that a project does not have. */
function assertProjectEvents(events: readonly EventType[], account: string): void {
  const foreign = events.find(type => !PROJECT_EVENTS.includes(type))
  if (foreign === undefined) return
  throw new AppError('invalid_input', `${foreign} is an event of accounts, not of projects.`, {
    fix: `Save a webhook of the account: target ${account}.`,
    field: 'events',
  })
}

/** @throws AppError `invalid_input` */
function requireField<T>(value: T | undefined, field: string, example: string): T {
  if (value !== undefined) return value
  throw new AppError('invalid_input', `${field} is missing.`, {
    fix: `A new webhook needs ${field}: ${example}. To change one, give its id.`,
    field,
  })
}

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
