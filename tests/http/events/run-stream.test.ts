import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { storeRun } from '../../tools/runs/stored-run.ts'
import { openTestApp } from '../test-app.ts'
import { type EventReader, openEvents, type StreamEvent } from './event-reader.ts'

const testApp = allTests(() => openTestApp())
let token: { readonly id: string; readonly token: string }
let entry: string

beforeAll(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
  await ada.call('push_source', {
    project: 'ada/app',
    files: [{ path: 'locales/en.json', content: '{"a":"Apple"}\n' }],
  })
  const { store } = testApp.services
  const account = await store.read.accounts.by('handle', 'ada')
  const [project] = await store.read.projects.list('account', account?.id ?? '')
  const [file] = await store.read.files.list('project', project?.id ?? '')
  entry = (await store.read.entries.page('file', file?.id ?? '', { limit: 1 })).items[0]?.id ?? ''
})
const run = eachTest(() => storeRun(testApp.services, 'ada/app'))
beforeEach(async () => {
  token = await testApp.token('ada', ['project:read'])
})

const open = (headers: Readonly<Record<string, string>> = {}, path = eventsPath()): Promise<EventReader> =>
  openEvents(`${testApp.url}${path}`, { authorization: `Bearer ${token.token}`, ...headers })

const eventsPath = (): string => `/api/projects/ada/app/runs/${run.id}/events`

const item = () => ({ entry_id: entry, outcome: 'translated' as const })

describe('the event stream of a run', () => {
  it('sends what is there, what happens, and its end', async () => {
    const first = await run.finish('de', [item()])
    const reader = await open()
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await reader.next()).toEqual({
      event: 'part',
      id: String(first),
      data: { locale: 'de', items: [expect.objectContaining({ key: 'a', outcome: 'translated' }) as unknown] },
    })
    expect(await reader.next()).toMatchObject({ event: 'run', data: { state: 'running', counts: { done: 1 } } })
    const second = await run.finish('de', [item()])
    expect(await reader.next()).toMatchObject({ event: 'part', id: String(second) })
    expect(await reader.next()).toMatchObject({ event: 'run', data: { counts: { done: 2 } } })
    await run.change({ state: 'completed', ended_at: testApp.services.now().toISOString() })
    expect(await reader.next()).toMatchObject({ event: 'run', data: { state: 'completed' } })
    expect(await reader.next()).toMatchObject({ event: 'end' })
    expect(await reader.next()).toBeUndefined()
  })

  it('continues after the last event that a client has, by header or query', async () => {
    const first = await run.finish('de', [item()])
    const second = await run.finish('de', [item()])
    const byHeader = await open({ 'last-event-id': String(first) })
    expect(await byHeader.next()).toMatchObject({ event: 'part', id: String(second) })
    await byHeader.close()
    const byQuery = await open({}, `${eventsPath()}?last_event_id=${second}`)
    expect(await byQuery.next()).toMatchObject({ event: 'run' })
    await byQuery.close()
  })

  it('answers 204 to a client that has everything of an ended run', async () => {
    await run.finish('de', [item()])
    await run.change({ state: 'completed', ended_at: testApp.services.now().toISOString() })
    const reader = await open()
    let last: StreamEvent | undefined
    for (let next = await reader.next(); next !== undefined; next = await reader.next()) last = next
    const again = await open({ 'last-event-id': last?.id ?? '' })
    expect(again.response.status).toBe(204)
  })

  it('refuses an ID that is none', async () => {
    const headers = { authorization: `Bearer ${token.token}`, 'last-event-id': 'yesterday' }
    const response = await fetch(`${testApp.url}${eventsPath()}`, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input' })
  })

  it('needs the permission to read the project', async () => {
    token = await testApp.token('mallory', ['project:read'])
    expect((await open()).response.status).toBe(404)
    token = await testApp.token('ada', ['voice:read'])
    expect((await open()).response.status).toBe(403)
    const { status } = await fetch(`${testApp.url}${eventsPath()}`)
    expect(status).toBe(401)
    token = await testApp.token('ada', ['project:read'])
    expect((await open({}, eventsPath().replace(run.id, 'none'))).response.status).toBe(404)
    const { status: posted, headers } = await fetch(`${testApp.url}${eventsPath()}`, { method: 'POST' })
    expect([posted, headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('is limited for one credential', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(readers.every(({ response }) => response.status === 200)).toBe(true)
    const { response } = await open()
    expect(response.status).toBe(429)
    await Promise.all(readers.map(reader => reader.close()))
  })
})
