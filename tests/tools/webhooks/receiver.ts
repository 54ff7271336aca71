import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string
  readonly host: string
  readonly received: readonly Received[]
  /** What it answers; undefined for nothing at all. */
  readonly answer: (status: number | undefined, headers?: Readonly<Record<string, string>>) => void
  /** Resolves when so many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>
  /** Closes all connections, so that open requests fail. */
  readonly hangUp: () => void
  readonly close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let status: number | undefined = 200
  let headers: Readonly<Record<string, string>> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
      if (status !== undefined) response.writeHead(status, headers).end()
    })
  })
  const { port } = await new Promise<AddressInfo>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo))
  })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    answer: (next, more = {}) => {
      status = next
      headers = more
    },
    arrived: count =>
      new Promise(resolve => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Verifies a request as the Standard Webhooks specification says, without code of the service. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature'])
    .split(' ')
    .some(one => one === `v1,${expected}`)
}
