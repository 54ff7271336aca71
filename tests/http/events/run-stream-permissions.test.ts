import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { getRuns } from '../../../src/tools/runs/get-runs.ts'
import { readRunEvents } from '../../../src/tools/runs/watch/run-events.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { type StoredRun, storeRun } from '../../tools/runs/stored-run.ts'
import { openJar, signIn } from '../../web/jar.ts'
import { openTestApp } from '../test-app.ts'
import { type EventReader, openEvents } from './event-reader.ts'

const testApp = eachTest(() => openTestApp())
let run: StoredRun

beforeEach(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
  run = await storeRun(testApp.services, 'ada/app')
})

const rest = (): string => `${testApp.url}/api/projects/ada/app/runs/${run.id}/events`
const page = (): string => `${testApp.url}/live/p/ada/app/runs/${run.id}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const finish = (count: number): Promise<number[]> =>
  Array.from({ length: count }).reduce<Promise<number[]>>(
    async before => [...(await before), await run.finish('de', [{ entry_id: 'e', outcome: 'translated' }])],
    Promise.resolve([]),
  )

async function cookie(handle: string): Promise<string> {
  const jar = openJar(testApp.url)
  await signIn(testApp, jar, handle)
  return Array.from(jar.cookies, ([name, value]) => `${name}=${value}`).join('; ')
}

const readAll = async ({ next }: EventReader): Promise<string> => {
  for (;;) {
    const event = await next().catch(() => 'cut' as const)
    if (event === 'cut') return 'cut'
    if (event === undefined) return 'ended'
  }
}

describe('the stream of a page', () => {
  it('sends the events of the run to a signed-in user, and ends with the session', async () => {
    const reader = await openEvents(page(), { cookie: await cookie('ada'), 'sec-fetch-site': 'same-origin' })
    expect(await reader.next()).toMatchObject({ event: 'run', data: { id: run.id } })
    const [event] = await finish(1)
    expect(await reader.next()).toMatchObject({ event: 'part', id: String(event) })
    const { store } = testApp.services
    const user = await store.read.users.by('handle', 'ada')
    const [session] = await store.read.sessions.list('user', user?.id ?? '')
    await store.transaction(tx => tx.sessions.remove(session?.id ?? ''))
    expect(await readAll(reader)).toBe('cut')
  })

  it('is hidden from others, and refuses other sites in words of its own', async () => {
    const session = await cookie('mallory')
    expect((await fetch(page(), { headers: { cookie: session } })).status).toBe(404)
    const foreign = await fetch(page(), { headers: { cookie: session, 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect(await foreign.json()).toMatchObject({ code: 'bad_origin', detail: 'Another site requested this stream.' })
  })
})

describe('the stream of the API', () => {
  it('answers the preflight of a browser', async () => {
    const { status, headers } = await fetch(rest(), { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(headers.get('allow')).toBe('GET, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toContain('Last-Event-ID')
  })

  it('challenges an app without the scope, as the tools do', async () => {
    const app = await connect(testApp.services, 'ada', { scopes: ['user:read'] })
    const { status, headers } = await fetch(rest(), { headers: bearer(app.token) })
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toMatch(/insufficient_scope.*project:read/)
  })

  it('checks permissions again before each page of a long backlog', async () => {
    await finish(120)
    const ada = await testApp.world.user('ada')
    const call = { services: testApp.services, principal: ada.principal, surface: 'rest', requestId: 'r' } as const
    const { signal } = new AbortController()
    const events = readRunEvents({ project: 'ada/app', run: run.id, after: 0, signal }, call)
    const ids = new Set<number | undefined>()
    for (let read = 0; read < 10; read += 1) ids.add((await events.next()).value?.id)
    await ada.call('delete_project', { project: 'ada/app', confirm: 'ada/app' })
    const readRest = async (): Promise<string | undefined> => {
      for await (const event of events) ids.add(event?.id)
      return undefined
    }
    expect(await readRest().catch((error: AppError) => error.code)).toBe('not_found')
    expect(ids.size).toBe(50)
  })

  it('sends a comment when nothing happened for 15 seconds, and then notices a token that expired', async () => {
    const { token } = await testApp.token('ada', ['project:read'], '2027-03-02T00:00:00Z')
    const { principal } = await testApp.world.bearer(token)
    const call = { services: testApp.services, principal, surface: 'rest', requestId: 'r' } as const
    const { signal } = new AbortController()
    const events = readRunEvents({ project: 'ada/app', run: run.id, after: 0, signal }, call)
    expect((await events.next()).value).toMatchObject({ name: 'run' })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const quiet = events.next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await quiet).toEqual({ done: false, value: undefined })
    } finally {
      vi.useRealTimers()
    }
    testApp.world.pass(24 * 60 * 60 * 1000)
    expect(await events.next().catch((error: AppError) => error.code)).toBe('invalid_token')
  })

  it('pauses while the caller has no CPU budget, and ends if the token is revoked meanwhile', async () => {
    const { id, token } = await testApp.token('ada', ['project:read'])
    const reader = await openEvents(rest(), bearer(token))
    expect(await reader.next()).toMatchObject({ event: 'run' })
    const busy = new AppError('rate_limited', 'This token used 20 seconds of CPU time in the last minute.')
    const invoke = vi.spyOn(getRuns, 'invoke').mockRejectedValue(busy)
    await finish(1)
    await expect.poll(() => invoke.mock.calls.length).toBe(1)
    const human = await testApp.world.human('ada')
    await human.call('revoke_token', { id })
    expect(await readAll(reader)).toBe('cut')
    expect(reader.comments).toHaveLength(1)
    invoke.mockRestore()
  })
})

it('a server that stops ends its streams, so that clients connect again', async () => {
  const { token } = await testApp.token('ada', ['project:read'])
  const reader = await openEvents(rest(), bearer(token))
  expect(await reader.next()).toMatchObject({ event: 'run' })
  const drained = testApp.drain({ quietMs: 0, longestMs: 60_000 })
  expect(await readAll(reader)).toBe('ended')
  await drained
})

it('a long backlog arrives in order, page by page, at the pace of its reader', async () => {
  const long = 'x'.repeat(20_000)
  const message = { entry_id: 'e', outcome: 'unresolved', message: long } as const
  const count = 200
  for (let part = 0; part < count; part += 1) await run.finish('de', [message, message, message])
  await run.change({ state: 'completed', ended_at: testApp.services.now().toISOString() })
  const warned = vi.fn()
  process.on('warning', warned)
  const { token } = await testApp.token('ada', ['project:read'])
  const reads = vi.spyOn(testApp.services.store.read.run_parts, 'behind')
  const reader = await openEvents(rest(), bearer(token))
  const ids: number[] = []
  for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
    if (event.event === 'part') ids.push(Number(event.id))
  }
  process.off('warning', warned)
  expect(ids).toHaveLength(count)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(reads.mock.calls.length).toBeGreaterThan(count / 50)
  expect(warned).not.toHaveBeenCalled()
})
