import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stdioTransport } from '../../harness/command-line.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { storeRun } from '../../tools/runs/stored-run.ts'
import { legacyRequest, modernRequest, type RpcAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
let token: string

beforeAll(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
  token = (await testApp.token('ada', ['project:read'])).token
})
const run = eachTest(() => storeRun(testApp.services, 'ada/app'))

interface Update {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

interface Watching {
  readonly updates: readonly Update[]
  readonly answer: Promise<unknown>
  readonly cancel: () => void
  readonly close: () => Promise<void>
}

const info = { name: 'watcher', version: '1.0.0' }
const authorized = () => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const address = () => new URL(`${testApp.url}/mcp`)
const call = () => ({ name: 'get_runs', arguments: { project: 'ada/app', run: run.id, wait: 55 } })
const remote = () => ({ DRAGOMAN_URL: testApp.url, DRAGOMAN_TOKEN: token })

/** Waits for the run with a client of SDK 2. */
async function watch2(
  transport: Parameters<Client2['connect']>[0],
  mode: 'legacy' | { pin: '2026-07-28' },
): Promise<Watching> {
  const client = new Client2(info, { versionNegotiation: { mode } })
  await client.connect(transport)
  const updates: Update[] = []
  const stop = new AbortController()
  const onprogress = (update: Update): void => void updates.push(update)
  const answer = client.callTool(call(), { onprogress, signal: stop.signal })
  return { updates, answer, cancel: () => stop.abort(), close: () => client.close() }
}

const clients: readonly [string, () => Promise<Watching>][] = [
  ['SDK 2 on 2026-07-28', () => watch2(new Transport2(address(), authorized()), { pin: '2026-07-28' })],
  ['SDK 2 on 2025-11-25', () => watch2(new Transport2(address(), authorized()), 'legacy')],
  [
    'SDK 1',
    async () => {
      const client = new Client1(info)
      await client.connect(new Transport1(address(), authorized()))
      const updates: Update[] = []
      const stop = new AbortController()
      const onprogress = (update: Update): void => void updates.push(update)
      const answer = client.callTool(call(), CallToolResultSchema, { onprogress, signal: stop.signal })
      return { updates, answer, cancel: () => stop.abort(), close: () => client.close() }
    },
  ],
  ['stdio of a remote server on 2026-07-28', () => watch2(stdioTransport([], remote()), { pin: '2026-07-28' })],
  ['stdio of a remote server on 2025-11-25', () => watch2(stdioTransport([], remote()), 'legacy')],
]

const translated = (entry_id: string) => ({ entry_id, outcome: 'translated' }) as const

const state = (answer: unknown): unknown => {
  const [first] = (answer as { content: readonly { text: string }[] }).content
  return (JSON.parse(first?.text ?? '') as { runs: readonly { state: string }[] }).runs[0]?.state
}

/** Until the server waits for the run. */
const waiting = (calls: number) => expect.poll(() => begun.mock.calls.length).toBe(calls)
const begun = vi.fn()

beforeEach(() => {
  begun.mockClear()
  const { runWatch } = testApp.services
  const wait = Object.getPrototypeOf(runWatch).wait as typeof runWatch.wait
  vi.spyOn(runWatch, 'wait').mockImplementation((...args) => {
    const ended = wait.apply(runWatch, args)
    begun(ended)
    return ended
  })
})

describe.each(clients)('a call of %s that waits', (_name, watch) => {
  it('gets increasing progress, and then the answer', async () => {
    const { updates, answer, close } = await watch()
    await expect.poll(() => updates).toHaveLength(1)
    await run.finish('de', [translated('e1')])
    await expect.poll(() => updates).toHaveLength(2)
    await run.finish('de', [translated('e2'), translated('e3'), translated('e4')])
    await expect.poll(() => updates).toHaveLength(3)
    await run.change({ state: 'completed' })
    expect(state(await answer)).toBe('completed')
    expect(updates.map(({ progress, total, message }) => [progress, total, message])).toEqual([
      [0, 4, '0 of 4 translations'],
      [1, 4, '1 of 4 translations'],
      [4, 4, '4 of 4 translations'],
    ])
    await close()
  })

  it('ends its wait on the server when the client cancels', async () => {
    const { answer, cancel, close } = await watch()
    const failed = answer.catch(() => 'cancelled')
    await waiting(1)
    cancel()
    expect(await failed).toBe('cancelled')
    expect(await begun.mock.calls[0]?.[0]).toBe('aborted')
    await close()
  })
})

describe('a call without a progress token', () => {
  it.each([
    ['2026-07-28', modernRequest],
    ['2025-11-25', legacyRequest],
  ] as const)('gets plain JSON in %s, also after a wait', async (_revision, request) => {
    const { name, arguments: args } = call()
    const answer = fetch(address(), request('tools/call', { name, arguments: { ...args, event: 1 } }, token))
    await waiting(1)
    await run.finish('de', [translated('e1')])
    const response = await answer
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(state(((await response.json()) as RpcAnswer).result)).toBe('running')
  })

  it('ends its wait when the client disconnects, also by REST', async () => {
    const stop = new AbortController()
    const { name, arguments: args } = call()
    const calls = [
      fetch(address(), { ...modernRequest('tools/call', { name, arguments: args }, token), signal: stop.signal }),
      fetch(`${testApp.url}/api/projects/ada/app/runs/${run.id}?wait=55`, {
        ...authorized().requestInit,
        signal: stop.signal,
      }),
    ].map(sent => sent.catch(() => 'gone'))
    await waiting(2)
    stop.abort()
    expect(await Promise.all(calls)).toEqual(['gone', 'gone'])
    expect(await Promise.all(begun.mock.calls.map(([ended]) => ended as Promise<string>))).toEqual([
      'aborted',
      'aborted',
    ])
  })
})

it('a message that cancels another request, or that of another credential, ends no wait', async () => {
  const { name, arguments: args } = call()
  const answer = fetch(address(), legacyRequest('tools/call', { name, arguments: { ...args, event: 1 } }, token))
  await waiting(1)
  const cancel = (requestId: unknown, by: string) => {
    const sent = legacyRequest('notifications/cancelled', { requestId }, by)
    const { id: _, ...message } = JSON.parse(sent.body) as { id: unknown }
    return fetch(address(), { ...sent, body: JSON.stringify(message) })
  }
  expect((await cancel(8, token)).status).toBe(202)
  await cancel(7, (await testApp.token('ada', ['project:read'])).token)
  await cancel('7', token)
  const early = await Promise.race([begun.mock.calls[0]?.[0], cancel(9, token).then(() => 'waits')])
  expect(early).toBe('waits')
  await cancel(7, token)
  expect(state(((await (await answer).json()) as RpcAnswer).result)).toBe('running')
  expect(await begun.mock.calls[0]?.[0]).toBe('aborted')
})
