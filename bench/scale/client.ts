import { Agent, request } from 'node:http'

/** One client with a connection of its own. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number
  readonly #headers: Readonly<Record<string, string>>

  constructor(port: number, headers: Readonly<Record<string, string>>) {
    this.#port = port
    this.#headers = headers
  }

  /** Sends a request; an object becomes JSON. @throws Error when the answer is not 2xx: a fast refusal is no result. */
  send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = this.#headers,
  ): Promise<string> {
    const isForm = body instanceof URLSearchParams
    const text = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body)
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const all = {
      ...headers,
      ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    }
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.#port, path, method, agent: this.#agent, headers: all }
      const sent = request(to, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          const { statusCode: status = 0 } = response
          if (status >= 200 && status < 300) resolve(answer)
          else reject(new Error(`${method} ${path} answered ${status}: ${answer.slice(0, 500)}`))
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
