import type { IncomingMessage } from 'node:http'

/**
 * The address of the client: the peer of the connection, or, behind `trustProxy` reverse proxies, the one that the outermost of them saw
 * (X-Forwarded-For, from the right).
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const peer = socket.remoteAddress ?? ''
  if (trustProxy === 0) return peer
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  return forwarded.map(address => address.trim()).at(-trustProxy) || peer
}
