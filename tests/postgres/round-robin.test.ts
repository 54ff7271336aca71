import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface Backend {
  readonly server: Server
  readonly port: number
}

let proxy: RoundRobin
const servers: Server[] = []

beforeEach(async () => {
  proxy = await startRoundRobin()
})
afterEach(async () => {
  await proxy.close()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A backend that answers with its name, unless `handle` answers. */
async function addBackend(name: string, handle?: Handle, port = 0): Promise<Backend> {
  const server = createServer((request, response) => {
    if (handle === undefined || request.url === '/ready') response.end(name)
    else handle(request, response)
  })
  servers.push(server)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const backend = { server, port: (server.address() as AddressInfo).port }
  proxy.add(backend.port)
  return backend
}

const get = async (path = '/'): Promise<string> => (await fetch(`${proxy.url}${path}`)).text()

describe('the round-robin proxy', () => {
  it('gives each request of a client to the next backend', async () => {
    for (const name of ['a', 'b', 'c']) await addBackend(name)
    const answers: string[] = []
    for (let n = 0; n < 6; n++) answers.push(await get())
    expect(answers).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('keeps method, path, body and the Host header, and names the client', async () => {
    const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method, url, headers } = request
      const [host, from] = [headers.host, headers['x-forwarded-for']]
      response.writeHead(201, ['set-cookie', 'a=1', 'set-cookie', 'b=2'])
      response.end(JSON.stringify({ method, url, body: await text(request), host, from }))
    }
    await addBackend('echo', (request, response) => void echo(request, response))
    const { port } = new URL(proxy.url)
    const inner = send({ port, path: '/x?y=1', method: 'PUT', headers: { host: 'l10n.example.org' } }).end('text')
    const [response] = (await once(inner, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(201)
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(JSON.parse(await text(response))).toEqual({
      method: 'PUT',
      url: '/x?y=1',
      body: 'text',
      host: 'l10n.example.org',
      from: expect.stringMatching(/127\.0\.0\.1$|::1$/),
    })
  })

  it('passes an event on before the next one exists, and tells the backend that the client left', async () => {
    let response: ServerResponse | undefined
    await addBackend('events', (_, opened) => {
      response = opened.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
    })
    const stop = new AbortController()
    const { body } = await fetch(proxy.url, { signal: stop.signal })
    const reader = body?.getReader()
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      response?.write(event)
      expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe(event)
    }
    const left = once(response as ServerResponse, 'close')
    stop.abort()
    await left
  })

  it('sends a request, also with a body, to another backend when one refuses connections', async () => {
    const gone = await addBackend('gone')
    await addBackend('here', (request, response) => void request.pipe(response))
    gone.server.close().closeAllConnections()
    for (let n = 0; n < 4; n++) {
      const response = await fetch(proxy.url, { method: 'POST', body: 'text' })
      expect(await response.text()).toBe('text')
    }
  })

  it('gives requests to a backend again when it is ready again', async () => {
    const { server, port } = await addBackend('back')
    server.close().closeAllConnections()
    await once(server, 'close')
    const refused = await fetch(proxy.url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    await once(server.listen(port, '127.0.0.1'), 'listening')
    await expect.poll(() => proxy.ready()).toEqual([port])
    expect(await get()).toBe('back')
  })

  it('gives none to a backend whose /ready says 503', async () => {
    let ready = true
    const server = createServer((_, response) => response.writeHead(ready ? 200 : 503).end('unready'))
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    proxy.add(port)
    await addBackend('ready')
    ready = false
    await expect.poll(() => proxy.ready()).not.toContain(port)
    expect([await get(), await get()]).toEqual(['ready', 'ready'])
  })

  it('drains: running requests end, streams stay, new requests go elsewhere', async () => {
    const waiting: ServerResponse[] = []
    const { port } = await addBackend('leaving', (request, response) => {
      if (request.url === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      else waiting.push(response)
    })
    const stream = await fetch(`${proxy.url}/stream`)
    const running = get()
    await expect.poll(() => waiting.length).toBe(1)
    await addBackend('staying')
    let drained = false
    const draining = proxy.drain(port).then(() => (drained = true))
    expect([await get(), await get()]).toEqual(['staying', 'staying'])
    expect(drained).toBe(false)
    waiting[0]?.end('done')
    expect(await running).toBe('done')
    await draining
    await stream.body?.cancel()
  })

  it('breaks the connection when a backend dies within an answer, and says 502 before one', async () => {
    await addBackend('dies', (request, response) => {
      if (request.url !== '/half') request.socket.resetAndDestroy()
      else {
        response.writeHead(200, { 'content-length': '10' }).write('half')
        setTimeout(() => request.socket.resetAndDestroy(), 20)
      }
    })
    expect((await fetch(proxy.url)).status).toBe(502)
    await expect(get('/half')).rejects.toThrow('terminated')
  })

  it('ends the request to the backend when a client leaves before the answer', async () => {
    let state = 'not here'
    await addBackend('slow', request => {
      state = 'here'
      request.socket.once('close', () => (state = 'gone'))
    })
    const client = connect(Number(new URL(proxy.url).port), 'localhost')
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => state).toBe('here')
    client.destroy()
    await expect.poll(() => state).toBe('gone')
  })
})
