import { beforeEach, describe, expect, it } from 'vitest'
import { found } from '../../tools/loop.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'
import { SECRET, storeDelivery, storeWebhook } from '../webhook-scene.ts'

const scene = useOwnAcme()
const ada = scene.agent
let project: string
let path: string

beforeEach(async () => {
  project = `${scene.acme}/app`
  path = `/p/${project}/webhooks`
  await openStrings(scene.testApp, ada, project, { hi: 'Hi' })
})

const stored = async (id: string) => scene.testApp.services.store.read.webhooks.get(id)
const all = async () => {
  const { read } = scene.testApp.services.store
  const { id } = found(await read.accounts.by('handle', scene.acme))
  return read.webhooks.list('account', id)
}
const secretIn = (html: string): string => found(/whsec_[A-Za-z0-9+/]{43}=/.exec(html)?.[0])
const CHOICES = { url: 'https://example.org/hooks', events: ['source.pushed', 'run.finished'], description: 'CI' }
const create = async (fields: Readonly<Record<string, string | readonly string[]>> = {}) => {
  return scene.ada.sendForm(`${path}/new`, { ...CHOICES, ...fields })
}

describe('the webhooks of a project', () => {
  it('are offered with a button while there are none', async () => {
    const { status, text } = await scene.ada.get(path)
    expect(status).toBe(200)
    expect(visible(text)).toContain('No webhooks yet')
    expect(text).toContain(`href="${path}/new"`)
    expect(text).toContain(`<a href="${path}" aria-current="page">Webhooks</a>`)
  })

  it('are listed with events and state, without secrets', async () => {
    await storeWebhook(scene.testApp, project)
    const failing_since = new Date(scene.testApp.services.now().getTime() - 7_200_000).toISOString()
    await storeWebhook(scene.testApp, project, { url: 'https://b.example.org/?token=1', failing_since })
    await storeWebhook(scene.testApp, project, { url: 'https://c.example.org/', enabled: false })
    const { text } = await scene.ada.get(path)
    const words = visible(text)
    expect(words).toMatch(/Enabled ci\.example\.org\/hooks\/dragoman Starts the build .* source\.pushed run\.finished/)
    expect(words).toMatch(/b\.example\.org .* Failing First failure 2 hours ago/)
    expect(words).toMatch(/c\.example\.org .* Disabled/)
    for (const hidden of ['whsec_', 'token=1']) expect(text).not.toContain(hidden)
  })

  it('are for administrators only, who alone see the tab', async () => {
    const { id } = await storeWebhook(scene.testApp, project)
    const bea = await scene.signedIn('bea')
    for (const page of [path, `${path}/new`, `${path}/${id}`, `${path}/${id}/edit`]) {
      const { status, text } = await bea.get(page)
      expect(status, page).toBe(403)
      expect(visible(text)).toContain(`You can't manage webhooks of ${project}`)
    }
    const ofBea = await bea.get(`/p/${project}/runs`)
    expect(ofBea.text).not.toContain(path)
    expect((await scene.ada.get(`/p/${project}/runs`)).text).toContain(`<a href="${path}">Webhooks</a>`)
    const cleo = await scene.signedIn('cleo')
    expect((await cleo.get(path)).status).toBe(404)
  })
})

describe('the form of a webhook', () => {
  it('creates a webhook and shows its secret once', async () => {
    const { status, text } = await create()
    expect(status).toBe(200)
    expect(visible(text)).toContain("Copy the secret now. It won't be shown again.")
    const [webhook, ...others] = await all()
    expect(others).toEqual([])
    expect(webhook).toMatchObject({ ...CHOICES, secret: secretIn(text), enabled: true })
    const page = await scene.ada.get(`${path}/${found(webhook).id}`)
    expect(page.text).not.toContain('whsec_')
  })

  it('creates one webhook if it is sent twice, without the secret', async () => {
    await scene.ada.get(`${path}/new`)
    const keys = scene.ada.hidden(`${path}/new`)
    await scene.ada.post(`${path}/new`, CHOICES)
    const again = await scene.ada.post(`${path}/new`, { ...CHOICES, ...keys })
    const [webhook, ...others] = await all()
    expect(others).toEqual([])
    expect(again.path).toBe(`${path}/${found(webhook).id}?done=spent`)
    expect(visible(again.text)).toContain('This form was already submitted')
    expect(again.text).not.toContain('whsec_')
  })

  it.each([
    [{ url: '' }, 'Enter a URL', 'url'],
    [{ url: 'http://example.org/hooks' }, 'The URL "http://example.org/hooks" is not encrypted.', 'url'],
    [{ url: 'https://a:b@example.org/' }, 'The URL contains a user or a password.', 'url'],
    [{ events: [] }, 'Select at least one event.', 'events'],
    [{ description: 'a\u0000b' }, 'Remove control characters', 'description'],
  ])('keeps its values and leads to the field of an error: %j', async (difference, message, field) => {
    const { status, text } = await create(difference)
    expect(status).toBe(400)
    expect(visible(text)).toContain('The webhook was not created')
    expect(text).toContain(`href="#${field}"`)
    expect(visible(found(new RegExp(`id="${field}-fault">([^<]*)`).exec(text)?.[1]))).toContain(message)
    expect(text).toContain('<title>Error: New webhook')
    if (!('url' in difference)) expect(text).toContain(`value="${CHOICES.url}"`)
    if (!('events' in difference)) expect(text).toMatch(/value="run\.finished" checked/)
    expect(text).not.toContain('save_webhook')
    expect(await all()).toEqual([])
  })

  it('changes a webhook, and keeps its secret', async () => {
    const { id } = await storeWebhook(scene.testApp, project)
    const { text } = await scene.ada.get(`${path}/${id}/edit`)
    expect(text).toContain('value="https://ci.example.org/hooks/dragoman"')
    const refused = await scene.ada.post(`${path}/${id}/edit`, { ...CHOICES, events: [] })
    expect(visible(refused.text)).toContain('The webhook was not changed')
    const saved = await scene.ada.post(`${path}/${id}/edit`, { ...CHOICES, events: 'work.submitted' })
    expect(visible(saved.text)).toContain('Webhook saved')
    expect(await stored(id)).toMatchObject({ url: CHOICES.url, events: ['work.submitted'], secret: SECRET })
  })
})

