import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_TIMEOUTS, enforceBodyTimeout } from '../../src/http/connections/timeouts.ts'
import { allTests } from '../harness/each-test.ts'
import { FaultyFiles } from '../store/faulty-files.ts'
import { parseAnswer, say } from './raw-exchange.ts'
import { modernRequest } from './rpc.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const HTML = 'text/html'
const PROBLEM = 'application/problem+json'
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const CONTENT = '{"hello":"Hello"}'

describe('a stalled request body', () => {
  const deps = allTests(() => openTestApp({ patience: { ...DEFAULT_TIMEOUTS, bodyMs: 150 } }))
  let token: string
  let upload: string

  beforeAll(async () => {
    token = (await deps.token('ada', ['user:read', 'user:write', 'project:write'])).token
    const ada = await deps.world.user('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const { uploads } = await ada.call<{ uploads: { put: string }[] }>('push_source', {
      project: 'ada/app',
      files: [{ path: 'en.json' }],
    })
    upload = new URL(uploads[0]?.put ?? '').pathname
  })

  const head = (line: string, type: string, accept = '*/*'): string => {
    const origin = `Origin: ${deps.services.baseUrl}`
    const lines = ['Host: localhost', `Authorization: Bearer ${token}`, `Content-Type: ${type}`, `Accept: ${accept}`]
    return [`${line} HTTP/1.1`, ...lines, origin, ''].join('\r\n')
  }

  it.each([
    ['JSON', () => head('POST /api/tokens', JSON_TYPE), PROBLEM, '"code":"unavailable"'],
    ['an MCP message', () => head('POST /mcp', JSON_TYPE), JSON_TYPE, '"error":{"code":-32000'],
    ['a form of OAuth', () => head('POST /oauth/token', FORM), JSON_TYPE, '"error":"invalid_request"'],
    ['the metadata of a client', () => head('POST /oauth/register', JSON_TYPE), JSON_TYPE, 'did not arrive in time'],
    ['a form of a page', () => head('POST /device', FORM, HTML), HTML, 'did not arrive in time'],
    ['a file', () => head('PUT /api/projects/ada/app/file?path=en.json', JSON_TYPE), PROBLEM, '"permanent":false'],
    ['an upload', () => head(`PUT ${upload}`, 'application/octet-stream'), PROBLEM, '"code":"unavailable"'],
  ])('of %s returns 408, and its connection is closed', async (_name, begin, type, words) => {
    for (const rest of ['Content-Length: 17\r\n\r\n', `Content-Length: 17\r\n\r\n${CONTENT.slice(0, 9)}`]) {
      const answer = parseAnswer(await say(deps.url, begin() + rest))
      expect([answer.status, answer.headers['connection']]).toEqual([408, 'close'])
      expect(answer.headers['content-type']).toContain(type)
      expect(answer.headers['x-request-id']).toMatch(/^\w{20}$/)
      expect(answer.body).toContain(words)
    }
  })

  it('in chunks returns the same', async () => {
    const chunks = `${head('POST /oauth/token', FORM)}Transfer-Encoding: chunked\r\n\r\n`
    expect(parseAnswer(await say(deps.url, `${chunks}3\r\na=b\r\n`)).status).toBe(408)
  })

  it('keeps the transfer link valid', async () => {
    const whole = `${head(`PUT ${upload}`, 'application/octet-stream')}Connection: close\r\nContent-Length: 17\r\n\r\n`
    expect(parseAnswer(await say(deps.url, whole + CONTENT)).status).toBe(201)
  })

  it('after an abandoned answer is cut off', async () => {
    const socket = connect(Number(new URL(deps.url).port), '127.0.0.1')
    const closed = once(socket, 'close')
    socket.write('POST /api/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\nabc')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(parseAnswer(String(answer))).toMatchObject({ status: 401, headers: { connection: 'keep-alive' } })
    await closed
  })
})

