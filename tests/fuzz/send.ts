import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A request as it goes over the wire. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const agent = new Agent({ keepAlive: true })

/** Sends raw bytes, because `fetch` would repair them. */
export function send(base: string, { method, path, headers, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const options = {
      hostname,
      port,
      method,
      path,
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const sent = request(options, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
