import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ResolveName } from '../../src/outbound/resolve-name.ts'
import { createWebhookRequest, isAllowedHost } from '../../src/outbound/webhook-request.ts'
import { allTests } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'

const NOT_PUBLIC = { fault: 'The host has no public address.' }
const UNREACHABLE = { fault: 'The host cannot be reached, or closed the connection.' }

/** As node:dns gives them. */
const resolveTo =
  (...texts: readonly string[]): ResolveName =>
  async () =>
    texts.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a request of a webhook', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let requests: { readonly request: IncomingMessage; readonly body: string }[] = []
  let connections = 0
  /** Resolves when the connection of the last request is closed. */
  let closed: Promise<void>

  const site = allTests(() => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', chunk => {
        body += String(chunk)
      })
      request.on('end', () => {
        requests.push({ request, body })
        answer(request, response)
      })
    })
    server.on('connection', socket => {
      connections += 1
      closed = new Promise(resolve => socket.on('close', () => resolve()))
    })
    return listen(server)
  })
  afterEach(() => {
    requests = []
    connections = 0
  })

  const signal = new AbortController().signal
  const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"ä":1}' })
  /** Sends to the host `hooks.internal`, which an operator allows, at this machine. */
  const send = (options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
    createWebhookRequest({ hosts: ['hooks.internal'], resolve: resolveTo('127.0.0.1'), ...options })(
      request(`http://hooks.internal:${site.port}/hook?x=1`),
      options.signal ?? signal,
    )

  it.each([['169.254.169.254'], ['::ffff:10.0.0.1'], ['127.0.0.1', '1.1.1.1'], ['2606:4700::1111', 'fe80::1'], []])(
    'reaches no name with an address that is not public: %s %s',
    async (...texts: readonly string[]) => {
      const post = createWebhookRequest({ hosts: [], resolve: resolveTo(...texts) })
      expect(await post(request(`https://public.example:${site.port}/`), signal)).toEqual(NOT_PUBLIC)
      expect(connections).toBe(0)
    },
  )

  it.each(['10.0.0.1', '[::ffff:7f00:1]', '0x7f.1', '2130706433', '0.0.0.0', 'localhost', 'a.localhost.'])(
    'reaches no such literal: %s',
    async host => {
      expect(await createWebhookRequest({ hosts: [] })(request(`https://${host}:${site.port}/`), signal)).toEqual(
        NOT_PUBLIC,
      )
      expect(connections).toBe(0)
    },
  )

  it('is http only for hosts that an operator allows', async () => {
    answer = (_, response) => response.writeHead(204).end()
    const url = `http://hooks.internal:${site.port}/`
    const resolve = vi.fn(resolveTo('127.0.0.1'))
    for (const hosts of [[], ['internal'], ['ooks.internal'], [`hooks.internal:${site.port + 1}`], ['127.0.0.1']]) {
      const post = createWebhookRequest({ hosts, resolve })
      expect(await post(request(url), signal), hosts.join()).toEqual({ fault: 'The URL is not https.' })
    }
    expect([resolve.mock.calls.length, connections]).toEqual([0, 0])
    for (const hosts of [['hooks.internal'], [`hooks.internal:${site.port}`], ['Hooks.Internal']]) {
      const post = createWebhookRequest({ hosts, resolve })
      expect(await post(request(url), signal), hosts.join()).toMatchObject({ status: 204 })
    }
  })

  it('may go to a private address only at an allowed host', async () => {
    const resolve = resolveTo('127.0.0.1')
    const post = createWebhookRequest({ hosts: ['hooks.internal'], resolve })
    expect(await post(request(`https://other.internal:${site.port}/`), signal)).toEqual(NOT_PUBLIC)
    expect(connections).toBe(0)
    // This server does not speak TLS.
    expect(await post(request(`https://hooks.internal:${site.port}/`), signal)).toEqual(UNREACHABLE)
    expect(connections).toBe(1)
  })

  it('posts its body and headers, and nothing of the environment', async () => {
    answer = (_, response) => response.writeHead(200, { 'set-cookie': 'a=b', 'retry-after': '7' }).end('ok')
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, name.startsWith('NODE') ? '1' : 'http://127.0.0.1:9')
    try {
      expect(await send()).toEqual({ status: 200, retryAfter: '7' })
      expect(await send()).toEqual({ status: 200, retryAfter: '7' })
    } finally {
      vi.unstubAllEnvs()
    }
    const [, second] = requests
    expect(second).toMatchObject({ body: '{"ä":1}', request: { method: 'POST', url: '/hook?x=1' } })
    expect(second?.request.headers).toEqual({
      'content-type': 'application/json',
      'content-length': '8',
      host: `hooks.internal:${site.port}`,
      connection: 'close',
    })
    expect(connections).toBe(2)
  })

  it('connects to the checked address, so that a second lookup cannot change it', async () => {
    answer = (_, response) => response.writeHead(204).end()
    const resolve = vi.fn(resolveTo('127.0.0.1'))
    const post = createWebhookRequest({ hosts: ['hooks.internal'], resolve })
    expect(await post(request(`http://hooks.internal:${site.port}/`), signal)).toMatchObject({ status: 204 })
    expect([resolve.mock.calls.length, connections]).toEqual([1, 1])
  })

  it.each([301, 307])('returns a redirect as its status, and does not follow it: %i', async status => {
    answer = (_, response) => response.writeHead(status, { location: `http://hooks.internal:${site.port}/next` }).end()
    expect(await send()).toMatchObject({ status })
    expect(requests).toHaveLength(1)
  })

  it.each([204, 410, 500])('returns status %i', async status => {
    answer = (_, response) => response.writeHead(status).end()
    expect(await send()).toEqual({ status, retryAfter: undefined })
  })

  it('closes the connection without the body, which may be endless', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), more)
      }
      more()
    }
    expect(await send()).toMatchObject({ status: 200 })
    await closed
  })

  it('closes the connection after a protocol switch', async () => {
    answer = ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    expect(await send()).toMatchObject({ status: 101 })
    await closed
  })

  it('has one time limit, also for informational answers', async () => {
    const late = { fault: 'No response within 0.2 seconds.' }
    answer = () => undefined
    expect(await send({ timeoutMs: 200 })).toEqual(late)
    await closed
    answer = (_, response) => {
      const more = setInterval(() => response.writeProcessing(), 20)
      response.on('close', () => clearInterval(more))
    }
    expect(await send({ timeoutMs: 200 })).toEqual(late)
    await closed
  })

  it('has the same time limit for the lookup', async () => {
    const resolve: ResolveName = (_name, limit) =>
      new Promise((_resolve, reject) => limit.addEventListener('abort', () => reject(new Error('cancelled'))))
    const post = createWebhookRequest({ hosts: [], resolve, timeoutMs: 50 })
    expect(await post(request('https://public.example/'), signal)).toEqual({
      fault: 'No response within 0.05 seconds.',
    })
  })

  it('ends when it is cancelled', async () => {
    const stopping = new AbortController()
    answer = () => stopping.abort()
    expect(await send({ signal: stopping.signal })).toEqual(UNREACHABLE)
    await closed
  })

  it('says that a host is unknown, and that a connection broke', async () => {
    const unknown: ResolveName = () => Promise.reject(new Error('ENOTFOUND'))
    const post = createWebhookRequest({ hosts: [], resolve: unknown })
    expect(await post(request('https://public.example/'), signal)).toEqual(UNREACHABLE)
    answer = ({ socket }) => socket.destroy()
    expect(await send()).toEqual(UNREACHABLE)
    answer = (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(9000) }).end()
    expect(await send()).toEqual(UNREACHABLE)
  })
})

it.each([
  ['https://hooks.internal/a', 'hooks.internal', true],
  ['http://hooks.internal:8080/a', 'hooks.internal', true],
  ['http://hooks.internal:8080/a', 'hooks.internal:8080', true],
  ['http://hooks.internal/a', 'hooks.internal:80', true],
  ['https://hooks.internal/a', 'hooks.internal:443', true],
  ['http://hooks.internal/a', 'hooks.internal:443', false],
  ['http://hooks.internal:8081/a', 'hooks.internal:8080', false],
  ['https://hooks.internal.example/a', 'hooks.internal', false],
  ['https://example/hooks.internal', 'hooks.internal', false],
  ['http://HOOKS.internal/a', 'Hooks.Internal', true],
  ['http://[::1]:8080/', '[::1]:8080', true],
])('an allowed host %s is listed as %s: %s', (url, host, expected) => {
  expect(isAllowedHost(new URL(url), [host])).toBe(expected)
})
