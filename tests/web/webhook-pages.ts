import type { WebhookRecord } from '../../src/store/records/webhooks.ts'
import type { TestApp } from '../http/test-app.ts'
import { longestProject } from './longest-project.ts'
import { visit, type Way } from './signing-in.ts'
import { openStrings } from './string-scene.ts'
import { storeDelivery, storeWebhook } from './webhook-scene.ts'

/** A project of the team, whose webhooks ada manages. */
async function seedProject(deps: TestApp): Promise<string> {
  const project = longestProject('team', 'hooks', deps.services.newId())
  await openStrings(deps, await deps.world.user('ada'), project, { hi: 'Hi' })
  return project
}

const LONG = `https://hooks.of-a-company-with-a-long-name.example.org/${'services/T0000000/'.repeat(5)}?token=1`

const minutesAgo = ({ services }: TestApp, minutes: number): string =>
  new Date(services.now().getTime() - minutes * 60_000).toISOString()

const atList =
  (webhooks: (deps: TestApp) => readonly Partial<WebhookRecord>[], text: string): Way =>
  async (page, deps) => {
    const project = await seedProject(deps)
    for (const difference of webhooks(deps)) await storeWebhook(deps, project, difference)
    await visit(page, deps, 'ada', `/p/${project}/webhooks`, text)
  }

const atWebhook =
  (difference: (deps: TestApp) => Partial<WebhookRecord>, text: string): Way =>
  async (page, deps) => {
    const project = await seedProject(deps)
    const webhook = await storeWebhook(deps, project, difference(deps))
    const at = (minutes: number) => minutesAgo(deps, minutes)
    await storeDelivery(deps, webhook, {
      event: 'run.finished',
      state: 'failed',
      created_at: at(3000),
      attempts: [
        ...[2990, 2900, 2400, 1800].map(one => ({ at: at(one), status: 503, ms: 184 })),
        { at: at(1200), fault: 'No response within 15 seconds.', ms: 15_002 },
        { at: at(900), fault: 'The host cannot be reached, or closed the connection.', ms: 12 },
        { at: at(300), fault: 'The host has no public address.', ms: 3 },
        { at: at(200), status: 410, ms: 92 },
      ],
    })
    await storeDelivery(deps, webhook, {
      state: 'delivered',
      created_at: at(60),
      attempts: [{ at: at(60), status: 204, ms: 88 }],
    })
    await storeDelivery(deps, webhook, {
      created_at: at(6),
      attempts: [{ at: at(6), status: 500, ms: 1240 }],
      dueMs: 1_500_000,
    })
    await storeDelivery(deps, webhook, { event: 'ping' })
    await visit(page, deps, 'ada', `/p/${project}/webhooks/${webhook.id}`, text)
  }

/** The pages of webhooks, by how a user reaches them. */
export const WEBHOOK_PAGES: Readonly<Record<string, Way>> = {
  'webhooks-none': atList(() => [], 'No webhooks yet'),
  webhooks: atList(
    deps => [
      {},
      { url: LONG, failing_since: minutesAgo(deps, 3000), description: 'Donaudampfschifffahrt'.repeat(6) },
      { url: 'https://example.org/', enabled: false, description: 'رسائل إلى القناة', events: ['review.decided'] },
      {
        url: 'http://hooks.internal:8080/a',
        description: '',
        events: ['source.pushed', 'work.submitted', 'review.decided', 'run.finished'],
      },
    ],
    'hooks.internal',
  ),
  'webhook-new': async (page, deps) => {
    await WEBHOOK_PAGES['webhooks-none']?.(page, deps)
    await page.getByRole('link', { name: 'Create webhook' }).click()
    await page.getByRole('heading', { name: 'New webhook' }).waitFor()
  },
  'webhook-new-refused': async (page, deps) => {
    await WEBHOOK_PAGES['webhook-new']?.(page, deps)
    await page.getByLabel('URL').fill('http://example.org/hooks')
    await page.getByRole('checkbox', { name: 'run.finished' }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('alert').waitFor()
  },
  'webhook-created': async (page, deps) => {
    await WEBHOOK_PAGES['webhook-new']?.(page, deps)
    await page.getByLabel('URL').fill('https://example.org/hooks')
    await page.getByRole('checkbox', { name: 'run.finished' }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor()
  },
  'webhook-without-deliveries': async (page, deps) => {
    await WEBHOOK_PAGES['webhook-created']?.(page, deps)
    await page.getByRole('link', { name: 'View webhook' }).click()
    await page.getByText('Send a test to see the first one').waitFor()
  },
  webhook: atWebhook(() => ({}), 'Status 204'),
  'webhook-failing': atWebhook(
    deps => ({ url: LONG, failing_since: minutesAgo(deps, 3000) }),
    'This webhook is failing',
  ),
}