describe('the page of a webhook', () => {
  it('lists its deliveries with attempts and the next one', async () => {
    const webhook = await storeWebhook(scene.testApp, project)
    const at = scene.testApp.services.now().toISOString()
    const attempts = [
      { at, status: 503, ms: 20 },
      { at, fault: 'No response within 15 seconds.', ms: 15_000 },
    ]
    await storeDelivery(scene.testApp, webhook, { attempts, dueMs: 1_800_000 })
    const { text } = await scene.ada.get(`${path}/${webhook.id}`)
    expect(visible(text)).toMatch(
      /Waiting source\.pushed .* No response within 15 seconds\. just now · 15\.0 s Status 503 just now · 20 ms Next attempt in 30 minutes/,
    )
  })

  it('pages its deliveries', async () => {
    const webhook = await storeWebhook(scene.testApp, project)
    for (let count = 0; count < 25; count += 1) {
      await storeDelivery(scene.testApp, webhook, { state: 'delivered' })
    }
    const count = (text: string) => text.match(/<th scope="row"/g)?.length
    const { text } = await scene.ada.get(`${path}/${webhook.id}`)
    expect(count(text)).toBe(20)
    const next = found(/href="([^"]*)" rel="next"/.exec(text)?.[1]).replaceAll('&amp;', '&')
    expect(count((await scene.ada.get(next)).text)).toBe(5)
  })

  it('sends a test, and a delivery again', async () => {
    const webhook = await storeWebhook(scene.testApp, project)
    const page = `${path}/${webhook.id}`
    const delivery = await storeDelivery(scene.testApp, webhook, { state: 'failed' })
    const sent = await scene.ada.sendForm(page, { action: 'ping' })
    expect(sent.path).toBe(`${page}?done=ping`)
    expect(visible(sent.text)).toMatch(/Test sent .* ping Waiting · just now/)
    const again = await scene.ada.post(page, { action: 'repeat', delivery })
    expect(visible(again.text)).toContain('Delivery sent again')
    const { read } = scene.testApp.services.store
    expect(await read.deliveries.get(delivery)).toMatchObject({ state: 'waiting' })
    expect(await read.delivery_queue.list('webhook', webhook.id)).toHaveLength(2)
  })

  it('is disabled and enabled by its buttons, and sends nothing while it is disabled', async () => {
    const { id } = await storeWebhook(scene.testApp, project)
    const page = `${path}/${id}`
    const disabled = await scene.ada.sendForm(page, { action: 'disable' })
    expect(visible(disabled.text)).toContain('Webhook disabled')
    for (const gone of ['Send test', 'Send again']) expect(disabled.text).not.toContain(gone)
    const refused = await scene.ada.post(page, { action: 'ping' })
    expect(refused.status).toBe(409)
    expect(visible(refused.text)).toMatch(/Nothing was changed .* is disabled, so nothing is sent\. Enable it first\./)
    expect(refused.text).not.toContain('save_webhook')
    await scene.ada.post(page, { action: 'enable' })
    expect(await stored(id)).toMatchObject({ enabled: true })
  })

  it('rotates its secret, which the answer alone shows', async () => {
    const { id } = await storeWebhook(scene.testApp, project)
    const page = `${path}/${id}`
    const { text: before } = await scene.ada.get(page)
    const once = found(/name="once" value="([^"]+)"/.exec(before)?.[1])
    const csrf = found(
      new RegExp(`action="${page}"[^>]*><input type="hidden" name="csrf" value="([^"]+)"`).exec(before)?.[1],
    )
    const { text } = await scene.ada.post(page, { action: 'rotate', once, csrf })
    const rotated = await stored(id)
    expect(rotated).toMatchObject({ secret: secretIn(text), previous: { secret: SECRET } })
    const again = await scene.ada.post(page, { action: 'rotate', once, csrf })
    expect(again.path).toBe(`${page}?done=spent`)
    expect(await stored(id)).toEqual(rotated)
    expect(visible(again.text)).toContain('The previous one expires tomorrow')
  })

  it('is deleted after a question', async () => {
    const { id } = await storeWebhook(scene.testApp, project)
    const { text } = await scene.ada.get(`${path}/${id}`)
    expect(visible(text)).toContain('Delete this webhook?')
    const deleted = await scene.ada.post(`${path}/${id}`, { action: 'delete' })
    expect(deleted.path).toBe(`${path}?done=delete`)
    expect(visible(deleted.text)).toContain('Webhook deleted')
    expect(await stored(id)).toBeUndefined()
    const { status } = await scene.ada.get(`${path}/${id}`)
    expect(status).toBe(404)
  })

  it('is missing for a webhook of another project, and for an unknown action', async () => {
    await openStrings(scene.testApp, ada, `${scene.acme}/other`, { hi: 'Hi' })
    const other = await storeWebhook(scene.testApp, `${scene.acme}/other`)
    expect((await scene.ada.get(`${path}/${other.id}`)).status).toBe(404)
    const { id } = await storeWebhook(scene.testApp, project)
    expect((await scene.ada.sendForm(`${path}/${id}`, { action: 'constructor' })).status).toBe(400)
  })
})
