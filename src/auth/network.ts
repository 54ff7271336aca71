import { isIP } from 'node:net'

/**
 * Normalizes an IP address: no port, brackets or zone, the shortest form of IPv6 (RFC 5952), and IPv4 instead of IPv4-mapped IPv6
 * (RFC 4291 2.5.5.2). Undefined if it is not an IP address.
 */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
    .replace(/%.*$/, '')
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined
  const plain = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain) ?? []
  return high === undefined || low === undefined ? plain : [high, low].flatMap(octets).join('.')
}

const octets = (group: string): readonly number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Returns the network of an address for counting: IPv4 in full; of IPv6 the first 64 bits (one machine) or the first 48 (one customer, RFC 6177). */
export function toNetwork(address: string, bits: 48 | 64): string {
  const plain = plainAddress(address)
  if (plain?.includes(':') !== true) return plain ?? address
  const kept = parseGroups(plain).slice(0, bits / 16)
  return `${kept.join(':')}::/${bits}`
}

/** Returns the neighborhood of a network, which probably has one owner: the /48 of IPv6, the /24 of IPv4. */
export const toSiteNetwork = (network: string): string =>
  network.includes(':') ? network.split(':', 3).join(':') : network.slice(0, network.lastIndexOf('.'))

/** Splits an address into groups, and replaces `::` with zeros. */
function parseGroups(address: string): readonly string[] {
  const [before = [], after] = address.split('::').map(part => (part === '' ? [] : part.split(':')))
  if (after === undefined) return before
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
