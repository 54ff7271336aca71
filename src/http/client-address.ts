import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

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

/** One spelling of an address: no port, brackets or zone, and IPv4 as such where IPv6 carries it; undefined when it is none. */
function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
    .replace(/%.*$/, '')
    .toLowerCase()
  if (isIP(bare) === 0) return undefined
  return /^[0:]*:ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? bare
}
