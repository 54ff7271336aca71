import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enqueueDelivery } from '../../../src/events/enqueue.ts'
import type { SendWebhook, WebhookResponse } from '../../../src/outbound/webhook-request.ts'
import type { BackgroundJob } from '../../../src/scheduling/background-job.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { found } from '../loop.ts'
import { openSite, type SiteProcess } from '../site.ts'
import { openTeam, type Team } from '../team.ts'

/** Longer than a lease. */
const LONG_MS = 20_000
const OK: WebhookResponse = { status: 200, retryAfter: undefined }

let team: Team
let webhook: string
let create: ReturnType<typeof openSite>
let senders: BackgroundJob[]
let processes: SiteProcess[]

beforeEach(async () => {
  const host = 'hooks.test:1'
  team = await openTeam(undefined, ['de'], [], [host])
  const saved = { target: team.project, url: `http://${host}/`, events: ['source.pushed'] }
  webhook = (await team.ada.call<{ id: string }>('save_webhook', saved)).id
  create = openSite(team.world.services)
  senders = []
  processes = []
})

afterEach(async () => {
  vi.useRealTimers()
  for (const one of processes) one.thaw()
  await Promise.all(senders.map(sender => sender.stop()))
  await team.close()
})

const store = () => team.world.services.store
const now = () => team.world.services.now()

const enqueue = async (): Promise<string> => {
  const record = found(await store().read.webhooks.get(webhook))
  return store().transaction(tx => enqueueDelivery(record, 'ping', {}, tx, now()))
}

const deliveries = () => store().read.deliveries.list('webhook', webhook)

/** Resolves as soon as all deliveries of the webhook have ended. */
const ended = async (): Promise<void> => {
  for (;;) {
    const changed = new Promise<void>(resolve => {
      const unwatch = store().watch(() => {
        unwatch()
        resolve()
      })
    })
    if ((await store().read.delivery_queue.count('webhook', webhook)) === 0) return
    await changed
  }
}

interface Receiving {
  readonly process: SiteProcess
  readonly start: () => void
  /** The IDs of the deliveries that it sent. */
  readonly sent: readonly string[]
  /** Answers requests that wait; later ones are answered at once. */
  readonly answer: (response: WebhookResponse) => void
  /** Resolves when so many requests were sent. */
  readonly asked: (count: number) => Promise<void>
}

/** A process whose requests go nowhere: the test answers them. */
function openReceiving(answer?: WebhookResponse): Receiving {
  const sent: string[] = []
  const held: ((response: WebhookResponse) => void)[] = []
  let known = answer
  let arrived = (): void => {}
  const sendWebhook: SendWebhook = (request, signal) => {
    sent.push(request.headers['webhook-id'] ?? '')
    arrived()
    if (known !== undefined) return Promise.resolve(known)
    return new Promise(resolve => {
      held.push(resolve)
      signal.addEventListener('abort', () => resolve({ fault: 'aborted' }))
    })
  }
  const process = create({ sendWebhook })
  processes.push(process)
  return {
    process,
    start: () => void senders.push(startSending(process.services)),
    sent,
    answer: response => {
      known = response
      for (const resolve of held.splice(0)) resolve(response)
    },
    asked: count =>
      new Promise(resolve => {
        arrived = () => sent.length >= count && resolve()
        arrived()
      }),
  }
}

it('sends each delivery once, whichever process does it', async () => {
  const [one, other] = [openReceiving(OK), openReceiving(OK)]
  one.start()
  other.start()
  const ids: string[] = []
  for (let count = 0; count < 10; count += 1) ids.push(await enqueue())
  await ended()
  expect([...one.sent, ...other.sent].toSorted()).toEqual(ids.toSorted())
})

it('sends to a webhook from one process at a time, and from another one after a kill', async () => {
  const [killed, other] = [openReceiving(), openReceiving(OK)]
  const first = await enqueue()
  killed.start()
  await killed.asked(1)
  other.start()
  await other.process.refused(`webhook ${webhook}`)
  expect(other.sent).toEqual([])
  killed.process.freeze()
  team.world.pass(LONG_MS)
  const second = await enqueue()
  await ended()
  expect(killed.sent).toEqual([first])
  expect(other.sent).toEqual([first, second])
})

it('stores no late response of a process that was frozen', async () => {
  const [frozen, other] = [openReceiving(), openReceiving(OK)]
  await enqueue()
  frozen.start()
  await frozen.asked(1)
  frozen.process.freeze()
  team.world.pass(LONG_MS)
  other.start()
  await ended()
  const before = await deliveries()
  expect(before).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }])
  frozen.answer({ status: 410, retryAfter: undefined })
  frozen.process.thaw()
  await frozen.process.left(`webhook ${webhook}`)
  expect(await deliveries()).toEqual(before)
  expect(await store().read.webhooks.get(webhook)).toMatchObject({ enabled: true })
})

it('leaves a delivery to the process that sends it, when one that was frozen has a response', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [frozen, other] = [openReceiving(), openReceiving()]
  await enqueue()
  frozen.start()
  await frozen.asked(1)
  frozen.process.freeze()
  team.world.pass(LONG_MS)
  vi.advanceTimersByTime(LONG_MS)
  other.start()
  await other.asked(1)
  frozen.answer({ status: 500, retryAfter: undefined })
  frozen.process.thaw()
  await frozen.process.left(`webhook ${webhook}`)
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: [] }])
  other.answer(OK)
  await ended()
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }])
})
