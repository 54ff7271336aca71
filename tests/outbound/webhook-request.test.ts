import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWebhookRequest, isAllowedHost } from '../../src/outbound/webhook-request.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let answer: Answer
let port = 0
let bodies: string[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    bodies.push(body)
    answer(request, response)
  })
})

beforeEach(async () => {
  bodies = []
  answer = (_, response) => response.writeHead(204).end()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterEach(async () => {
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
})

const send = (url: string, options: Partial<Parameters<typeof createWebhookRequest>[0]> = {}) =>
  createWebhookRequest({ hosts: [], ...options })(
    { url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
    new AbortController().signal,
  )

const own = () => ({ hosts: [`127.0.0.1:${port}`] })
const NOT_PUBLIC = { fault: 'The host has no public address.' }

describe('the request of a webhook', () => {
  it('posts to a host that the operator allows', async () => {
    expect(await send(`http://127.0.0.1:${port}/hook`, own())).toEqual({ status: 204, retryAfter: undefined })
    expect(bodies).toEqual(['{"a":1}'])
  })

  it.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://localhost/',
  ])('does not reach %s', async url => {
    expect(await send(url)).toEqual(NOT_PUBLIC)
  })

  it('does not reach a name of which one address is not public', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await send('https://hooks.example.org/', { resolve })).toEqual(NOT_PUBLIC)
  })

  it('connects to the address that it checked, and not to another one of the name', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const hosts = [`hooks.internal:${port}`]
    expect(await send(`http://hooks.internal:${port}/`, { resolve, hosts })).toMatchObject({ status: 204 })
    expect(asked).toBe(1)
  })

  it('sends nothing over plain http, except to hosts that the operator allows', async () => {
    expect(await send(`http://127.0.0.1:${port}/hook`)).toEqual({ fault: 'The URL is not https.' })
    expect(bodies).toEqual([])
  })

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    expect(await send(`http://127.0.0.1:${port}/hook`, own())).toMatchObject({ status: 302 })
    expect(bodies).toHaveLength(1)
  })

  it('does not read an endless body', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const more = (): void => void (response.destroyed || response.write('x'.repeat(1000), more))
      more()
    }
    expect(await send(`http://127.0.0.1:${port}/hook`, own())).toMatchObject({ status: 200 })
  })

  it('waits no longer than its time limit', async () => {
    answer = () => undefined
    expect(await send(`http://127.0.0.1:${port}/hook`, { ...own(), timeoutMs: 30 })).toEqual({
      fault: 'No response within 0.03 seconds.',
    })
  })

  it('reports a closed connection', async () => {
    answer = request => request.socket.destroy()
    expect(await send(`http://127.0.0.1:${port}/hook`, own())).toEqual({
      fault: 'The host cannot be reached, or closed the connection.',
    })
  })

  it.each([
    ['https://hooks.internal/x', ['hooks.internal'], true],
    ['https://hooks.internal:8443/x', ['hooks.internal:8443'], true],
    ['https://hooks.internal:8443/x', ['hooks.internal:443'], false],
    ['http://hooks.internal/x', ['hooks.internal:80'], true],
    ['https://evil.hooks.internal/x', ['hooks.internal'], false],
  ])('allows %s with %j: %s', (url, hosts, allowed) => {
    expect(isAllowedHost(new URL(url), hosts)).toBe(allowed)
  })
})
