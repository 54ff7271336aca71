import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createPatience, readRetryAfter } from '../../src/cli/backends/patience.ts'
import type { Machine } from '../../src/cli/machine.ts'
import { AppError } from '../../src/errors.ts'
import { run, stdioTransport } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { start } from '../harness/process.ts'
import { callByRest } from '../harness/rest-call.ts'
import { connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'
import { openProxy, type Received } from './front-proxy.ts'
import { METADATA, startStubServer } from './sign-in/stub-server.ts'

const dragoman = allTests(() => startDragoman())
let folder: string
/** The waits of the commands, in seconds. */
const waits: number[] = []
const pause: Machine['pause'] = async milliseconds => void waits.push(milliseconds / 1000)

beforeEach(async () => {
  folder = await temporaryFolder()
  waits.length = 0
})

type Answer = (response: ServerResponse) => void

const LIMITED = { code: 'rate_limited', message: 'You exceeded the rate limit.', fix: 'Wait.' }

/** The refusals that a client of ours must understand, each with the seconds that it asks for. */
const REFUSALS: Readonly<Record<string, (seconds: number) => Answer>> = {
  'a rate limit, with a header': seconds => response => {
    const error = { code: -32000, message: 'Refused.', data: LIMITED }
    response.writeHead(429, { 'retry-after': String(seconds) }).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  },
  'a rate limit, in its body': seconds => response => {
    const error = { code: -32000, message: 'Refused.', data: { ...LIMITED, retry_after: seconds } }
    response.writeHead(429).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  },
  'a page of a proxy before a stopped server': seconds => response =>
    void response.writeHead(503, { 'retry-after': String(seconds), 'content-type': 'text/html' }).end('<html>'),
  'the result of a tool': seconds => response => {
    const body = { ...LIMITED, retry_after: seconds }
    const result = { isError: true, content: [{ type: 'text', text: '' }], _meta: { 'dragoman/error': body } }
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  },
}

/** A proxy that refuses the requests that `isMeant`, once for each answer, and the variables that lead to it. */
async function behindProxy(answers: Answer[], isMeant: (request: Received) => boolean = () => true) {
  const proxy = await openProxy(dragoman.url, (response, request) => {
    const answer = isMeant(request) ? answers.shift() : undefined
    answer?.(response)
    return answer !== undefined
  })
  onTestFinished(proxy.close)
  return { proxy, env: { DRAGOMAN_URL: proxy.url, DRAGOMAN_TOKEN: await dragoman.token() } }
}

describe('a command, while the server is busy,', () => {
  it.each(Object.entries(REFUSALS))('waits after %s, says so once for each wait, and goes on', async (_, refuse) => {
    const { env } = await behindProxy([refuse(2), refuse(7)])
    const { code, stdout, stderr } = await run(['whoami', '--quiet'], env, '', { pause })
    expect([code, stdout]).toEqual([0, 'ada\n'])
    expect(waits).toEqual([2, 7])
    expect(stderr.match(/^The server asks to wait [27] seconds: .+$/gm)).toHaveLength(2)
    expect(stderr.trimEnd().split('\n')).toHaveLength(2)
  })

  it.each(Object.entries(REFUSALS))('gives up at once when it must wait too long after %s', async (_, refuse) => {
    const { env } = await behindProxy([refuse(121)])
    const { code, stdout, stderr } = await run(['whoami'], env, '', { pause })
    expect([code, stdout, waits]).toEqual([75, '', []])
    expect(stderr).toMatch(
      /^error {2}(You exceeded the rate limit\.\n {7}Wait|http\S+ responded with status 503\.\n {7}Try again in 121 seconds)\.\n$/,
    )
  })

  it('waits two minutes in all', async () => {
    const refuse = REFUSALS['a rate limit, with a header'] as (seconds: number) => Answer
    const { env } = await behindProxy([50, 50, 20, 1].map(refuse))
    const { code } = await run(['call', 'get_context'], env, '', { pause })
    expect([code, waits.reduce((sum, one) => sum + one, 0)]).toEqual([75, 120])
  })

  it('sends no file again that the server has', async () => {
    const project = 'ada/busy'
    await callByRest(dragoman.url, await dragoman.token(), 'create_project', {
      project,
      source_locale: 'en',
      target_locales: ['de'],
    })
    const paths = Array.from({ length: 12 }, (_, at) => `${at}.json`)
    for (const path of paths) await writeFile(join(folder, path), JSON.stringify({ [path]: `Text of ${path}` }))
    const refuse: Answer = response =>
      void response
        .writeHead(429, { 'retry-after': '30' })
        .end(JSON.stringify({ code: 'rate_limited', detail: 'Slow.' }))
    let puts = 0
    const refused: Answer[] = [refuse, refuse, refuse]
    const { proxy, env } = await behindProxy(refused, ({ method }) => method === 'PUT' && (puts += 1) > 5)
    const args = JSON.stringify({ project, files: paths.map(path => ({ path })) })
    const outcome = await run(['call', 'push_source', '--root', folder, '--json', args], env, '', { pause })
    expect(outcome.stderr).toContain('The server asks to wait 30 seconds: Slow.\n')
    expect(JSON.parse(outcome.stdout)).toMatchObject({ added: paths.length })
    const sent = proxy.passed.filter(request => request.startsWith('PUT'))
    expect([sent.length, new Set(sent).size, refused.length]).toEqual([paths.length, paths.length, 0])
  })

  it('waits while it signs in, too', async () => {
    const busy = (times: number) => (times === 1 ? ([429, {}, { 'retry-after': '3' }] as const) : undefined)
    const found: string[] = []
    const server = await startStubServer({
      [METADATA]: (times, origin) => busy(times) ?? [200, { ...(found.push(origin), {}), issuer: origin }],
    })
    onTestFinished(server.close)
    const { code, stderr } = await run(['login', server.url], { XDG_CONFIG_HOME: folder }, '', { pause })
    expect(stderr).toContain('The server asks to wait 3 seconds: ')
    expect([waits, found.length, code]).toEqual([[3], 1, 69])
  })

  it.each([
    ['whoami', { code: null, signal: 'SIGINT' }],
    ['login', { code: 130, signal: null }],
  ])('ends %s at Ctrl+C', async (command, outcome) => {
    const server = await startStubServer({
      '/mcp?toolsets=': () => [429, {}, { 'retry-after': '60' }],
      [METADATA]: () => [429, {}, { 'retry-after': '60' }],
    })
    onTestFinished(server.close)
    const [args, env] =
      command === 'login'
        ? [[command, server.url], { XDG_CONFIG_HOME: folder }]
        : [[command], { DRAGOMAN_URL: server.url, DRAGOMAN_TOKEN: await dragoman.token() }]
    const running = start(args, env)
    await running.seen(/^The server asks to wait 60 seconds: .+\n$/)
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ ...outcome, stdout: '' })
  })
})

