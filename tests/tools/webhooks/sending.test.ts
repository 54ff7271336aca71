import { afterEach, beforeEach, expect, it } from 'vitest'
import { enqueueDelivery, enqueueEvent } from '../../../src/events/enqueue.ts'
import { createWebhookRequest } from '../../../src/outbound/webhook-request.ts'
import type { BackgroundJob } from '../../../src/scheduling/background-job.ts'
import type { WebhookRecord } from '../../../src/store/records/webhooks.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTeam } from '../team.ts'
import { startReceiver } from './receiver.ts'

type More = Readonly<Record<string, unknown>>

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const DAY = 24 * 3_600_000

const receiver = eachTest(startReceiver)
const hanging = eachTest(startReceiver)
const hosts = () => [receiver.host, hanging.host]
const team = eachTest(() => openTeam(undefined, ['de'], [], hosts()))
let services: Services
let sending: BackgroundJob

beforeEach(() => {
  hanging.answer(undefined)
  // Only the end of a test ends a request that hangs.
  services = { ...team.world.services, sendWebhook: createWebhookRequest({ hosts: hosts(), timeoutMs: 600_000 }) }
})
afterEach(() => sending.stop())

const add = async (id: string, url: string, account_id: string): Promise<WebhookRecord> => {
  const webhook: WebhookRecord = {
    id,
    owner_id: account_id,
    account_id,
    url,
    events: ['source.pushed'],
    description: '',
    secret: SECRET,
    enabled: true,
    created_by: 'ada',
    created_at: services.now().toISOString(),
  }
  await services.store.transaction(tx => tx.webhooks.insert(webhook))
  return webhook
}

const enqueue = (webhook: WebhookRecord): Promise<string> =>
  services.store.transaction(tx => enqueueDelivery(webhook, 'ping', {}, tx, services.now()))

const save = (url: string): Promise<{ readonly id: string }> =>
  team.ada.call('save_webhook', { target: team.project, url, events: ['source.pushed'] })

const ping = (id: string): Promise<unknown> => team.ada.call('ping_webhook', { target: team.project, id })

const read = async (id: string): Promise<{ readonly webhook: More; readonly deliveries: readonly More[] }> => {
  const target = team.project
  const { webhooks } = await team.ada.call<{ webhooks: readonly More[] }>('list_webhooks', { target })
  const { deliveries } = await team.ada.call<{ deliveries: readonly More[] }>('list_deliveries', { target, id })
  return { webhook: webhooks.find(one => one['id'] === id) ?? {}, deliveries }
}

/** Resolves as soon as the store has what `isThere` looks for. */
const until = async (isThere: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    const changed = new Promise<void>(resolve => {
      const unwatch = services.store.watch(() => {
        unwatch()
        resolve()
      })
    })
    if (await isThere()) return
    await changed
  }
}

const hasAttempts = (id: string, count: number) => async (): Promise<boolean> => {
  const [delivery] = (await read(id)).deliveries
  return (delivery?.['attempts'] as readonly unknown[] | undefined)?.length === count
}

it('delivers to others while all receivers of an account hang, and much waits for them', async () => {
  for (let count = 0; count < 110; count += 1) {
    const webhook = await add(`hanging${count}`, hanging.url, 'slow')
    for (let more = 0; more < 5; more += 1) await enqueue(webhook)
  }
  team.world.pass(1000)
  sending = startSending(services)
  await enqueue(await add('quick', receiver.url, 'other'))
  await receiver.arrived(1)
  await hanging.arrived(5)
  expect(hanging.received).toHaveLength(5)
})

it('sends what was being sent at a stop again, with the same ID and body', async () => {
  sending = startSending(services)
  const { id } = await save(hanging.url)
  await ping(id)
  await hanging.arrived(1)
  await sending.stop()
  expect((await read(id)).deliveries).toMatchObject([{ state: 'waiting', attempts: [] }])
  hanging.answer(200)
  sending = startSending(services)
  await hanging.arrived(2)
  const [first, second] = hanging.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
})

