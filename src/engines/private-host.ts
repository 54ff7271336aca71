import { isIP } from 'node:net'
import { isPublicAddress } from '../outbound/public-address.ts'

/** Whether a host of a URL is this machine or in a private network, as its name or address says. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  // A name without a dot is one of a container network.
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(host)
}
