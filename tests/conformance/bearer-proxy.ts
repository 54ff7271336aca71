import { createServer, request as send } from 'node:http'
import { listen } from '../harness/listen.ts'

/** A loopback proxy that adds a bearer token to every request and changes nothing else: the suite cannot send one. */
export async function startBearerProxy(
  target: string,
  token: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const onward = send({ hostname, port, method: incoming.method, path: incoming.url, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  return listen(server)
}
