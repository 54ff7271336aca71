import { Alarm } from '../../scheduling/alarm.ts'
import type { Services } from '../pipeline/call.ts'
import { attemptDelivery } from './attempt.ts'

/** Requests at the same time; of one webhook there is one at most, so that a slow receiver delays nobody else. */
const MAX_OPEN = 20
const PAGE = 500
/** Longest wait before the queue is read again. */
const MAX_SLEEP_MS = 60_000

/** A background job. */
export interface Sending {
  /** Ends open requests: they are sent again after the next start. */
  stop(): Promise<void>
}

/** Sends what waits for webhooks in the background, also what an earlier process left. One process does it for each data folder. */
export function startSending(services: Services): Sending {
  const { store, log, now } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const alarm = new Alarm()
  /** By webhook. */
  const open = new Map<string, Promise<void>>()
  const unwatch = store.watch(changes => {
    if (changes.some(({ collection, kind }) => collection === 'delivery_queue' && kind !== 'remove')) alarm.ring()
  })

  const send = async (id: string, webhookId: string): Promise<void> => {
    try {
      const [delivery, webhook] = await Promise.all([store.read.deliveries.get(id), store.read.webhooks.get(webhookId)])
      if (delivery === undefined || webhook === undefined || !webhook.enabled) {
        await store.transaction(tx => tx.delivery_queue.remove(id), { lane: `webhook ${webhookId}` })
      } else await attemptDelivery(delivery, webhook, services, signal)
    } catch (error) {
      log.warn({ err: error, webhook: webhookId }, 'a webhook delivery could not be stored')
    } finally {
      open.delete(webhookId)
      alarm.ring()
    }
  }
  /** Begins what is due. Returns the time until the next delivery is. */
  const begin = async (): Promise<number> => {
    const { items } = await store.read.delivery_queue.page('all', '', { limit: PAGE })
    const at = now()
    for (const { id, webhook_id, due_at } of items) {
      const left = Date.parse(due_at) - at.getTime()
      if (left > 0) return Math.min(left, MAX_SLEEP_MS)
      if (open.size >= MAX_OPEN || signal.aborted) break
      if (!open.has(webhook_id)) open.set(webhook_id, send(id, webhook_id))
    }
    return MAX_SLEEP_MS
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await alarm.wait(await begin())
      } catch (error) {
        log.warn({ err: error }, 'webhooks cannot be sent; the next attempt is in a minute')
        await alarm.wait(MAX_SLEEP_MS)
      }
    }
    await Promise.all(open.values())
  }
  const ended = work()
  return {
    stop: async () => {
      unwatch()
      stopping.abort()
      alarm.ring()
      await ended
    },
  }
}
