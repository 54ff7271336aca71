import { Alarm, type BackgroundJob, startJob } from '../../scheduling/background-job.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import { type KeptLease, keepLease, LEASE_RETRY_MS } from '../../store/kept-lease.ts'
import type { WebhookRecord } from '../../store/records/webhooks.ts'
import type { Transaction } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'
import { attemptDelivery, clearQueue } from './attempt.ts'

/** Requests at the same time. */
const MAX_OPEN = 100
/** Requests of one account, so that its slow receivers delay nobody else. Of one webhook there is one at most. */
const MAX_OPEN_PER_ACCOUNT = 5
const PAGE = 500
/** Longest wait for a delivery that is due later. */
const MAX_SLEEP_MS = 60_000
/** Wait after a failure of the store, such as a full disk. */
const RETRY_MS = 60_000

interface Open {
  readonly account: string
  readonly ended: Promise<void>
}

/** Sends what waits for webhooks in the background, also what another process left. Of all processes, one sends to a webhook at a time. */
export const startSending = (services: Services): BackgroundJob => startJob(new Sender(services))

class Sender {
  readonly #services: Services
  readonly #alarm = new Alarm()
  readonly #stopping = new AbortController()
  /** By webhook. */
  readonly #open = new Map<string, Open>()
  /** When the first delivery of each webhook is due. */
  readonly #due = new Map<string, number>()
  /** Webhooks that wait after a failure, or that another process sends to, and until when. */
  readonly #held = new Map<string, number>()
  /** Entries of the queue that changed since it was read. */
  #changed = new Set<string>()
  /** Webhooks whose first delivery may have changed. */
  #outdated = new Set<string>()
  #isRead = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Ends open requests: they are sent again after the next start. */
  stop(): void {
    this.#stopping.abort()
    this.#alarm.ring()
  }

  async work(): Promise<void> {
    const { store, log } = this.#services
    const unwatch = store.watch(changes => {
      for (const { collection, kind, id } of changes) {
        if (collection === 'delivery_queue' && kind !== 'remove') this.#changed.add(id)
      }
      if (this.#changed.size > 0) this.#alarm.ring()
    })
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#readQueue()
        await this.#alarm.wait(await this.#begin())
      } catch (error) {
        log.warn({ err: error }, 'webhooks cannot be sent; the next attempt is in a minute')
        this.#isRead = false
        await this.#alarm.wait(RETRY_MS)
      }
    }
    unwatch()
    await Promise.all([...this.#open.values()].map(({ ended }) => ended))
  }

  /** Reads the queue whole once, and then what changed: events of one webhook never make those of others slower to find. */
  async #readQueue(): Promise<void> {
    const { read } = this.#services.store
    const [changed, outdated] = [this.#changed, this.#outdated]
    this.#changed = new Set()
    this.#outdated = new Set()
    if (!this.#isRead) {
      for await (const { webhook_id } of eachRecord(after =>
        read.delivery_queue.page('all', '', { limit: PAGE, after }),
      ))
        outdated.add(webhook_id)
    }
    for (const id of changed) {
      const waiting = await read.delivery_queue.get(id)
      if (waiting !== undefined) outdated.add(waiting.webhook_id)
    }
    for (const id of outdated) {
      const { items } = await read.delivery_queue.page('webhook', id, { limit: 1 })
      const [first] = items
      if (first === undefined) this.#due.delete(id)
      else this.#due.set(id, Date.parse(first.due_at))
    }
    this.#isRead = true
  }

  /** Begins what is due. Returns the time until the next delivery is; undefined if the end of a request or a change comes first. */
  async #begin(): Promise<number | undefined> {
    const at = this.#services.now().getTime()
    const webhooks = [...this.#due].map(([id, due]) => ({ id, due: Math.max(due, this.#held.get(id) ?? 0) }))
    for (const { id, due } of webhooks.sort((one, other) => one.due - other.due)) {
      if (due > at) return Math.min(due - at, MAX_SLEEP_MS)
      if (this.#open.size >= MAX_OPEN || this.#stopping.signal.aborted) return undefined
      if (this.#open.has(id)) continue
      const webhook = await this.#services.store.read.webhooks.get(id)
      const account = webhook?.account_id ?? ''
      const same = [...this.#open.values()].filter(one => one.account === account)
      if (same.length < MAX_OPEN_PER_ACCOUNT) this.#open.set(id, { account, ended: this.#send(id, webhook) })
    }
    return undefined
  }

  async #send(id: string, webhook: Frozen<WebhookRecord> | undefined): Promise<void> {
    const { log, now } = this.#services
    try {
      this.#held.delete(id)
      await this.#sendAlone(id, webhook)
    } catch (error) {
      log.warn({ err: error, webhook: id }, 'a webhook delivery could not be stored; the next attempt is in a minute')
      this.#held.set(id, now().getTime() + RETRY_MS)
    } finally {
      this.#open.delete(id)
      this.#outdated.add(id)
      this.#alarm.ring()
    }
  }

  async #sendAlone(id: string, webhook: Frozen<WebhookRecord> | undefined): Promise<void> {
    const { store, now } = this.#services
    const again = now().getTime() + LEASE_RETRY_MS
    const lease = await keepLease(store.shared, `webhook ${id}`)
    if (lease === undefined) {
      this.#held.set(id, again)
      return
    }
    try {
      await this.#sendFirst(id, webhook, lease)
    } finally {
      await lease.release()
    }
  }

  async #sendFirst(id: string, webhook: Frozen<WebhookRecord> | undefined, lease: KeptLease): Promise<void> {
    const { store, now } = this.#services
    const { items } = await store.read.delivery_queue.page('webhook', id, { limit: 1 })
    const [first] = items
    if (first === undefined || Date.parse(first.due_at) > now().getTime()) return
    const delivery = await store.read.deliveries.get(first.id)
    if (delivery !== undefined && webhook?.enabled === true) {
      await attemptDelivery(delivery, webhook, this.#services, { signal: this.#stopping.signal, lease })
      return
    }
    // An event that came while its webhook was disabled or deleted.
    const drop = async (tx: Transaction): Promise<void> => {
      if ((await tx.webhooks.get(id))?.enabled !== true) await clearQueue(id, tx)
      else if ((await tx.deliveries.get(first.id)) === undefined) await tx.delivery_queue.remove(first.id)
    }
    await store.transaction(drop, { lock: `webhook ${id}` })
  }
}
