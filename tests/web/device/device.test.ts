import { describe, expect, it } from 'vitest'
import { DEVICE_GRANT } from '../../../src/auth/oauth/capabilities.ts'
import { eachTest } from '../../harness/each-test.ts'
import { keepClient } from '../authorize-steps.ts'
import { boxes, MINUTE, useConsent } from '../consent-scene.ts'
import { openJarOf, signIn } from '../jar.ts'

const { testApp, jar, grantOf, events } = useConsent()
const client = eachTest(() =>
  keepClient(testApp.services, {
    name: 'Server <script>',
    redirect_uris: [],
    grant_types: [DEVICE_GRANT, 'refresh_token'],
  }),
)

type Answer = Readonly<Record<string, string>>

async function post(path: string, fields: Answer): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${testApp.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

/** A device that shows a code. */
const begin = async (scope = 'project:read project:write'): Promise<Answer> =>
  (await post('/oauth/device_authorization', { client_id: client.id, scope })).body

const poll = ({ device_code = '' }: Answer) =>
  post('/oauth/token', { grant_type: DEVICE_GRANT, client_id: client.id, device_code })

/** Types a code on the page. */
async function type(code: string) {
  return jar.sendForm('/device', { user_code: code })
}

describe('the device page', () => {
  it('accepts a user code, asks, and the device gets the allowed scopes', async () => {
    const device = await begin()
    await jar.get('/device')
    const form = await signIn(testApp, jar, 'ada')
    expect(form.path).toBe('/device')
    const page = await jar.post('/device', { user_code: (device.user_code ?? '').toLowerCase().replace('-', ' ') })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Did you start this?')
    expect(page.text).toContain(`<code>${device.user_code}</code>`)
    expect(page.text).toContain('Server &lt;script>')
    expect(page.text).toContain('unverified name')
    expect(boxes(page)).toEqual({ ticked: ['project:read', 'project:write'], open: [] })
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
    const done = await jar.post('/device', { answer: 'allow', accounts: 'all', scope: ['project:read'] })
    expect(done.status).toBe(200)
    expect(done.text).toContain('Device connected')
    const { status, body } = await poll(device)
    expect([status, body.scope]).toEqual([200, 'project:read'])
    const [, event] = await events('ada')
    expect(event).toMatchObject({ action: 'device_allowed', target: client.id, detail: { scopes: 'project:read' } })
    expect(await grantOf('ada', client)).toMatchObject({ scopes: ['project:read'], consents: [] })
  })

  it('reports a denial to the device', async () => {
    const device = await begin()
    await signIn(testApp, jar, 'ada')
    await type(device.user_code ?? '')
    expect((await jar.post('/device', { answer: 'deny' })).text).toContain('Access denied')
    expect((await poll(device)).body.error).toBe('access_denied')
    expect(await grantOf('ada', client)).toBeUndefined()
    expect((await events('ada'))[0]).toMatchObject({ action: 'grant_denied' })
  })

  it('fills in a code from the URL, and does nothing without the user', async () => {
    const device = await begin()
    await signIn(testApp, jar, 'ada')
    const form = await jar.get(`/device?user_code=${device.user_code}`)
    expect(form.text).toContain(`value="${device.user_code}"`)
    expect(form.text).not.toContain('name="answer"')
    expect(form.text).not.toContain('http-equiv')
    expect((await poll(device)).body.error).toBe('authorization_pending')
    const markup = await jar.get('/device?user_code=%22%3E%3Cimg%20src%3Dx%3E')
    expect(markup.text).not.toContain('<img')
  })

  it('rejects an unknown, used or expired code', async () => {
    const device = await begin()
    const late = await begin()
    await signIn(testApp, jar, 'ada')
    const wrong = await type('BCDF-GHJK')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Code not found. It works once and expires after 10 minutes.')
    expect(wrong.text).toContain('<title>Error: Connect a device')
    expect(wrong.text).toMatch(/autofocus[^>]*>.*?href="#user_code"/s)
    const page = await type(device.user_code ?? '')
    expect(page.status).toBe(200)
    const fields = { user_code: device.user_code ?? '', answer: 'allow', accounts: 'all', scope: ['project:read'] }
    expect((await jar.post('/device', fields)).status).toBe(200)
    await type(late.user_code ?? '')
    testApp.world.pass(10 * MINUTE)
    expect((await jar.post('/device', { answer: 'allow', accounts: 'all', scope: ['project:read'] })).status).toBe(400)
    expect((await type(device.user_code ?? '')).status).toBe(400)
  })

  it('reads the clock once, so that a code does not expire during the answer', async () => {
    const device = await begin()
    await signIn(testApp, jar, 'ada')
    await type(device.user_code ?? '')
    const { store, now } = testApp.services
    const looks: Date[] = []
    let isDeciding = false
    const transaction: typeof store.transaction = (work, ...rest) =>
      store.transaction(
        async tx => {
          isDeciding = true
          return work(tx).finally(() => (isDeciding = false))
        },
        ...rest,
      )
    const look = (): Date => {
      if (!isDeciding) return now()
      looks.push(now())
      return looks.length === 1 ? now() : new Date(now().getTime() + 10 * MINUTE)
    }
    Object.assign(testApp.services, { now: look, store: { read: store.read, transaction } })
    const done = await jar.post('/device', { answer: 'allow', accounts: 'all', scope: ['project:read'] })
    Object.assign(testApp.services, { now, store })
    expect(looks).toHaveLength(1)
    expect(done.text).toContain('Device connected')
    expect((await poll(device)).body.scope).toBe('project:read')
  })

  it('reports the result when Allow is pressed again', async () => {
    const device = await begin()
    await signIn(testApp, jar, 'ada')
    await type(device.user_code ?? '')
    const fields = { user_code: device.user_code ?? '', answer: 'allow', accounts: 'all', scope: ['project:read'] }
    for (let press = 0; press < 7; press++) {
      const pressed = await jar.sendForm('/device', fields)
      expect([pressed.status, pressed.text.includes('Device connected')]).toEqual([200, true])
    }
    expect((await poll(device)).body.scope).toBe('project:read')
    const other = await openJarOf(testApp, 'eve')
    expect((await other.sendForm('/device', { user_code: device.user_code ?? '' })).status).toBe(400)
  })

  it('answers both of two concurrent requests correctly', async () => {
    await signIn(testApp, jar, 'ada')
    for (const [first, second] of [
      ['allow', 'allow'],
      ['deny', 'deny'],
      ['allow', 'deny'],
      ['deny', 'allow'],
    ] as const) {
      const device = await begin()
      await type(device.user_code ?? '')
      const { csrf = [] } = jar.hidden('/device')
      const fields = { user_code: device.user_code ?? '', accounts: 'all', scope: ['project:read'], csrf }
      const pressed = await Promise.all(
        [first, second].map(async answer => ({ answer, ...(await jar.post('/device', { ...fields, answer })) })),
      )
      const isAllowed = (await poll(device)).status === 200
      for (const { answer, status, text } of pressed) {
        const told = isAllowed
          ? answer === 'allow'
            ? [200, 'Device connected']
            : [400, 'Deny came too late']
          : [200, 'Access denied']
        expect([answer, status, text.includes(String(told[1]))]).toEqual([answer, told[0], true])
      }
    }
  })

  it('blocks guessing: after five wrong codes the user waits, also with a correct one', async () => {
    const device = await begin()
    await signIn(testApp, jar, 'ada')
    for (let count = 0; count < 5; count++) expect((await type(`BCDF-GHJ${'KLMNP'[count]}`)).status).toBe(400)
    const stopped = await type(device.user_code ?? '')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
  })
})
