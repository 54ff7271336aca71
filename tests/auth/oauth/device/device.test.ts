import { describe, expect, it } from 'vitest'
import { answerDevice, findDeviceRequest } from '../../../../src/auth/oauth/device/answer-device.ts'
import { EVERYDAY_SCOPES, type Scope } from '../../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../../src/auth/secrets.ts'
import type { ClientRecord } from '../../../../src/store/records/authorization.ts'
import {
  accessOf,
  eventsOf,
  makeClient,
  makeCode,
  postForm,
  refreshOf,
  statusOf,
  tokensOf,
  wordOf,
} from '../authorized.ts'
import { useClient } from '../scene.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** A document is not read again before. */
const FAR = '2099-01-01T00:00:00.000Z'

const scene = useClient()

type Fields = Readonly<Record<string, string | undefined>>

interface Device {
  readonly device_code: string
  readonly user_code: string
}

const ask = (change: Fields = {}, headers = {}) =>
  postForm(scene.testApp, '/oauth/device_authorization', { client_id: scene.client.id, ...change }, headers)

async function begin(change: Fields = {}): Promise<Device> {
  const { status, body } = await ask(change)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as unknown as Device
}

const poll = ({ device_code }: Pick<Device, 'device_code'>, change: Fields = {}, headers = {}) =>
  postForm(
    scene.testApp,
    '/oauth/token',
    { grant_type: DEVICE_GRANT, device_code, client_id: scene.client.id, ...change },
    headers,
  )

/** What the page does when a user allows it: it stores the grant, and answers the device. */
async function allow({ user_code }: Device, scopes: readonly Scope[] = EVERYDAY_SCOPES): Promise<string> {
  const { grantId, userId } = await makeCode(scene.testApp.services, { client: scene.client, scopes })
  const { store, now } = scene.testApp.services
  const answered = await store.transaction(async tx => {
    const device = await findDeviceRequest(user_code, tx, now())
    return device !== undefined && answerDevice(tx, device, { allowed: true, userId, grantId }, now())
  })
  expect(answered).toBe(true)
  return grantId
}

