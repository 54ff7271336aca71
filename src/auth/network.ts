import { isIPv6 } from 'node:net'

/**
 * What an address is counted as: IPv4 as it is; of IPv6 the first 64 bits, of which one machine may use every address, or the first 48, which is
 * what one customer gets (RFC 6177).
 */
export function networkOf(address: string, bits: 48 | 64): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return address
  const kept = groupsOf(bare).slice(0, bits / 16)
  return `${kept.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`
}

/** The groups of an address, with the zeros that `::` stands for. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after] = address.split('::').map(part => (part === '' ? [] : part.split(':')))
  if (after === undefined) return before
  // An IPv4 tail (64:ff9b::192.0.2.1) stands for two groups.
  const missing = 8 - before.length - after.length - (address.includes('.') ? 1 : 0)
  return [...before, ...Array<string>(missing).fill('0'), ...after]
}