describe('the time limit for a request body', () => {
  const socket = { bytesRead: 0, destroy: vi.fn() }
  let request: IncomingMessage
  const response = { headersSent: false }
  const stalled = vi.fn()
  const KIB = 1024
  const LONG = { 'content-length': String(16 * 1024 * KIB) }
  const CHUNKED = { 'transfer-encoding': 'chunked' }

  beforeEach(() => {
    response.headersSent = false
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    stalled.mockReset()
    socket.destroy.mockReset()
  })

  const begin = (headers: object): void => {
    request = Object.assign(new EventEmitter(), { complete: false, socket, headers }) as unknown as IncomingMessage
    request.on('timeout', stalled)
    enforceBodyTimeout(request, response as ServerResponse, DEFAULT_TIMEOUTS)
  }

  const after = (seconds: number, bytes: number): void => {
    vi.advanceTimersByTime(seconds * 1000)
    socket.bytesRead += bytes
  }

  it.each([
    ['is told to be short', { 'content-length': String(30 * KIB) }],
    ['does not tell its length', CHUNKED],
  ])('is 30 seconds from the last byte, however long the whole takes, when it %s', (_name, headers) => {
    begin(headers)
    for (let part = 0; part < 40; part++) after(28, 1)
    expect(stalled).not.toHaveBeenCalled()
    after(29, 0)
    expect(stalled).not.toHaveBeenCalled()
    after(3, 0)
    expect(stalled).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is 30 seconds for each 30 KiB of a long body, also before its last byte', () => {
    begin(LONG)
    for (let part = 0; part < 10; part++) after(28, 30 * KIB)
    expect(stalled).not.toHaveBeenCalled()
    after(25, 1)
    after(4, 1)
    expect(stalled).not.toHaveBeenCalled()
    after(3, 0)
    expect(stalled).toHaveBeenCalledOnce()
  })

  it('leaves time for a slow line, and for one that pauses for 25 seconds at a time', () => {
    begin(LONG)
    for (let second = 0; second < 134; second++) after(1, 125_000)
    for (let second = 0; second < 600; second++) after(1, 1.1 * KIB)
    after(1, 125_000)
    for (let part = 0; part < 5; part++) after(25, 125_000)
    expect(stalled).not.toHaveBeenCalled()
  })

  it('is that of a long body beyond 30 KiB when the length is unknown', () => {
    begin(CHUNKED)
    after(1, 30 * KIB + 1)
    after(25, 1)
    expect(stalled).not.toHaveBeenCalled()
    after(10, 0)
    expect(stalled).toHaveBeenCalledOnce()
  })

  it('ends with the connection when the answer has begun', () => {
    begin({ 'content-length': '100' })
    response.headersSent = true
    after(31, 0)
    expect([stalled.mock.calls.length, socket.destroy.mock.calls.length]).toEqual([0, 1])
  })

  it.each([
    ['is over when the body is there', () => Object.assign(request, { complete: true })],
    ['is over when the connection is', () => request.emit('close')],
  ])('%s', (_name, end) => {
    begin({ 'content-length': '100' })
    after(10, 1)
    end()
    after(2, 0)
    expect(vi.getTimerCount()).toBe(0)
    after(60, 0)
    expect(stalled).not.toHaveBeenCalled()
  })
})

describe('a connection without a request', () => {
  it('is kept for 65 seconds, longer than proxies and clients keep theirs', async () => {
    const deps = await openTestApp()
    const { headers } = await fetch(`${deps.url}/up`)
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=65'])
    await deps.close()
  })

  it('is closed after that time', async () => {
    const deps = await openTestApp({ patience: { ...DEFAULT_TIMEOUTS, idleMs: 50 } })
    const socket = connect(Number(new URL(deps.url).port), '127.0.0.1')
    socket.resume().write('GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'close')
    await deps.close()
  })
})

describe('a client that half-closes its connection after the request', () => {
  let deps: TestApp
  let files: FaultyFiles
  let token: string

  async function open(halfOpenMs = DEFAULT_TIMEOUTS.halfOpenMs): Promise<void> {
    files = new FaultyFiles()
    deps = await openTestApp({ patience: { ...DEFAULT_TIMEOUTS, halfOpenMs }, world: { files } })
    token = (await deps.token('ada', ['project:read', 'user:write'])).token
  }

  afterEach(() => deps.close())

  /** Sends a request whose answer waits for the disk, and closes the side of the client; resolves when the server knows of that. */
  async function askAndClose(body: string): Promise<Socket> {
    const accepted = once(deps.server, 'connection') as Promise<[Socket]>
    const socket = connect({ port: Number(new URL(deps.url).port), host: '127.0.0.1', allowHalfOpen: true })
    const lines = ['Host: localhost', `Authorization: Bearer ${token}`, `Content-Type: ${JSON_TYPE}`]
    const [server] = await accepted
    const heard = once(server, 'end')
    socket.end(['POST /api/tokens HTTP/1.1', ...lines, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    await heard
    return socket
  }

  const CREATE = JSON.stringify({ name: 'ci', scopes: ['user:write'] })

  it('gets its answer, and then the end of the connection', async () => {
    await open()
    const resume = files.stall()
    const socket = await askAndClose(CREATE)
    let answer = ''
    socket.on('data', chunk => (answer += String(chunk)))
    resume()
    await once(socket, 'end')
    expect(parseAnswer(answer).status).toBe(201)
  })

  it('is disconnected after a time limit', async () => {
    await open(50)
    const resume = files.stall()
    const socket = await askAndClose(CREATE)
    socket.on('error', () => undefined).resume()
    await once(socket, 'close')
    resume()
  })

  it('gets an error when its body is incomplete', async () => {
    await open()
    const socket = connect({ port: Number(new URL(deps.url).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.end(`POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nContent-Length: 9\r\n\r\nabc`)
    let answer = ''
    socket.on('data', chunk => (answer += String(chunk)))
    await once(socket, 'end')
    expect(parseAnswer(answer)).toMatchObject({ status: 400, headers: { 'content-type': PROBLEM } })
  })

  it('ends its event stream', async () => {
    await open()
    const ada = await deps.world.user('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const listen = { notifications: { resourceSubscriptions: ['dragoman://ada/app/status'] } }
    const { headers, body } = modernRequest('subscriptions/listen', listen, token)
    const socket = connect({ port: Number(new URL(deps.url).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      ['POST /mcp HTTP/1.1', 'Host: localhost', ...lines, `Content-Length: ${body.length}`, '', body].join('\r\n'),
    )
    let heard = ''
    socket.on('data', chunk => (heard += String(chunk)))
    await expect.poll(() => heard).toContain('acknowledged')
    const closed = once(socket, 'close')
    socket.end()
    await closed
  })
})