describe('POST /oauth/device_authorization', () => {
  it('returns a device code and a user code', async () => {
    const answer = await ask()
    const base = scene.testApp.services.baseUrl
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      device_code: expect.stringMatching(/^svcd_[0-9a-f]{48}$/) as string,
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as string,
      verification_uri: `${base}/device`,
      verification_uri_complete: `${base}/device?user_code=${String(answer.body.user_code)}`,
      expires_in: 600,
      interval: 5,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('stores neither code', async () => {
    const device = await begin()
    const { read } = scene.testApp.services.store
    const kept = JSON.stringify(await read.device_codes.list('all', ''))
    expect(kept).not.toContain(device.device_code)
    expect(kept).not.toContain(device.user_code)
    expect(kept).not.toContain(device.user_code.replace('-', ''))
  })

  it('stores the requested scopes that exist, or the default ones', async () => {
    const asked = await begin({ scope: 'project:read nonsense offline_access' })
    const { read } = scene.testApp.services.store
    const now = scene.testApp.services.now()
    expect(await findDeviceRequest(asked.user_code, read, now)).toMatchObject({
      scopes: ['project:read'],
      scope_given: true,
      resources: [`${scene.testApp.services.baseUrl}/mcp`],
    })
    for (const scope of [undefined, 'openid email profile']) {
      const { user_code } = await begin({ scope })
      const usual = { scopes: EVERYDAY_SCOPES, scope_given: false }
      expect(await findDeviceRequest(user_code, read, now), scope).toMatchObject(usual)
    }
  })

  it('rejects what it cannot grant', async () => {
    expect(wordOf(await ask({ scope: 'project:read"' }))).toBe('400 invalid_scope')
    expect(wordOf(await ask({ resource: 'https://evil.example' }))).toBe('400 invalid_target')
    expect(wordOf(await ask({ client_id: undefined }))).toBe('400 invalid_request')
    expect(wordOf(await ask({ client_id: mintSecret('svcc').value }))).toBe('401 invalid_client')
    expect(wordOf(await ask({ client_secret: 'wrong' }))).toBe('401 invalid_client')
    expect((await fetch(`${scene.testApp.url}/oauth/device_authorization`)).status).toBe(405)
    const web = await makeClient(scene.testApp.services, { grant_types: ['authorization_code'] })
    expect(wordOf(await ask({ client_id: web.id }))).toBe('400 unauthorized_client')
  })
})

describe('a client that registered the default grant types', () => {
  const grant_types = ['authorization_code', 'refresh_token']
  const asDocument = { kind: 'document', grant_types, fetched_at: FAR, fresh_until: FAR } as const

  it.each<[string, Partial<ClientRecord>]>([
    ['as none', { grant_types }],
    ['without a method', { grant_types, auth_method: 'client_secret_basic', confidential: false }],
    ['by the document of a program', { ...asDocument, id: 'https://program.example/client.json' }],
  ])('may use the device grant when it is public: %s', async (_, registered) => {
    scene.client = await makeClient(scene.testApp.services, registered)
    const device = await begin()
    expect(wordOf(await poll(device))).toBe('400 authorization_pending')
    await allow(device)
    const { refresh_token } = tokensOf(await poll(device))
    expect((await scene.refresh(refresh_token)).status).toBe(200)
  })

  it('may not use it when it needs its secret', async () => {
    const method = { auth_method: 'client_secret_post', confidential: true } as const
    const { id, secret } = await makeClient(scene.testApp.services, { grant_types, ...method })
    const fields = { client_id: id, client_secret: secret }
    expect(wordOf(await ask(fields))).toBe('400 unauthorized_client')
    expect(wordOf(await poll({ device_code: mintSecret('svcd').value }, fields))).toBe('400 unauthorized_client')
  })

  it('may not use it with the document of a website, which any device could claim', async () => {
    const { id } = await makeClient(scene.testApp.services, {
      ...asDocument,
      id: 'https://site.example/client.json',
      redirect_uris: ['https://site.example/callback', 'http://127.0.0.1/callback'],
    })
    expect(wordOf(await ask({ client_id: id }))).toBe('400 unauthorized_client')
  })
})

describe('a polling device', () => {
  it('gets tokens once its user allowed it, one time', async () => {
    const device = await begin()
    expect(wordOf(await poll(device))).toBe('400 authorization_pending')
    const grantId = await allow(device)
    const answer = await poll(device)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^svco_/) as string,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svcr_/) as string,
      scope: EVERYDAY_SCOPES.join(' '),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const tokens = tokensOf(answer)
    expect(await statusOf(scene.testApp, tokens.access_token)).toBe(200)
    expect(wordOf(await poll(device))).toBe('400 invalid_grant')
    expect((await postForm(scene.testApp, '/oauth/token', refreshOf(scene.client, tokens.refresh_token))).status).toBe(
      200,
    )
    expect((await eventsOf(scene.testApp, grantId))[0]).toMatchObject({ action: 'token_issued' })
  })

  it('gets tokens in one of two requests at once', async () => {
    const device = await begin()
    await allow(device)
    const answers = await Promise.all([poll(device), poll(device)])
    expect(answers.map(wordOf).sort()).toEqual(['200 undefined', '400 invalid_grant'])
  })

  it('waits 5 seconds longer after each poll that is too early', async () => {
    const device = await begin()
    expect(wordOf(await poll(device))).toBe('400 authorization_pending')
    scene.testApp.world.pass(4_999)
    expect(wordOf(await poll(device))).toBe('400 slow_down')
    scene.testApp.world.pass(9_999)
    expect(wordOf(await poll(device))).toBe('400 slow_down')
    scene.testApp.world.pass(15_000)
    expect(wordOf(await poll(device))).toBe('400 authorization_pending')
    scene.testApp.world.pass(5_000)
    expect(wordOf(await poll(device))).toBe('400 slow_down')
  })

  it('gets access_denied when its user denied it', async () => {
    const device = await begin()
    const { store, now } = scene.testApp.services
    await store.transaction(async tx => {
      const found = await findDeviceRequest(device.user_code, tx, now())
      if (found !== undefined) await answerDevice(tx, found, { allowed: false, userId: 'ada' }, now())
    })
    expect(wordOf(await poll(device))).toBe('400 access_denied')
    expect(wordOf(await poll(device))).toBe('400 access_denied')
  })

  it('gets expired_token after 10 minutes, allowed or not', async () => {
    const [waiting, allowed] = [await begin(), await begin()]
    await allow(allowed)
    scene.testApp.world.pass(600_000)
    expect(wordOf(await poll(waiting))).toBe('400 expired_token')
    expect(wordOf(await poll(allowed))).toBe('400 expired_token')
  })

  it('cannot use the code of another client', async () => {
    const device = await begin()
    await allow(device)
    const other = await makeClient(scene.testApp.services)
    expect(wordOf(await poll(device, { client_id: other.id }))).toBe('400 invalid_grant')
    expect((await poll(device)).status).toBe(200)
  })

  it('cannot use an unknown code', async () => {
    for (const device_code of [mintSecret('svcd').value, mintSecret('svcg').value, 'x', '__proto__']) {
      expect(wordOf(await poll({ device_code })), device_code).toBe('400 invalid_grant')
    }
    expect(wordOf(await poll({ device_code: '' }))).toBe('400 invalid_request')
  })

  it('may request fewer scopes than allowed, and not more', async () => {
    const base = scene.testApp.services.baseUrl
    const device = await begin({ scope: 'project:read user:read', resource: `${base}/api` })
    await allow(device)
    expect(wordOf(await poll(device, { scope: 'project:write' }))).toBe('400 invalid_scope')
    const elsewhere = await poll(device, { resource: `${base}/mcp` })
    expect(wordOf(elsewhere)).toBe('400 invalid_target')
    expect(elsewhere.body).toMatchObject({
      error_description: 'resource is not part of the authorization. Omit resource, or authorize again with it.',
    })
    const tokens = tokensOf(await poll(device, { scope: 'project:read', resource: `${base}/api` }))
    expect(tokens.scope).toBe('project:read')
    expect((await accessOf(scene.testApp, tokens.access_token))?.resources).toEqual([`${base}/api`])
  })

  it('gets the requested scopes that its user selected', async () => {
    const device = await begin({ scope: 'project:read project:delete' })
    await allow(device, ['project:read', 'voice:read'])
    expect((await poll(device)).body.scope).toBe('project:read')
  })
})
