import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { eachTest } from '../harness/each-test.ts'
import { FaultyFiles } from '../store/faulty-files.ts'
import { halfway } from './half-sent.ts'
import { parseAnswer } from './raw-exchange.ts'
import { legacyRequest, modernRequest } from './rpc.ts'
import { openTestApp } from './test-app.ts'

/** Longer than any test, so that only the tested event ends a connection. */
const LONG = 600_000

let files: FaultyFiles
const sockets: Socket[] = []

const testApp = eachTest(() => {
  files = new FaultyFiles()
  return openTestApp({
    patience: { bodyMs: LONG, halfOpenMs: LONG, answerMs: LONG, idleMs: LONG },
    world: { files },
  })
})
const port = (): number => Number(new URL(testApp.url).port)
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A client that says itself what goes over the wire; a reset connection fails the test. */
class Wire {
  readonly socket: Socket
  received = ''
  readonly ended: Promise<unknown>

  constructor() {
    this.socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(this.socket)
    this.socket.on('data', chunk => (this.received += String(chunk)))
    this.ended = once(this.socket, 'end')
  }

  /** Asks, and gives the answer when it is whole. */
  async ask(request = UP): Promise<ReturnType<typeof parseAnswer>> {
    this.received = ''
    this.socket.write(request)
    for (;;) {
      await Promise.race([once(this.socket, 'data'), this.ended])
      const answer = parseAnswer(this.received)
      if (answer.body.length >= Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY)) return answer
      if (this.socket.readableEnded) throw new Error(`The connection ended behind ${JSON.stringify(this.received)}.`)
    }
  }
}

const UP = 'GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Resolves when the server accepts no more connections. */
async function untilRefused(): Promise<void> {
  const isRefused = await new Promise<boolean>(resolve => {
    const socket = connect(port(), '127.0.0.1', () => socket.destroy())
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
    socket.once('close', () => resolve(false))
  })
  if (isRefused) return
  await sleep(5)
  await untilRefused()
}

