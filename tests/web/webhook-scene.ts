import { compoundKey } from '../../src/store/records/define.ts'
import type { DeliveryRecord, WebhookRecord } from '../../src/store/records/webhooks.ts'
import type { TestApp } from '../http/test-app.ts'
import { found } from '../tools/loop.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Stores a webhook of a project, as the tool would have. */
export async function storeWebhook(
  { services }: TestApp,
  project: string,
  difference: Partial<WebhookRecord> = {},
): Promise<WebhookRecord> {
  const [handle = '', slug = ''] = project.split('/')
  return services.store.transaction(async tx => {
    const account = found(await tx.accounts.by('handle', handle))
    const record = found(await tx.projects.by('name', compoundKey(account.id, slug)))
    const webhook: WebhookRecord = {
      id: services.newId(),
      owner_id: record.id,
      account_id: account.id,
      url: 'https://ci.example.org/hooks/dragoman',
      events: ['source.pushed', 'run.finished'],
      description: 'Starts the build of the website',
      secret: SECRET,
      enabled: true,
      created_by: services.newId(),
      created_at: services.now().toISOString(),
      ...difference,
    }
    await tx.webhooks.insert(webhook)
    return webhook
  })
}

/** Stores a delivery of a webhook. One that waits is due in `dueMs`. */
export async function storeDelivery(
  { services }: TestApp,
  { id: webhook_id, account_id }: WebhookRecord,
  { dueMs = 0, ...difference }: Partial<DeliveryRecord> & { readonly dueMs?: number } = {},
): Promise<string> {
  const now = services.now()
  const id = `msg_${services.newId()}`
  const created_at = now.toISOString()
  const delivery: DeliveryRecord = {
    id,
    webhook_id,
    account_id,
    event: 'source.pushed',
    payload: '{}',
    state: 'waiting',
    attempts: [],
    created_at,
    ...difference,
  }
  await services.store.transaction(async tx => {
    await tx.deliveries.insert(delivery)
    const due_at = new Date(now.getTime() + dueMs).toISOString()
    if (delivery.state === 'waiting') await tx.delivery_queue.insert({ id, webhook_id, due_at })
  })
  return id
}