describe('dragoman mcp, while the server is busy,', () => {
  it('waits, and reports progress to a client that asked for it', async () => {
    const refuse = REFUSALS['the result of a tool'] as (seconds: number) => Answer
    const { env } = await behindProxy([refuse(25)], ({ body }) => body.includes('"get_context"'))
    const { client, close } = await connectModern(stdioTransport([], env, { pause }), 'legacy')
    const seen: { progress: number; message?: string | undefined }[] = []
    const onprogress = (update: (typeof seen)[number]) => void seen.push(update)
    const result = await client.callTool({ name: 'get_context' }, { onprogress })
    expect(result.isError).not.toBe(true)
    expect(waits).toEqual([10, 10, 5])
    expect(seen).toHaveLength(3)
    expect(seen[0]?.message).toBe('The server asks to wait 25 seconds: You exceeded the rate limit.')
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((a, b) => a - b))
    await close()
  })

  it('ends a wait when the client cancels the call', async () => {
    const refuse = REFUSALS['the result of a tool'] as (seconds: number) => Answer
    const { env, proxy } = await behindProxy([refuse(60)], ({ body }) => body.includes('"get_context"'))
    const cancelled = new AbortController()
    let ended: unknown
    const until: Machine['pause'] = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          ended = signal.reason
          reject(signal.reason as Error)
        })
        cancelled.abort()
      })
    const { client, call, close } = await connectModern(stdioTransport([], env, { pause: until }), 'legacy')
    await expect(client.callTool({ name: 'get_context' }, { signal: cancelled.signal })).rejects.toThrow()
    await call('get_context')
    expect(ended).toBeDefined()
    expect(proxy.passed.filter(request => request.startsWith('POST /mcp'))).toHaveLength(1)
    await close()
  })
})

describe('the patience of one call', () => {
  const refusal = (seconds: number) => new AppError('rate_limited', 'Too fast.', { retryAfter: seconds })
  const open = () => {
    const lines: string[] = []
    const ends: (() => void)[] = []
    const at = new Date(0)
    const patience = createPatience({
      now: () => at,
      pause: () => new Promise<void>(resolve => ends.push(resolve)),
      say: line => void lines.push(line),
    })
    return { patience, lines, ends, at }
  }

  it('counts waits at the same time once, and says so once', async () => {
    const { patience, lines, ends } = open()
    const both = [patience.wait(refusal(9)), patience.wait(refusal(9))]
    for (const end of ends) end()
    expect(await Promise.all(both)).toEqual([true, true])
    expect(lines).toEqual(['The server asks to wait 9 seconds: Too fast.'])
    expect(await patience.wait(refusal(112))).toBe(false)
  })

  it('never asks again at once', async () => {
    const { patience, lines } = open()
    void patience.wait(refusal(0))
    expect(lines).toEqual(['The server asks to wait 1 second: Too fast.'])
  })

  it.each([
    ['no time', new AppError('rate_limited', 'Too fast.')],
    ['another error', new AppError('conflict', 'In use.', { retryAfter: 1 })],
    ['a bug', new Error('bug')],
  ])('does not wait for %s', async (_, error) => {
    expect(await open().patience.wait(error)).toBe(false)
  })

  it.each([
    ['12', 12],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 20],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e999', undefined],
  ])('reads the header %s', (text, seconds) => {
    expect(readRetryAfter(new Headers({ 'retry-after': text }), new Date(10_000))).toBe(seconds)
  })
})
