import { Agent, request } from 'node:http'
import type { Round } from './load.ts'
import type { Peer } from './process.ts'

/** One step of a client; the next step of the same client follows when it is done. */
export type Step = () => Promise<void>

/** Lets clients work side by side until together they have made so many steps, or have none left. */
export async function work(peer: Peer, clients: readonly Step[], steps: number): Promise<Round> {
  const before = await peer.usage()
  const began = performance.now()
  let left = steps
  await Promise.all(
    clients.map(async step => {
      while (left > 0) {
        left -= 1
        await step()
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const after = await peer.usage()
  return { cpu: (after.cpu - before.cpu) / steps, rate: steps / seconds }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Posts and gives the JSON that comes. @throws Error when the answer is not 2xx: a fast refusal is no result. */
export function post(
  peer: Peer,
  path: string,
  body: URLSearchParams | object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const [type, text] =
    body instanceof URLSearchParams
      ? ['application/x-www-form-urlencoded', body.toString()]
      : ['application/json', JSON.stringify(body)]
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: peer.ready.port,
        path,
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          const status = response.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(JSON.parse(answer))
          else reject(new Error(`${peer.name}: ${path} answered ${status}: ${answer.slice(0, 300)}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
