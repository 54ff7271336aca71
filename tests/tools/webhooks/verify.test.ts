import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../src/store/records/webhooks.ts'
import { startRuns } from '../../../src/tools/runs/worker/start-runs.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { eachTest } from '../../harness/each-test.ts'
import { found } from '../loop.ts'
import { fakeEngine } from '../runs/fake-engine.ts'
import { openTeam } from '../team.ts'
import { isSignedWith, type Received, startReceiver } from './receiver.ts'

const DOCUMENT = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/webhooks.md'), 'utf8')

interface Event {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

type Verify = (secret: string, headers: Received['headers'], body: string, now: number) => boolean

/** The function that docs/webhooks.md shows for Node. */
async function loadSnippet(): Promise<Verify> {
  const source = found(/^```js\n(.*?)^```/ms.exec(DOCUMENT)?.[1])
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { isFromDragoman: Verify }
  return module.isFromDragoman
}

const receiver = eachTest(startReceiver)
const team = eachTest(() => openTeam(undefined, ['de'], [fakeEngine()], [receiver.host]))
eachTest(() => startSending(team.world.services))

const save = (target: string, more: Readonly<Record<string, unknown>>) =>
  team.ada.call<{ readonly id: string; readonly secret: string }>('save_webhook', {
    target,
    url: receiver.url,
    ...more,
  })

describe('docs/webhooks.md', () => {
  it('verifies requests in Node', async () => {
    const verify = await loadSnippet()
    const { id, secret: old } = await save(team.project, { events: ['run.finished'] })
    const { secret } = await save(team.project, { id, rotate_secret: true })
    await team.ada.call('ping_webhook', { target: team.project, id })
    await receiver.arrived(1)
    const { headers, body } = found(receiver.received[0])
    const now = team.world.services.now().getTime()
    expect([verify(secret, headers, body, now), verify(old, headers, body, now)]).toEqual([true, true])
    const signatures = String(headers['webhook-signature'])
    const wrong = [
      verify(secret, headers, `${body} `, now),
      verify(secret, headers, body, now + 301_000),
      verify(secret, headers, body, now - 301_000),
      verify(secret, { ...headers, 'webhook-id': 'msg_other' }, body, now),
      verify(secret, { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) + 1}` }, body, now),
      verify(secret, { ...headers, 'webhook-signature': signatures.replaceAll('v1,', 'v2,') }, body, now),
      verify(secret, {}, body, now),
      verify(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body, now),
    ]
    expect(wrong).toEqual(wrong.map(() => false))
  })

  it('shows each event with the fields that are sent', async () => {
    const examples = [...DOCUMENT.matchAll(/^### `([\w.]+)`$.*?^```json\n(.*?)^```/gms)].map(
      ([, type = '', text = '']) => [type, JSON.parse(text) as Event] as const,
    )
    const { id, secret } = await save(team.project, {
      events: ['source.pushed', 'work.submitted', 'review.decided', 'run.finished'],
    })
    const account = await save('acme', { events: ['token.created', 'token.revoked'] })
    await team.push({ a: 'Apple', b: 'Hello {name}', c: 'Plum' })
    await receiver.arrived(1)
    await team.submit(team.bob, 'a', 'Apfel')
    await receiver.arrived(2)
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    await receiver.arrived(3)
    const job = startRuns(team.world.services)
    await team.call('start_run')
    await receiver.arrived(4)
    await job.stop()
    const input = { name: 'CI deploy', scopes: ['project:read'], account: 'acme' }
    const token = await team.adaByHand.call<{ id: string }>('create_token', input)
    await receiver.arrived(5)
    await team.adaByHand.call('revoke_token', { id: token.id })
    await receiver.arrived(6)
    await team.ada.call('ping_webhook', { target: team.project, id })
    await receiver.arrived(7)
    for (const one of receiver.received) {
      expect([secret, account.secret].filter(own => isSignedWith(own, one))).toHaveLength(1)
      expect(one.body).not.toContain('Apfel')
    }
    const sent = receiver.received.map(({ body }) => JSON.parse(body) as Event)
    expect(sent.slice(0, -1).map(({ type }) => type)).toEqual(EVENT_TYPES)
    expect(examples.map(([type]) => type)).toEqual(sent.map(({ type }) => type))
    expect(examples.map(([, example]) => redact(example))).toEqual(sent.map(redact))
  })
})

/** An event without its IDs, which differ in each run. */
function redact(event: Event): unknown {
  return JSON.parse(
    JSON.stringify(event)
      .replaceAll(/\b1mg[0-9a-z]{17}\b/g, 'id')
      .replaceAll(/svca_\w{4}/g, 'svca_')
      .replaceAll(event.timestamp, 'time'),
  )
}
