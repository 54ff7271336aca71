import { randomUUID } from 'node:crypto'
import type { Frozen } from '../store/frozen.ts'
import type { EventType, WebhookRecord } from '../store/records/webhooks.ts'
import type { Transaction } from '../store/store.ts'

/** What happened, for webhooks. Its data has IDs, counts and links, and never texts or secrets. */
export interface Event {
  readonly type: EventType
  readonly account_id: string
  /** Absent for events of an account. */
  readonly project_id?: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

type EventStore = Pick<Transaction, 'webhooks' | 'deliveries' | 'delivery_queue'>

const MAX_PAYLOAD_BYTES = 64 * 1024

/**
 * Enqueues an event for the webhooks that want it, in the transaction of the change: it is never lost, and never sent if the change is undone.
 * @param load reads the data only if a webhook wants it; without data, nothing happened that webhooks are told
 */
export async function enqueueEvent(
  event: Omit<Event, 'data'>,
  load: () => Promise<Event['data'] | undefined> | Event['data'],
  tx: EventStore,
  now: Date,
): Promise<void> {
  const webhooks = await listListeners(event, tx)
  if (webhooks.length === 0) return
  const data = await load()
  if (data === undefined) return
  for (const webhook of webhooks) await enqueueDelivery(webhook, event.type, data, tx, now)
}

/** Adds a delivery that is due now. Returns its ID. Changes no other record: parallel changes would conflict. */
export async function enqueueDelivery(
  { id: webhook_id, account_id }: Pick<Frozen<WebhookRecord>, 'id' | 'account_id'>,
  type: string,
  data: Event['data'],
  tx: EventStore,
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  const id = `msg_${randomUUID()}`
  const whole = JSON.stringify({ type, timestamp: at, data })
  const payload =
    Buffer.byteLength(whole) <= MAX_PAYLOAD_BYTES ? whole : JSON.stringify({ type, timestamp: at, data: {} })
  await tx.deliveries.insert({
    id,
    webhook_id,
    account_id,
    event: type,
    payload,
    state: 'waiting',
    attempts: [],
    created_at: at,
  })
  await tx.delivery_queue.insert({ id, webhook_id, due_at: at })
  return id
}

async function listListeners(
  { type, account_id, project_id }: Omit<Event, 'data'>,
  { webhooks }: EventStore,
): Promise<readonly Frozen<WebhookRecord>[]> {
  const owners = project_id === undefined ? [account_id] : [project_id, account_id]
  const lists = await Promise.all(owners.map(owner => webhooks.list('owner', owner)))
  return lists.flat().filter(({ enabled, events }) => enabled && events.includes(type))
}
