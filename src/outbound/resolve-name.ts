import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** All addresses of a name. Given up when `signal` says so. @throws what the name server said. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

/** RFC 6761 6.3: no name server is asked for these. */
const LOCALHOST_NAME = /(^|\.)localhost\.?$/i

/**
 * Asks these name servers, or those of this machine. Not as `dns.lookup` does: that waits in one of the few threads that all look-ups and files of the process
 * share, and cannot be given up, so that two names which are never answered would stop every other.
 */
export const createNameResolver =
  (servers?: readonly string[]): ResolveName =>
  async (hostname, signal) => {
    if (LOCALHOST_NAME.test(hostname)) return [{ address: '127.0.0.1', family: 4 }]
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
      return [...toAddresses(four, 4), ...toAddresses(six, 6)]
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

const toAddresses = (answer: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : []
