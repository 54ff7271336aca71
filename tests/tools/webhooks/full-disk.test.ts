import { expect, it, onTestFinished } from 'vitest'
import { enqueueDelivery } from '../../../src/events/enqueue.ts'
import type { Log } from '../../../src/log.ts'
import { startSending } from '../../../src/tools/webhooks/start-sending.ts'
import { FaultyFiles } from '../../store/faulty-files.ts'
import { openWorld } from '../world.ts'
import { startReceiver } from './receiver.ts'

it('does not send a delivery again at once if the disk is full', async () => {
  const [receiver, slow] = await Promise.all([startReceiver(), startReceiver()])
  slow.answer(undefined)
  const files = new FaultyFiles()
  const world = await openWorld({ files, webhookHosts: [receiver.host, slow.host] })
  const { services } = world
  const now = services.now()
  const failed: string[] = []
  let isTold = (): void => undefined
  const log: Log = Object.assign(Object.create(services.log) as Log, {
    warn: ({ webhook }: { readonly webhook: string }) => {
      failed.push(webhook)
      isTold()
    },
  })
  const nextFailure = (): Promise<void> =>
    new Promise(resolve => {
      isTold = resolve
    })
  await services.store.transaction(async tx => {
    for (const { url } of [receiver, slow]) {
      const webhook = {
        id: url,
        owner_id: 'app',
        account_id: 'acme',
        url,
        events: ['source.pushed' as const],
        description: '',
        secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
        enabled: true,
        created_by: 'ada',
        created_at: now.toISOString(),
      }
      await tx.webhooks.insert(webhook)
      await enqueueDelivery(webhook, 'ping', {}, tx, now)
    }
  })
  files.fault = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const first = nextFailure()
  const sending = startSending({ ...services, log })
  onTestFinished(async () => {
    await sending.stop()
    files.fault = () => undefined
    await world.close()
    await Promise.all([receiver.close(), slow.close()])
  })
  await first
  await slow.arrived(1)
  const second = nextFailure()
  slow.hangUp()
  await second
  expect(failed).toEqual([receiver.url, slow.url])
  expect([receiver.received.length, slow.received.length]).toEqual([1, 1])
})
