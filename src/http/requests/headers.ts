import type { IncomingMessage } from 'node:http'
import { plainAddress } from '../../auth/network.ts'

/**
 * Returns the client's address: the peer of the connection or, behind `trustProxy` reverse proxies, the address that the outermost of them saw
 * (X-Forwarded-For, from the right). Entries further left are written by the client. If the header has too few entries, returns the peer.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const peer = plainAddress(socket.remoteAddress ?? '') ?? ''
  const header = headers['x-forwarded-for']
  if (trustProxy === 0 || header === undefined) return peer
  return plainAddress([header].flat().join(',').split(',').at(-trustProxy) ?? '') ?? peer
}

/** The number of hops in X-Forwarded-For, as proxies or the client itself report it. */
export function forwardedHops({ headers }: IncomingMessage): number {
  const header = [headers['x-forwarded-for'] ?? []].flat().join(',')
  return header === '' ? 0 : header.split(',').length
}

/** Lists all Authorization headers of a request. Node.js exposes only the first. */
export function authorizationHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization')
}
