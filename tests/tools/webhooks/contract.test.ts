import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../src/store/records/webhooks.ts'
import { startRuns } from '../../../src/tools/runs/worker/start-runs.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { fakeEngine } from '../runs/fake-engine.ts'
import { openTeam } from '../team.ts'
import { isSignedWith, startReceiver } from './receiver.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

/** The body that docs/webhooks.md shows for an event. */
function documentedBody(type: string): { readonly data: Readonly<Record<string, unknown>> } {
  const [, section = ''] = DOCUMENT.split(`### \`${type}\`\n`)
  return JSON.parse(/```json\n([^]*?)```/.exec(section)?.[1] ?? '{}')
}

it('every event is delivered once, signed and with the fields that its document shows', async () => {
  const receiver = await startReceiver()
  const team = await openTeam(undefined, ['de'], [fakeEngine()], [receiver.host])
  const sending = startSending(team.world.services)
  try {
    const { secret } = await team.ada.call<{ secret: string }>('save_webhook', {
      target: 'acme',
      url: receiver.url,
      events: EVENT_TYPES,
    })
    await team.push({ a: 'Apple', b: 'Hello {name}', c: 'Plum' })
    await receiver.arrived(1)
    await team.submit(team.bob, 'a', 'Apfel')
    await receiver.arrived(2)
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    await receiver.arrived(3)
    const job = startRuns(team.world.services)
    await team.ada.call('start_run', { project: team.project })
    await receiver.arrived(4)
    await job.stop()
    const { id } = await team.adaByHand.call<{ id: string }>('create_token', {
      name: 'CI deploy',
      scopes: ['project:read'],
      account: 'acme',
    })
    await receiver.arrived(5)
    await team.adaByHand.call('revoke_token', { id })
    await receiver.arrived(6)
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ type }) => type)).toEqual(EVENT_TYPES)
    for (const { type, timestamp, data, ...more } of bodies) {
      expect([Number.isNaN(Date.parse(timestamp)), more]).toEqual([false, {}])
      expect(Object.keys(data).toSorted(), type).toEqual(Object.keys(documentedBody(type).data).toSorted())
    }
    for (const one of receiver.received) expect(isSignedWith(secret, one)).toBe(true)
  } finally {
    await sending.stop()
    await team.close()
    await receiver.close()
  }
})
