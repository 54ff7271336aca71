import { beforeAll, expect, it } from 'vitest'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import type { RunView } from '../../src/tools/runs/view.ts'
import { openRawClient } from '../clients/raw-client.ts'
import { openUser } from '../clients/user.ts'
import { startFakeProvider } from '../engines/fake-provider.ts'
import { allTests } from '../harness/each-test.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type EventReader, openEvents } from '../http/events/event-reader.ts'
import { modernRequest } from '../http/rpc.ts'
import { describeWith } from '../require.ts'
import { type Jar, openJar } from '../web/jar.ts'
import { openSite } from './site.ts'

const project = 'ada/app'
const REDIRECT = 'http://127.0.0.1:8123/callback'
/** A check of permissions each 15 seconds would notice, too: it must not be what ends a stream. */
const MAX_WAIT_MS = 5_000

describeWith('postgres', 'what one of three processes changes', () => {
  let owner: string
  let run: RunView

  const provider = allTests(() => startFakeProvider({ scenario: 'hang' }))
  const site = allTests(() =>
    openSite({
      env: () => ({
        DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
        DRAGOMAN_LLM_URL: `${provider.url}/v1`,
        DRAGOMAN_LLM_MODEL: 'fake-1',
        DRAGOMAN_RATE_LIMIT_FACTOR: '1',
      }),
    }),
  )
  beforeAll(async () => {
    owner = await site.token()
    await call(0, 'create_project', { project, source_locale: 'en', target_locales: ['de', 'fr'] })
    const content = JSON.stringify({ a: 'Apple', b: 'Pear', c: 'Plum' })
    await call(1, 'push_source', { project, files: [{ path: 'en.json', content }] })
    run = ((await call(2, 'start_run', { project, locales: ['de'], engines: ['llm'] })) as { run: RunView }).run
  })

  const url = (at: number): string => site.processes[at]?.url ?? ''
  const call = (at: number, tool: string, args: object = {}, token = owner) =>
    callByRest(url(at), token, tool, { ...args })

  /** The statuses of a request with a token at all processes. */
  const statuses = (token: string) =>
    Promise.all(
      site.processes.map(async one => {
        const response = await fetch(`${one.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
        await response.text()
        return response.status
      }),
    )

  /** Streams of a bearer at the second and the third process: of a run, and of a subscription. */
  async function listen(token: string): Promise<readonly EventReader[]> {
    const stream = await openEvents(`${url(1)}/api/projects/${project}/runs/${run.id}/events`, bearer(token))
    expect(stream.response.status).toBe(200)
    return [stream, await subscribe(2, token, project)]
  }

  async function subscribe(at: number, token: string, name: string): Promise<EventReader> {
    const notifications = { resourceSubscriptions: [`dragoman://${name}/status`] }
    const { method, headers, body } = modernRequest('subscriptions/listen', { notifications }, token)
    const subscription = await openEvents(`${url(at)}/mcp`, headers, { method, body })
    expect(subscription.response.status).toBe(200)
    return subscription
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  /** Ends a credential, and returns how long its streams lived after that, in milliseconds. */
  async function endStreams(streams: readonly EventReader[], end: () => Promise<unknown>): Promise<readonly number[]> {
    const over = streams.map(async ({ next }) => {
      while ((await next().catch(() => undefined)) !== undefined);
      return performance.now()
    })
    await end()
    const ended = performance.now()
    const times = (await Promise.all(over)).map(time => Math.max(0, Math.round(time - ended)))
    process.stderr.write(`streams in other processes ended after ${times.join(' and ')} ms\n`)
    for (const time of times) expect(time).toBeLessThan(MAX_WAIT_MS)
    return times
  }

  async function authorize() {
    const raw = openRawClient(site.url)
    const metadata = { client_name: 'App', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
    const { client_id } = (await raw.register(metadata)).body
    const { url: address, verifier } = raw.authorization({ client_id, redirect_uri: REDIRECT, scope: 'project:read' })
    const code = (await openUser(site).answer(address)).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT, code_verifier: verifier }
    return { client_id, ...(await raw.token(form)).body }
  }

  async function signIn(user: string): Promise<Jar> {
    const input = { user, create: true, own: true, operator: false }
    const jar = openJar(site.url)
    await jar.get(((await site.operator('login-link', input)) as SignInLink).url)
    return jar
  }

  it('ends a revoked token and its streams in the others', async () => {
    const { id, token } = (await call(0, 'create_token', { name: 'agent', scopes: ['project:read', 'user:read'] })) as {
      id: string
      token: string
    }
    const streams = await listen(token)
    expect(await statuses(token)).toEqual([200, 200, 200])
    await endStreams(streams, () => call(0, 'revoke_token', { id }))
    expect(await statuses(token)).toEqual([401, 401, 401])
  })

  it('ends a revoked grant, its tokens and streams', async () => {
    const { client_id, access_token, refresh_token } = await authorize()
    const streams = await listen(access_token)
    const revoke = () =>
      fetch(`${url(0)}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id, token: refresh_token }),
      })
    await endStreams(streams, revoke)
    expect(await statuses(access_token)).toEqual([401, 401, 401])
  })

  it('ends a session, and the stream of its page', async () => {
    const jar = await signIn('ada')
    const cookie = Array.from(jar.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const live = (at: number) => openEvents(`${url(at)}/live/p/${project}/runs/${run.id}`, headers)
    await jar.get('/account')
    await endStreams([await live(1), await live(2)], () => jar.post('/logout'))
    for (const at of [0, 1, 2]) expect((await live(at)).response.status).toBe(401)
  })

  it('ends a suspended user, all tokens and streams', async () => {
    const token = await site.token('all', 'bob')
    const own = { project: 'bob/app', source_locale: 'en', target_locales: ['de'] }
    await call(0, 'create_project', own, token)
    const streams = [await subscribe(1, token, own.project), await subscribe(2, token, own.project)]
    expect(await statuses(token)).toEqual([200, 200, 200])
    await endStreams(streams, () => site.operator('suspend', { user: 'bob' }))
    expect(await statuses(token)).toEqual([401, 401, 401])
    await site.operator('resume', { user: 'bob' })
    expect(await statuses(token)).toEqual([200, 200, 200])
  })

  it('reaches a subscriber of another one', async () => {
    const subscription = await subscribe(2, owner, project)
    const told = (async () => {
      while (!JSON.stringify((await subscription.next()) ?? 'resources/updated').includes('resources/updated'));
      return performance.now()
    })()
    await call(0, 'annotate_entry', { project, key: 'a', comment: 'A fruit.' })
    const written = performance.now()
    const time = Math.max(0, Math.round((await told) - written))
    process.stderr.write(`a change reached a subscriber of another process after ${time} ms\n`)
    expect(time).toBeLessThan(MAX_WAIT_MS)
    await subscription.close()
  })

  it('counts for the others: rate limits, quotas, keys and links', async () => {
    const register = (at: number) =>
      fetch(`${url(at)}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
        body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      })
    const registered = await Promise.all([0, 1, 2, 0, 1, 2, 0, 1, 2].map(register))
    expect(registered.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 429, 429, 429, 429,
    ])

    await site.operator('quota set', { account: 'ada', projects: 3 })
    const create = (at: number) =>
      call(at % 3, 'create_project', { project: `ada/p${at}`, source_locale: 'en', target_locales: ['de'] }).then(
        () => 'created',
        (error: { code: string }) => error.code,
      )
    expect((await Promise.all([0, 1, 2, 3, 4, 5].map(create))).filter(one => one === 'created')).toHaveLength(2)

    const files = [{ path: 'more.json', content: '{"d":"Fig"}' }]
    const pushed = await Promise.all(
      [0, 1, 2].map(at => call(at, 'push_source', { project, files, idempotency_key: 'k' })),
    )
    expect(new Set(pushed.map(answer => JSON.stringify(answer))).size).toBe(1)

    const link = ((await site.operator('login-link', { user: 'ada', own: true, operator: false })) as SignInLink).url
    const jars = [0, 1, 2].map(() => openJar(site.url))
    await Promise.all(jars.map(jar => jar.get(link)))
    expect(jars.filter(({ cookies }) => cookies.has('dragoman_session'))).toHaveLength(1)
  })

  it('gives workers who call different ones at the same time different strings', async () => {
    const token = await site.token('all', 'carol')
    const name = 'carol/app'
    await call(0, 'create_project', { project: name, source_locale: 'en', target_locales: ['fr'] }, token)
    const content = JSON.stringify({ a: 'Apple', b: 'Pear', c: 'Plum', d: 'Fig', e: 'Date', f: 'Lime' })
    await call(1, 'push_source', { project: name, files: [{ path: 'en.json', content }] }, token)
    const work = async (at: number) =>
      (await call(at, 'get_work', { project: name, locale: 'fr', limit: 2, worker: `w${at}` }, token)) as {
        items: { key: string }[]
      }
    const keys = (await Promise.all([0, 1, 2].map(work))).flatMap(({ items }) => items.map(({ key }) => key))
    expect(keys.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('is known to the others: a device that one registers, another allows and the third polls', async () => {
    const { client_id } = (
      await openRawClient(site.url).register({
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        token_endpoint_auth_method: 'none',
      })
    ).body
    const post = async (at: number, path: string, form: Readonly<Record<string, string>>) =>
      (await (await fetch(url(at) + path, { method: 'POST', body: new URLSearchParams(form) })).json()) as Record<
        string,
        string
      >
    const asked = await post(0, '/oauth/device_authorization', { client_id, scope: 'user:read' })
    const poll = (at: number) =>
      post(at, '/oauth/token', {
        client_id,
        device_code: asked['device_code'] ?? '',
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      })
    expect(await poll(1)).toMatchObject({ error: 'authorization_pending' })
    expect(await poll(2)).toMatchObject({ error: 'slow_down' })
    await openUser(site).allowDevice(asked['verification_uri_complete'] ?? '')
    const { access_token = '' } = await poll(0)
    expect(await statuses(access_token)).toEqual([200, 200, 200])
  })
})
