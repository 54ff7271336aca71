import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { revokeTokens } from '../../../src/auth/tokens/lifecycle.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { connect, type Granted } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { storeRun } from '../../tools/runs/stored-run.ts'
import { modernRequest, type RpcAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const STATUS = 'dragoman://acme/app/status'

const clients: Client[] = []

const testApp = eachTest(() => openTestApp())
beforeEach(async () => {
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  const ada = await testApp.world.user('ada')
  for (const project of ['acme/app', 'ada/own']) {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  }
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

interface Ear {
  readonly heard: string[]
  readonly honored: readonly string[]
  /** How the stream ended: by the client, by a server that stops, or cut off. */
  readonly closed: Promise<string>
  readonly tokenId: string
}

/** Somebody who listens with the 2026-07-28 client. */
async function listen(handle: string, uris: readonly string[], expiresAt?: string): Promise<Ear> {
  const { id, token } = await testApp.token(handle, ['project:read', 'project:write'], expiresAt)
  await touch(id)
  return { ...(await listenBy(token, uris)), tokenId: id }
}

async function listenBy(token: string, uris: readonly string[]): Promise<Omit<Ear, 'tokenId'>> {
  const client = new Client({ name: 'ear', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  clients.push(client)
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${testApp.url}/mcp`), { requestInit: { headers } }))
  const { honoredFilter, closed } = await client.listen({ resourceSubscriptions: [...uris] })
  return { heard, honored: honoredFilter.resourceSubscriptions ?? [], closed }
}

let pushes = 0
async function push(project = 'acme/app'): Promise<void> {
  pushes += 1
  const ada = await testApp.world.user('ada')
  const content = JSON.stringify({ hello: `Hello ${pushes}` })
  await ada.call('push_source', { project, files: [{ path: 'en.json', content }] })
}

const write = (change: (tx: Transaction) => Promise<unknown>) => testApp.services.store.transaction(change)

/** Records a use, which the service does in the background, so that later changes come from the test. */
const touch = (id: string) =>
  write(async tx => {
    const last_used_at = testApp.services.now().toISOString()
    const [token, grant] = [await tx.tokens.get(id), await tx.grants.get(id)]
    if (token) await tx.tokens.put({ ...token, last_used_at })
    if (grant) await tx.grants.put({ ...grant, last_used_at })
  })

/** An app of bob's that is about to listen. */
async function connectApp(): Promise<Granted> {
  const app = await connect(testApp.services, 'bob', { scopes: ['project:read'] })
  await touch(app.grantId)
  return app
}

async function leave(tx: Transaction, handle: string): Promise<void> {
  const [account, user] = [await tx.accounts.by('handle', 'acme'), await tx.users.by('handle', handle)]
  const membership = await tx.memberships.by('pair', compoundKey(account?.id ?? '', user?.id ?? ''))
  await tx.memberships.remove(membership?.id ?? '')
}

describe('a subscription to the status of a project', () => {
  it('reports every change of the project, and of no other', async () => {
    const ear = await listen('bob', [STATUS])
    expect(ear.honored).toEqual([STATUS])
    await push('ada/own')
    await push()
    await expect.poll(() => ear.heard).toEqual([STATUS])
    await push()
    await expect.poll(() => ear.heard).toEqual([STATUS, STATUS])
  })

  it('reports writes in the project outside its own record', async () => {
    await push()
    const ear = await listen('bob', [STATUS])
    const ada = await testApp.world.user('ada')
    await ada.call('annotate_entry', { project: 'acme/app', key: 'hello', comment: 'A greeting.' })
    await expect.poll(() => ear.heard).toEqual([STATUS])
  })

  it('reports every change of a run, and of no other', async () => {
    const [run, other] = [await storeRun(testApp.services, 'acme/app'), await storeRun(testApp.services, 'acme/app')]
    const uri = `dragoman://acme/app/runs/${run.id}`
    const ear = await listen('bob', [uri, 'dragoman://acme/app/runs/none'])
    expect(ear.honored).toEqual([uri])
    await other.change({ state: 'paused' })
    await run.change({ state: 'completed' })
    await expect.poll(() => ear.heard).toEqual([uri])
  })

  it('accepts only readable resources that can change', async () => {
    const others = ['dragoman://ada/own/status', 'dragoman://acme/nothing/status', 'dragoman://acme/app/voice', 'x']
    expect((await listen('bob', [...others, STATUS])).honored).toEqual([STATUS])
    const nothing = await listen('cleo', [STATUS])
    expect(nothing.honored).toEqual([])
    expect(await nothing.closed).toBe('graceful')
  })

  it('continues through the changes of other users', async () => {
    const ear = await listen('bob', [STATUS])
    await testApp.token('ada', ['project:read'])
    await write(async tx => {
      const other = await tx.users.by('handle', 'ada')
      if (other !== undefined) await tx.users.put({ ...other, name: 'Ada' })
    })
    await push()
    await expect.poll(() => ear.heard).toEqual([STATUS])
  })
})

/** Disables the periodic check, so that only the tested event ends a stream. */
function withoutLooking(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
  afterEach(() => void vi.useRealTimers())
}

describe('a changed credential', () => {
  withoutLooking()

  it('rechecks only the subscribers that use it', async () => {
    const [one, other] = [await listen('bob', [STATUS]), await testApp.token('ada', ['project:read'])]
    await listen('bob', [STATUS])
    const finds = vi.spyOn(testApp.services.store.read.projects, 'by')
    await touch(other.id)
    await touch(one.tokenId)
    await expect.poll(() => finds.mock.calls.length).toBeGreaterThan(0)
    expect(finds).toHaveBeenCalledTimes(1)
    finds.mockRestore()
  })

  it('disconnects its subscribers at once, also those with a token that an app created', async () => {
    const app = await connectApp()
    const made = await testApp.token('bob', ['project:read'])
    await write(async tx => {
      const token = await tx.tokens.get(made.id)
      if (token) await tx.tokens.put({ ...token, grant_id: app.grantId })
    })
    await touch(made.id)
    const ears = [await listenBy(app.token, [STATUS]), await listenBy(made.token, [STATUS])]
    const closed = Promise.all(ears.map(ear => ear.closed))
    await write(async tx => {
      const grant = await tx.grants.get(app.grantId)
      if (grant)
        await tx.grants.put({ ...grant, revoked_at: testApp.services.now().toISOString(), revoked_for: 'user' })
    })
    expect(await closed).toEqual(['remote', 'remote'])
  })

  it('rechecks its subscribers, also while another check waits', async () => {
    const [one, other] = [await listen('bob', [STATUS]), await listen('ada', [STATUS])]
    const { projects } = testApp.services.store.read
    const by = projects.by.bind(projects)
    let release = (): void => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const finds = vi.spyOn(projects, 'by').mockImplementationOnce(async (...name) => {
      await held
      return by(...name)
    })
    await touch(one.tokenId)
    await expect.poll(() => finds.mock.calls.length).toBe(1)
    await touch(one.tokenId)
    await write(tx => revokeTokens(tx, [{ id: other.tokenId }], testApp.services.now()))
    release()
    expect(await other.closed).toBe('remote')
    finds.mockRestore()
  })
})

describe('a write in a project', () => {
  withoutLooking()

  it('rechecks its subscribers once, before they are notified', async () => {
    await push()
    const ear = await listen('bob', [STATUS])
    const finds = vi.spyOn(testApp.services.store.read.projects, 'by')
    await write(async tx => {
      const [project] = await tx.projects.list('account', (await tx.accounts.by('handle', 'acme'))?.id ?? '')
      const history = await tx.histories.get(project?.id ?? '')
      if (history !== undefined) await tx.histories.put({ ...history, bytes: history.bytes + 500 })
    })
    await expect.poll(() => ear.heard).toEqual([STATUS])
    expect(finds).toHaveBeenCalledTimes(1)
    finds.mockRestore()
  })
})

describe('a change of permissions', () => {
  withoutLooking()

  const at = () => testApp.services.now().toISOString()
  const ends: readonly [string, (tx: Transaction, app: Granted) => Promise<unknown>][] = [
    [
      'a person who is suspended',
      async tx => {
        const user = await tx.users.by('handle', 'bob')
        if (user) await tx.users.put({ ...user, suspended_at: at() })
      },
    ],
    [
      'an account that is deleted',
      async tx => {
        const account = await tx.accounts.by('handle', 'acme')
        if (account) await tx.accounts.put({ ...account, deleted_at: at() })
      },
    ],
    ['a membership that ends', tx => leave(tx, 'bob')],
    [
      'a machine that is signed out',
      async (tx, { familyId }) => {
        const family = await tx.families.get(familyId)
        if (family) await tx.families.put({ ...family, revoked_at: at() })
      },
    ],
    [
      'an access token that is taken back',
      async (tx, { tokenId }) => {
        const token = await tx.access_tokens.get(tokenId)
        if (token) await tx.access_tokens.put({ ...token, expires_at: at() })
      },
    ],
  ]

  it.each(ends)('disconnects subscribers who lose access: %s', async (_what, end) => {
    const app = await connectApp()
    const { honored, closed } = await listenBy(app.token, [STATUS])
    expect(honored).toEqual([STATUS])
    await write(tx => end(tx, app))
    expect(await closed).toBe('remote')
  })
})

describe('a subscriber is disconnected, and gets no further notification,', () => {
  const ends: readonly [string, string, (tx: Transaction) => Promise<unknown>][] = [
    [
      'when the project is deleted',
      'bob',
      async tx => {
        const account = await tx.accounts.by('handle', 'acme')
        const project = await tx.projects.by('name', compoundKey(account?.id ?? '', 'app'))
        if (project) await tx.projects.put({ ...project, deleted_at: testApp.services.now().toISOString() })
      },
    ],
    [
      'when the account is not public any more',
      'cleo',
      async tx => {
        const account = await tx.accounts.by('handle', 'acme')
        if (account) await tx.accounts.put({ ...account, public: false })
      },
    ],
  ]

  it.each(ends)('%s', async (_when, who, end) => {
    await testApp.world.setAccount('acme', { public: true })
    if (who === 'bob') await testApp.world.setAccount('acme', { public: false })
    const ear = await listen(who, [STATUS])
    expect(ear.honored).toEqual([STATUS])
    const ada = await testApp.world.user('ada')
    // Writes before the end may be reported, and none after it.
    await write(end)
    await ada
      .call('push_source', { project: 'acme/app', files: [{ path: 'en.json', content: '{"a":"A"}' }] })
      .catch(() => undefined)
    expect(await ear.closed).toBe('remote')
    expect(ear.heard).toEqual([])
  })

  it('when the token expires between a change and its notification', async () => {
    const ear = await listen('bob', [STATUS], '2027-03-02T00:00:00Z')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await push()
      // The change was checked by now; its notification waits for a timer.
      await fetch(`${testApp.url}/api/context`)
      testApp.world.pass(24 * 60 * 60 * 1000)
      await vi.advanceTimersByTimeAsync(1000)
    } finally {
      vi.useRealTimers()
    }
    expect(await ear.closed).toBe('remote')
    expect(ear.heard).toEqual([])
  })

  it('when the token is revoked between the check and the subscription', async () => {
    const { store, now } = testApp.services
    const { id, token } = await testApp.token('bob', ['project:read'])
    await touch(id)
    const { projects } = store.read
    const by = projects.by.bind(projects)
    // The project is read once by the tool, and once by the subscription.
    const finds = vi
      .spyOn(projects, 'by')
      .mockImplementationOnce(by)
      .mockImplementationOnce(async (...name) => {
        const found = await by(...name)
        await write(tx => revokeTokens(tx, [{ id }], now()))
        return found
      })
    const filter = { notifications: { resourceSubscriptions: [STATUS] } }
    const begun = await fetch(`${testApp.url}/mcp`, modernRequest('subscriptions/listen', filter, token))
      .then(async answer => new TextDecoder().decode((await answer.body?.getReader().read())?.value))
      .catch(() => 'cut off')
    expect(finds).toHaveBeenCalledTimes(2)
    finds.mockRestore()
    expect(begun).toBe('cut off')
  })

  it('when the token expires', async () => {
    const ear = await listen('bob', [STATUS], '2027-03-02T00:00:00Z')
    testApp.world.pass(24 * 60 * 60 * 1000)
    await push()
    expect(await ear.closed).toBe('remote')
    expect(ear.heard).toEqual([])
  })
})

describe('a subscription request', () => {
  const ask = async (params: Record<string, unknown>, token: string): Promise<Response> =>
    fetch(`${testApp.url}/mcp`, modernRequest('subscriptions/listen', params, token))

  it('is rejected with more than 50 resources, and when it is no list of strings', async () => {
    const { token } = await testApp.token('bob', ['project:read'])
    for (const asked of [Array.from({ length: 51 }, () => STATUS), [5]]) {
      const answer = await ask({ notifications: { resourceSubscriptions: asked } }, token)
      const { error } = (await answer.json()) as RpcAnswer
      expect(error?.message).toMatch(/resourceSubscriptions has \d+ entries.*at most 50/)
    }
  })

  it('is rejected beyond 20 streams of one credential, and not for another credential', async () => {
    const { token } = await testApp.token('bob', ['project:read'])
    const stop = new AbortController()
    const filter = { notifications: { resourceSubscriptions: [STATUS] } }
    const open = (credential: string) =>
      fetch(`${testApp.url}/mcp`, { ...modernRequest('subscriptions/listen', filter, credential), signal: stop.signal })
    // Kept, because a client ends the stream of an answer that nobody holds.
    const streams: Response[] = []
    for (let count = 0; count < 20; count += 1) streams.push(await open(token))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const over = await open(token)
    expect(over.status).toBe(429)
    expect(((await over.json()) as RpcAnswer).error?.message).toContain('20 open streams')
    const other = await testApp.token('bob', ['project:read'])
    expect((await open(other.token)).headers.get('content-type')).toBe('text/event-stream')
    stop.abort()
    await expect.poll(async () => (await ask(filter, token)).status).toBe(200)
  })

  it('is rejected beyond 100 streams of one user, and not for another user', async () => {
    const stop = new AbortController()
    const filter = { notifications: { resourceSubscriptions: [STATUS] } }
    const open = async (handle: string, token?: string) => {
      const credential = token ?? (await testApp.token(handle, ['project:read'])).token
      const request = modernRequest('subscriptions/listen', filter, credential)
      return fetch(`${testApp.url}/mcp`, { ...request, signal: stop.signal })
    }
    const streams: Response[] = []
    for (let credential = 0; credential < 5; credential += 1) {
      const { token } = await testApp.token('bob', ['project:read'])
      for (let count = 0; count < 20; count += 1) streams.push(await open('bob', token))
    }
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(100)
    const over = await open('bob')
    expect(over.status).toBe(429)
    expect(((await over.json()) as RpcAnswer).error?.message).toContain('of bob already have 100 open streams')
    expect((await open('ada')).headers.get('content-type')).toBe('text/event-stream')
    stop.abort()
  })
})