describe('a server that shuts down', () => {
  it('answers all requests of busy clients, and announces the end of each connection', async () => {
    let draining: Promise<void> | undefined
    let answers = 0
    const clients = Array.from({ length: 40 }, async () => {
      const wire = new Wire()
      for (;;) {
        const { status, body, headers } = await wire.ask()
        expect([status, body]).toEqual([200, '{"status":"ok"}'])
        if (++answers === 400) draining = testApp.drain({ quietMs: LONG, longestMs: LONG })
        if (headers['connection'] === 'close') break
      }
      await wire.ended
      wire.socket.end()
    })
    await Promise.all(clients)
    await draining
    expect(answers).toBeGreaterThan(400)
  })

  it('answers a request that arrives on an idle connection', async () => {
    const wire = new Wire()
    expect((await wire.ask()).headers['connection']).toBe('keep-alive')
    const drained = testApp.drain({ quietMs: LONG, longestMs: LONG })
    await untilRefused()
    const { status, headers } = await wire.ask()
    expect([status, headers['connection'], headers['keep-alive']]).toEqual([200, 'close', undefined])
    await wire.ended
    wire.socket.end()
    await drained
  })

  it('closes idle and unused connections', async () => {
    const [used, unused] = [new Wire(), new Wire()]
    await used.ask()
    const drained = testApp.drain({ quietMs: 100, longestMs: LONG })
    for (const { ended, socket } of [used, unused]) {
      await ended
      socket.end()
    }
    await drained
    expect(unused.received).toBe('')
  })

  it('answers connections that wait to be accepted', async () => {
    const wires = Array.from({ length: 30 }, () => new Wire())
    const asked = wires.map(wire => wire.ask())
    // They are connected by the system, and the server has not had a turn to accept them.
    const drained = testApp.drain({ quietMs: LONG, longestMs: LONG })
    for (const { status, headers } of await Promise.all(asked)) {
      expect([status, headers['connection']]).toEqual([200, 'close'])
    }
    for (const { socket } of wires) socket.end()
    await drained
  })

  it('answers pipelined requests, and closes after the last answer', async () => {
    const wire = new Wire()
    await wire.ask()
    const drained = testApp.drain({ quietMs: LONG, longestMs: LONG })
    await untilRefused()
    wire.received = ''
    wire.socket.write('GET /api/context HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
    await wire.ended
    expect(wire.received.match(/^Connection: [\w-]+/gm)).toEqual([
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ])
    wire.socket.end()
    await drained
  })

  it('waits for the last of several answers on one connection', async () => {
    const { token } = await testApp.token('ada', ['user:write'])
    const body = JSON.stringify({ name: 'ci', scopes: ['user:write'] })
    const lines = ['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
    const create = ['POST /api/tokens HTTP/1.1', ...lines, `Content-Length: ${body.length}`, '', body].join('\r\n')
    const wire = new Wire()
    const resume = files.stall()
    wire.socket.write(UP + create)
    await expect.poll(() => wire.received).toContain('{"status":"ok"}')
    const drained = testApp.drain({ quietMs: 0, longestMs: LONG })
    await untilRefused()
    resume()
    await wire.ended
    expect(wire.received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 201'])
    wire.socket.end()
    await drained
  })

  it('waits for the rest of a started request', async () => {
    const { token } = await testApp.token('ada', ['user:write'])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'ci', scopes: ['user:write'] })
    const begun = await halfway('POST', `${testApp.url}/api/tokens`, body, headers)
    const half = new Wire()
    await half.ask()
    half.socket.write(UP.slice(0, 20))
    const drained = testApp.drain({ quietMs: 0, longestMs: LONG })
    await untilRefused()
    expect(await begun.finish()).toMatchObject({ status: 201, headers: { connection: 'close' } })
    expect((await half.ask(UP.slice(20))).headers['connection']).toBe('close')
    half.socket.end()
    await drained
  })

  it('cuts running requests off after a time limit', async () => {
    const wire = new Wire()
    wire.socket.on('error', () => undefined)
    wire.socket.write(
      'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nabc',
    )
    await once(testApp.server, 'request')
    const closed = once(wire.socket, 'close')
    await testApp.drain({ quietMs: LONG, longestMs: 20 })
    wire.socket.end()
    await closed
  })

  it('ends open event streams, and finishes other calls', async () => {
    const ada = await testApp.world.user('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const { token } = await testApp.token('ada', ['project:read', 'user:read'])
    const listen = {
      notifications: { resourceSubscriptions: ['dragoman://ada/app/status'] },
    }
    const wire = new Wire()
    wire.socket.write(raw(modernRequest('subscriptions/listen', listen, token)))
    await expect.poll(() => wire.received).toContain('acknowledged')
    const read = modernRequest('resources/read', { uri: 'dragoman://ada/app/status' }, token)
    const call = await halfway('POST', `${testApp.url}/mcp`, read.body, {
      ...read.headers,
      'mcp-name': 'dragoman://ada/app/status',
    })
    const late = new Wire()
    await late.ask()

    const drained = testApp.drain({ quietMs: LONG, longestMs: LONG })
    await expect.poll(() => wire.received).toMatch(/"resultType":"complete".*\n\n\r\n0\r\n\r\n$/s)
    await untilRefused()
    const refused = await late.ask(raw(modernRequest('subscriptions/listen', listen, token)))
    expect([refused.status, refused.headers['connection'], refused.headers['retry-after']]).toEqual([
      503,
      'close',
      '10',
    ])
    expect(JSON.parse(refused.body)).toMatchObject({ error: { data: { code: 'unavailable' } } })
    const answer = await call.finish()
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { result: {} } })
    for (const { socket } of [wire, late]) socket.end()
    await drained
  })
})

it('a call that is answered as a stream announces the end of its connection when the server shuts down', async () => {
  const { token } = await testApp.token('ada', ['user:read'])
  const params = { name: 'list_tokens', arguments: {}, _meta: { progressToken: 1 } }
  const request = raw(legacyRequest('tools/call', params, token))
  const wire = new Wire()
  wire.socket.write(request.slice(0, -5))
  await once(testApp.server, 'request')
  const drained = testApp.drain({ quietMs: LONG, longestMs: LONG })
  await untilRefused()
  wire.socket.write(request.slice(-5))
  await wire.ended
  expect(wire.received).toContain('content-type: text/event-stream')
  expect(wire.received.match(/^connection: .*$/gim)).toEqual(['Connection: close'])
  wire.socket.end()
  await drained
})

it('a connection that is about to close executes no later request', async () => {
  const { id, token } = await testApp.token('ada', ['user:write'])
  const wire = new Wire()
  const removal = `DELETE /api/tokens/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`
  wire.socket.write(`GET /up HTTP/1.1\r\n\r\n${removal}`)
  await wire.ended
  expect(wire.received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  wire.socket.end()
  // All its tasks end before this.
  const again = await fetch(`${testApp.url}/api/tokens`, { headers: { authorization: `Bearer ${token}` } })
  await again.text()
  await testApp.services.store.transaction(async () => undefined)
  expect((await testApp.services.store.read.tokens.get(id))?.revoked_at).toBeNull()
})

/** A request as it goes over the wire. */
function raw({ headers, body }: { readonly headers: object; readonly body: string }): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  const length = `content-length: ${Buffer.byteLength(body)}`
  return ['POST /mcp HTTP/1.1', 'host: localhost', ...lines, length, '', body].join('\r\n')
}