it('sends nothing more after a webhook was disabled during a request', async () => {
  sending = startSending(services)
  const { id } = await save(hanging.url)
  await ping(id)
  await hanging.arrived(1)
  await team.ada.call('save_webhook', { target: team.project, id, enabled: false })
  hanging.hangUp()
  await until(hasAttempts(id, 1))
  expect((await read(id)).deliveries).toMatchObject([{ state: 'failed' }])
  expect((await services.store.status()).counts).toMatchObject({ delivery_queue: 0 })
})

it('gives up an event that came while its webhook was disabled', async () => {
  sending = startSending(services)
  const { id } = await save(receiver.url)
  const webhook = await services.store.read.webhooks.get(id)
  if (webhook === undefined) throw new Error('the webhook is missing')
  await team.ada.call('save_webhook', { target: team.project, id, enabled: false })
  await services.store.transaction(tx => enqueueDelivery(webhook, 'source.pushed', {}, tx, services.now()))
  await until(async () => (await services.store.status()).counts['delivery_queue'] === 0)
  expect((await read(id)).deliveries).toMatchObject([{ state: 'failed', attempts: [] }])
  expect(receiver.received).toEqual([])
})

it('disables a webhook whose deliveries only fail for 5 days, and says so in the audit log', async () => {
  sending = startSending(services)
  receiver.answer(500)
  const { id } = await save(receiver.url)
  await ping(id)
  await until(hasAttempts(id, 1))
  team.world.pass(5 * DAY - 1)
  await ping(id)
  await until(hasAttempts(id, 1))
  expect((await read(id)).webhook).toMatchObject({ enabled: true, failing_since: '2027-03-01T12:00:00.000Z' })
  team.world.pass(1)
  await ping(id)
  await until(async () => (await read(id)).webhook['enabled'] === false)
  const { events } = await team.adaByHand.call<{ events: readonly More[] }>('list_organization_audit_events', {
    organization: 'acme',
  })
  expect(events.filter(({ action }) => action === 'webhook_disabled')).toMatchObject([{ target: id }])
  expect((await read(id)).deliveries.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})

it('does not disable a webhook that succeeds now and then', async () => {
  sending = startSending(services)
  const { id } = await save(receiver.url)
  for (const status of [500, 204, 500]) {
    receiver.answer(status)
    team.world.pass(5 * DAY)
    await ping(id)
    await until(hasAttempts(id, 1))
  }
  expect((await read(id)).webhook).toMatchObject({ enabled: true })
})

it.each([
  ['86400', 3_600_000],
  ['Mon, 01 Mar 2027 12:10:00 GMT', 600_000],
  ['Mon, 01 Mar 2027 11:00:00 GMT', 5000],
  ['soon', 5000],
])('waits after Retry-After: %s', async (value, wait) => {
  sending = startSending(services)
  receiver.answer(503, { 'retry-after': value })
  const { id } = await save(receiver.url)
  await ping(id)
  await until(hasAttempts(id, 1))
  const [delivery] = (await read(id)).deliveries
  expect(Date.parse(String(delivery?.['next_at'])) - services.now().getTime()).toBe(wait)
})

it('never makes changes of two projects run again because of their events', async () => {
  sending = startSending(services)
  await sending.stop()
  const webhook = await add('busy', receiver.url, 'acme')
  for (let count = 0; count < 101; count += 1) await enqueue(webhook)
  const push = (tx: Parameters<typeof enqueueEvent>[2]): Promise<void> =>
    enqueueEvent({ type: 'source.pushed', account_id: 'acme' }, () => ({}), tx, services.now())
  let end = (): void => undefined
  const other = new Promise<void>(resolve => {
    end = resolve
  })
  let runs = 0
  let begun = (): void => undefined
  const isBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  const long = services.store.transaction(
    async tx => {
      runs += 1
      await push(tx)
      begun()
      await other
    },
    { lock: 'one' },
  )
  await isBegun
  const short = services.store.transaction(push, { lock: 'two' }).finally(end)
  await Promise.all([long, short])
  expect(runs).toBe(1)
})
