import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { isScope } from '../../src/auth/policy/scopes.ts'
import { callHolder } from '../../src/cli/control/client.ts'
import { AppError, type ErrorBody } from '../../src/errors.ts'
import { createControlServer } from '../../src/http/control-socket.ts'
import { allTests } from '../harness/each-test.ts'
import { openFolder } from '../harness/folder.ts'
import { storeRun } from '../tools/runs/stored-run.ts'
import { openWorld } from '../tools/world.ts'

interface Answer {
  readonly result?: unknown
  readonly error?: ErrorBody
}

let archive: () => AsyncIterable<Uint8Array> = () => {
  throw new AppError('store_unavailable', 'The server is stopping.')
}

const world = allTests(() => openWorld())
const folder = allTests(openFolder)
beforeAll(async () => {
  const server = createControlServer(world.services, {
    status: async () => ({ running: true }),
    run: async (command, args) => {
      if (command === 'crash') throw new Error('secret of the house')
      if (command !== 'echo') throw new AppError('not_found', `There is no command ${command}.`)
      return args
    },
    localPrincipal: async (handle, scopes) => (await world.user(handle, scopes.filter(isScope))).principal,
    backup: () => archive(),
    move: async () => ({}),
  })
  await new Promise<void>(resolve => server.listen(join(folder.path, 'socket'), resolve))
  return () =>
    new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
})

function ask(path: string, body?: unknown): Promise<{ status: number | undefined; answer: Answer }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        socketPath: join(folder.path, 'socket'),
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
      },
      response => {
        json(response).then(answer => resolve({ status: response.statusCode, answer: answer as Answer }), reject)
      },
    )
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const as = { handle: 'ada', scopes: ['user:read', 'user:write', 'project:read'] }

const BACKUP = { path: '/control/backup', method: 'POST', headers: { 'content-type': 'application/json' } }

describe('the control socket', () => {
  it('reports the state of the process', async () => {
    expect((await ask('/control/status')).answer).toEqual({ result: { running: true } })
  })

  it('runs an operator command and gives its result', async () => {
    expect((await ask('/control/run', { command: 'echo', args: { a: 1 } })).answer).toEqual({ result: { a: 1 } })
    expect((await ask('/control/run', { command: 'echo' })).answer).toEqual({ result: null })
  })

  it('passes errors on, and hides the message of a bug', async () => {
    const unknown = await ask('/control/run', { command: 'dance' })
    expect([unknown.status, unknown.answer.error]).toMatchObject([404, { code: 'not_found', permanent: true }])
    const crash = await ask('/control/run', { command: 'crash' })
    expect([crash.status, crash.answer.error?.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(crash.answer)).not.toContain('secret of the house')
    const wrong = await ask('/control/run', { comand: 'echo' })
    expect(wrong.answer.error?.message).toContain('did you mean command?')
  })

  it('lists and runs tools for a process of the same user, within its scopes', async () => {
    const list = await ask('/control/mcp', { ...as, method: 'tools/list', toolsets: 'all' })
    expect((list.answer.result as { tools: { name: string }[] }).tools[0]?.name).toBe('list_tokens')
    const call = { ...as, method: 'tools/call', name: 'create_token', client: 'stdio-client 1' }
    const made = await ask('/control/mcp', { ...call, arguments: { name: 'x', scopes: ['project:read'] } })
    expect(made.answer.result).toMatchObject({ structuredContent: { name: 'x', scopes: ['project:read'] } })
    const refused = await ask('/control/mcp', { ...call, scopes: ['user:read'], arguments: { name: 'x', scopes: [] } })
    expect(refused.answer.result).toMatchObject({
      isError: true,
      _meta: { 'dragoman/error': { code: 'insufficient_scope' } },
    })
    const user = await world.services.store.read.users.by('handle', 'ada')
    const { items } = await world.services.store.read.audit.page('user', user?.id ?? '', { limit: 1 })
    expect(items[0]).toMatchObject({ surface: 'stdio', client: 'stdio-client 1' })
  })

  it('rejects an unknown tool by name', async () => {
    const { answer } = await ask('/control/mcp', { ...as, method: 'tools/call', name: 'list_tokenz' })
    expect(answer.error).toMatchObject({ code: 'unknown_tool', fix: 'Did you mean list_tokens?' })
  })

  it('rejects a backup in the usual form', async () => {
    const { status, answer } = await ask('/control/backup', {})
    expect([status, answer.error?.code]).toEqual([503, 'store_unavailable'])
  })

  it('streams a backup at the pace of its reader, and cuts a failed one', async () => {
    let made = 0
    let left = false
    archive = async function* () {
      try {
        for (; made < 1_000; made += 1) yield Buffer.alloc(64 * 1024, 'x')
        throw new Error('the disk')
      } finally {
        left = true
      }
    }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const socketPath = join(folder.path, 'socket')
      request({ socketPath, ...BACKUP }, resolve)
        .once('error', reject)
        .end('{}')
    })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/gzip'])
    await sleep(50)
    expect(made).toBeLessThan(100)
    await expect(buffer(response)).rejects.toThrow('aborted')
    expect([made, left]).toEqual([1_000, true])
  })

  it('stops a backup when its reader is gone', async () => {
    let left: () => void = () => undefined
    const gone = new Promise<void>(resolve => {
      left = resolve
    })
    archive = async function* () {
      try {
        for (;;) yield Buffer.alloc(64 * 1024, 'x')
      } finally {
        left()
      }
    }
    const asked = request({ socketPath: join(folder.path, 'socket'), ...BACKUP }, response => {
      response.once('data', () => asked.destroy())
    })
    asked.once('error', () => undefined).end('{}')
    await gone
  })
})

it('a call that asks for progress reports it before the answer, and ends when the caller leaves', async () => {
  const ada = await world.user('ada')
  await ada.call('create_project', { project: 'ada/watched', source_locale: 'en', target_locales: ['de'] })
  const run = await storeRun(world.services, 'ada/watched')
  const updates: unknown[] = []
  const stop = new AbortController()
  const begin = (signal?: AbortSignal): Promise<unknown> =>
    callHolder(
      join(folder.path, 'socket'),
      '/control/mcp',
      {
        method: 'tools/call',
        name: 'get_runs',
        arguments: { project: 'ada/watched', run: run.id, wait: 55 },
        handle: 'ada',
        scopes: ['project:read'],
        progress: true,
      },
      { progress: update => void updates.push(update), ...(signal && { signal }) },
    )
  const answer = begin(stop.signal)
  await expect.poll(() => updates).toEqual([{ progress: 0, total: 4, message: '0 of 4 translations' }])
  await run.finish('de', [{ entry_id: 'e1', outcome: 'translated' }])
  await expect.poll(() => updates).toHaveLength(2)
  const left = begin(stop.signal).catch((error: AppError) => error.code)
  await expect.poll(() => updates).toHaveLength(3)
  stop.abort()
  expect(await left).toBe('unavailable')
  expect(await answer.catch((error: AppError) => error.code)).toBe('unavailable')
  await run.change({ state: 'completed' })
  expect(JSON.stringify(await begin())).toContain('completed')
  expect(updates).toHaveLength(3)
})
