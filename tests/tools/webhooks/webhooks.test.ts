import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BackgroundJob } from '../../../src/scheduling/background-job.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { eachTest } from '../../harness/each-test.ts'
import { fakeEngine } from '../runs/fake-engine.ts'
import { openTeam } from '../team.ts'
import { isSignedWith, startReceiver } from './receiver.ts'

type More = Readonly<Record<string, unknown>>

const receiver = eachTest(startReceiver)
const team = eachTest(() => openTeam(undefined, ['de'], [fakeEngine()], [receiver.host]))
let sending: BackgroundJob

beforeEach(() => {
  sending = startSending(team.world.services)
})
afterEach(() => sending.stop())

const save = (more: More = {}): Promise<{ readonly id: string; readonly secret: string }> =>
  team.ada.call('save_webhook', {
    target: team.project,
    url: receiver.url,
    events: ['source.pushed', 'work.submitted', 'review.decided', 'run.finished'],
    ...more,
  })

const bodies = (): readonly More[] => receiver.received.map(({ body }) => JSON.parse(body) as More)

const deliveries = async (id: string, more: More = {}): Promise<readonly More[]> =>
  (await team.ada.call<{ deliveries: readonly More[] }>('list_deliveries', { target: team.project, id, ...more }))
    .deliveries

/** Waits until nothing of a webhook waits or is being sent. */
const settled = async (id: string): Promise<readonly More[]> => {
  for (;;) {
    const all = await deliveries(id)
    if (all.every(({ state }) => state !== 'waiting')) return all
    await nextChange()
  }
}

const nextChange = (): Promise<void> =>
  new Promise(resolve => {
    const unwatch = team.world.services.store.watch(() => {
      unwatch()
      resolve()
    })
  })

