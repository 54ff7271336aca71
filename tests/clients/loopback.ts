import { createServer } from 'node:http'
import { listen } from '../harness/listen.ts'

/** The listener of a client on this machine, to which its authorization answer is delivered. */
export interface Loopback {
  /** `http://127.0.0.1:<port>/callback` */
  readonly url: string
  /** Resolves with the whole address of the next answer that was not asked for yet. */
  next(): Promise<URL>
  close(): Promise<void>
}

export async function openLoopback(path = '/callback'): Promise<Loopback> {
  const [arrived, waiting]: [URL[], ((url: URL) => void)[]] = [[], []]
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    response
      .writeHead(url.pathname === path ? 200 : 404, { 'content-type': 'text/html' })
      .end('<p>You can go back.</p>')
    if (url.pathname !== path) return
    const taker = waiting.shift()
    if (taker === undefined) arrived.push(url)
    else taker(url)
  })
  const { url: origin, close } = await listen(server)
  return {
    url: `${origin}${path}`,
    next: () =>
      new Promise(resolve => {
        const url = arrived.shift()
        if (url === undefined) waiting.push(resolve)
        else resolve(url)
      }),
    close,
  }
}
