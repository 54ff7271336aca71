import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/**
 * Resolves all addresses of a host name. `signal` cancels.
 * @throws the error of the name server.
 */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

/** RFC 6761 6.3: these names are never sent to a name server. */
export const LOCALHOST_NAME = /(^|\.)localhost\.?$/i

/**
 * Creates a resolver that uses the given name servers, or those of this machine. Does not use `dns.lookup`: it blocks
 * one of the few threads that the process shares for look-ups and files, and cannot be cancelled. Two names that are
 * never answered would stop all others.
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
