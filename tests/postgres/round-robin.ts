import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** A reverse proxy that gives each request to the next of several processes, whichever had the client's last one. */
export interface RoundRobin {
  /** What clients and DRAGOMAN_BASE_URL have: `http://localhost:<port>`. */
  readonly url: string
  /** Adds a backend by its port; it is asked from now on. */
  add(port: number): void
  close(): Promise<void>
}

interface Backend {
  readonly port: number
  isReady: boolean
}

/** How often /ready of each backend is asked. */
const PROBE_MS = 300

/** A header that is about one connection alone (RFC 9110 7.6.1). */
const ONE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'])

export async function startRoundRobin(): Promise<RoundRobin> {
  const backends = new Map<number, Backend>()
  let next = 0

  /** A connection to the next backend that accepts one. */
  const choose = async (): Promise<Socket | undefined> => {
    for (;;) {
      const ready = [...backends.values()].filter(({ isReady }) => isReady)
      const backend = ready[next++ % ready.length]
      if (backend === undefined) return undefined
      const socket = await open(backend.port)
      if (socket !== undefined) return socket
      backend.isReady = false
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const socket = await choose()
    if (socket === undefined) {
      response.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    try {
      await exchange(request, response, socket)
    } catch {
      // The backend died, or the client left. Half an answer must not look whole.
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    } finally {
      socket.destroy()
    }
  }

  const proxy = createServer((request, response) => void serve(request, response))
  proxy.requestTimeout = 0
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const probing = setInterval(() => {
    for (const backend of backends.values()) void probe(backend)
  }, PROBE_MS)
  probing.unref()
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    add: port => void backends.set(port, { port, isReady: true }),
    close: async () => {
      clearInterval(probing)
      const closed = once(proxy, 'close')
      proxy.close().closeAllConnections()
      await closed
    },
  }
}

/** Passes a request on as it comes, and its answer back as it comes. */
async function exchange(request: IncomingMessage, response: ServerResponse, socket: Socket): Promise<void> {
  const { method = 'GET', url: path = '/' } = request
  const earlier = request.headers['x-forwarded-for']
  const addresses = [...(earlier === undefined ? [] : [earlier]), request.socket.remoteAddress ?? ''].join(', ')
  const { 'x-forwarded-for': _, ...headers } = request.headers
  const kept = Object.entries(headers).filter(([name]) => !ONE_CONNECTION.has(name))
  const inner = send({
    createConnection: () => socket,
    method,
    path,
    headers: {
      ...Object.fromEntries(kept),
      'x-forwarded-for': addresses,
      'x-forwarded-proto': 'http',
      connection: 'close',
    },
  })
  response.once('close', () => inner.destroy())
  const answer = once(inner, 'response') as Promise<[IncomingMessage]>
  // A backend may answer before it has the whole request, and refuse the rest.
  pipeline(request, inner).catch(() => undefined)
  const [inward] = await answer
  const pairs = inward.rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, inward.rawHeaders[index + 1] ?? '']] : [],
  )
  const outward = pairs.filter(([name = '']) => !ONE_CONNECTION.has(name.toLowerCase()))
  response.writeHead(inward.statusCode ?? 502, inward.statusMessage, outward.flat())
  response.flushHeaders()
  await pipeline(inward, response)
}

/** A connection; undefined if there is none, so that nothing was sent. */
function open(port: number): Promise<Socket | undefined> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const fail = (): void => resolve(undefined)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

async function probe(backend: Backend): Promise<void> {
  backend.isReady = await fetch(`http://127.0.0.1:${backend.port}/ready`, { headers: { connection: 'close' } }).then(
    async response => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}