describe('a webhook of a project', () => {
  it('is told each end of a review', async () => {
    await save({ events: ['review.decided'] })
    const end = async (text: string, decision: More): Promise<string> => {
      team.world.pass(1000)
      const { batch } = await team.submit(team.bob, 'a', text)
      const { review } = await team.call<{ review: { id: string } }>('create_review', { batch })
      await team.adaByHand.call('decide_review', { project: team.project, review: review.id, ...decision })
      return review.id
    }
    const reverted = await end('Apfel', { end: 'revert' })
    const accepted = await end('Birne', { verdicts: [{ n: 1, verdict: 'good' }], end: 'accept' })
    await receiver.arrived(2)
    expect(bodies()).toMatchObject([
      { type: 'review.decided', data: { review: reverted, counts: { reverted: 1 } } },
      { type: 'review.decided', data: { review: accepted, counts: { approved: 1 } } },
    ])
  })

  it('is not told what was not written', async () => {
    const { id } = await save()
    const items = [{ key: 'a', src: await team.src('a'), text: 'Apfel' }]
    await team.bob.call('submit_translations', { project: team.project, locale: 'de', items, dry_run: true })
    await expect(team.submit(team.cleo, 'a', 'Apfel')).rejects.toThrow()
    expect(await deliveries(id)).toEqual([])
  })

  it('gets a delivery again after 5 seconds, 5 minutes and so on, with the same ID', async () => {
    receiver.answer(500)
    const { id } = await save({ events: ['work.submitted'] })
    await team.submit(team.bob, 'a', 'Apfel')
    const waits = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
    for (const [at, wait] of waits.entries()) {
      await receiver.arrived(at + 1)
      await waitForAttempts(id, at + 1)
      const [delivery] = await deliveries(id)
      expect(Date.parse(String(delivery?.['next_at'])) - team.world.services.now().getTime()).toBe(wait * 1000)
      await sending.stop()
      team.world.pass(wait * 1000)
      sending = startSending(team.world.services)
    }
    await receiver.arrived(8)
    const [failed] = await settled(id)
    expect(failed).toMatchObject({ state: 'failed' })
    expect(failed?.['attempts']).toHaveLength(8)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('can be sent a delivery again', async () => {
    receiver.answer(400)
    const { id } = await save({ events: ['work.submitted'] })
    await team.submit(team.bob, 'a', 'Apfel')
    await waitForAttempts(id, 1)
    receiver.answer(204)
    const [delivery] = await deliveries(id)
    await team.ada.call('repeat_delivery', { target: team.project, id, delivery: delivery?.['id'] })
    await receiver.arrived(2)
    expect(await settled(id)).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }] }])
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  it('is disabled when its receiver is gone', async () => {
    receiver.answer(410)
    const { id } = await save({ events: ['work.submitted'] })
    await team.submit(team.bob, 'a', 'Apfel')
    await settled(id)
    expect(await team.ada.call('list_webhooks', { target: team.project })).toMatchObject({
      webhooks: [{ enabled: false }],
    })
    await team.submit(team.bob, 'b', 'Hallo {name}')
    expect(await deliveries(id)).toHaveLength(1)
    await expect(team.ada.call('ping_webhook', { target: team.project, id })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await save()
    const { secret } = await team.ada.call<{ secret: string }>('save_webhook', {
      target: team.project,
      id,
      rotate_secret: true,
    })
    await team.ada.call('ping_webhook', { target: team.project, id })
    await receiver.arrived(1)
    await settled(id)
    team.world.pass(25 * 3_600_000)
    await team.ada.call('ping_webhook', { target: team.project, id })
    await receiver.arrived(2)
    const [first, second] = receiver.received
    if (first === undefined || second === undefined) throw new Error('two requests were expected')
    expect([isSignedWith(old, first), isSignedWith(secret, first)]).toEqual([true, true])
    expect([isSignedWith(old, second), isSignedWith(secret, second)]).toEqual([false, true])
  })

  it('never shows its secret again', async () => {
    const { id, secret } = await save()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = [
      await team.ada.call('list_webhooks', { target: team.project }),
      await team.ada.call('save_webhook', { target: team.project, id, description: 'CI' }),
      await deliveries(id, { full: true }),
    ]
    expect(JSON.stringify(shown)).not.toContain('whsec_')
  })

  it('keeps its last 100 deliveries', async () => {
    await sending.stop()
    const { id } = await save()
    for (let count = 0; count < 103; count += 1) await team.ada.call('ping_webhook', { target: team.project, id })
    sending = startSending(team.world.services)
    const counts = async () => (await team.world.services.store.status()).counts
    while ((await counts())['delivery_queue'] !== 0) await nextChange()
    expect(await counts()).toMatchObject({ deliveries: 100 })
  })

  it('is for administrators only, and deleted with its deliveries', async () => {
    const { id } = await save()
    await expect(team.bob.call('list_webhooks', { target: team.project })).rejects.toMatchObject({ code: 'forbidden' })
    await team.ada.call('ping_webhook', { target: team.project, id })
    await settled(id)
    await team.ada.call('delete_webhook', { target: team.project, id })
    expect((await team.world.services.store.status()).counts).toMatchObject({
      webhooks: 0,
      deliveries: 0,
      delivery_queue: 0,
    })
  })
})

describe('a webhook of an account', () => {
  it('gets the events of accounts, which a webhook of a project cannot have', async () => {
    await expect(save({ events: ['run.finished', 'token.created'] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'token.created is an event of accounts, not of projects.',
      field: 'events',
      fix: 'Save a webhook of the account: target acme.',
    })
  })

  it('is told of its tokens without their values, and of all its projects', async () => {
    await save({ target: 'acme', events: ['token.created', 'work.submitted'] })
    const input = { name: 'CI deploy', scopes: ['project:read'], account: 'acme' }
    const { token } = await team.adaByHand.call<{ token: string }>('create_token', input)
    await receiver.arrived(1)
    await team.submit(team.bob, 'a', 'Apfel')
    await receiver.arrived(2)
    expect(bodies()).toMatchObject([
      { type: 'token.created' },
      { type: 'work.submitted', data: { project: 'acme/app' } },
    ])
    expect(JSON.stringify(receiver.received)).not.toContain(token)
  })
})

it.each([
  ['example.org/hook', 'is not an http URL'],
  ['ftp://example.org/hook', 'is not an http URL'],
  ['https://user:pass@example.org/hook', 'contains a user or a password'],
  ['https://example.org/hook#part', 'has the fragment'],
  ['http://example.org/hook', 'is not encrypted'],
  ['https://127.0.0.1/hook', 'is not public'],
])('the URL of a webhook is refused: %s', async (url, message) => {
  await expect(save({ url })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message) as string,
  })
})

async function waitForAttempts(id: string, count: number): Promise<void> {
  for (;;) {
    const [delivery] = await deliveries(id)
    if ((delivery?.['attempts'] as readonly unknown[] | undefined)?.length === count) return
    await nextChange()
  }
}
