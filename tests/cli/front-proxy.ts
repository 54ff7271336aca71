import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../harness/listen.ts'

/** A request as a proxy gets it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** A proxy before a server. */
export interface FrontProxy {
  readonly url: string
  /** The requests that the server answered, as `PUT /transfer/x`. */
  readonly passed: readonly string[]
  readonly close: () => Promise<void>
}

/** Starts a proxy before a server; `answer` returns true for a request that it answered itself. */
export async function openProxy(
  url: string,
  answer: (response: ServerResponse, request: Received) => boolean,
): Promise<FrontProxy> {
  const passed: string[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const { method = '', url: path = '' } = request
    if (answer(response, { method, path, body })) return
    passed.push(`${method} ${path}`)
    const { host: _, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const got = await fetch(`${url}${path}`, {
      method,
      headers: headers as Record<string, string>,
      ...(method !== 'GET' && { body }),
    })
    const type = got.headers.get('content-type') ?? ''
    response.writeHead(got.status, { 'content-type': type }).end(await got.text())
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  const { url: ownUrl, close } = await listen(server)
  return { url: ownUrl, passed, close }
}
