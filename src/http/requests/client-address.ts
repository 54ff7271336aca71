import type { IncomingMessage } from 'node:http'
import { plainAddress } from '../../auth/network.ts'

/**
 * The address of the client: the peer of the connection, or, behind `trustProxy` reverse proxies, the one that the outermost of them saw
 * (X-Forwarded-For, from the right). What the header cannot tell by that many proxies is the peer: entries further left are the client's own words.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const peer = plainAddress(socket.remoteAddress ?? '') ?? ''
  const header = headers['x-forwarded-for']
  if (trustProxy === 0 || header === undefined) return peer
  return plainAddress([header].flat().join(',').split(',').at(-trustProxy) ?? '') ?? peer
}

/** How many proxies, or the client itself, say in X-Forwarded-For that the request came through them. */
export function forwardedHops({ headers }: IncomingMessage): number {
  const header = [headers['x-forwarded-for'] ?? []].flat().join(',')
  return header === '' ? 0 : header.split(',').length
}
