import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { ResolveName } from './resolve-name.ts'

/** The address of a URL may not be reached. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError'
}

/**
 * Resolves the host of a URL, checks every address of it, and returns a lookup that connects to exactly these: a name that changes between check and use
 * gains nothing.
 * @throws UnsafeAddressError
 */
export async function toCheckedLookup(
  url: URL,
  isAllowed: (address: string) => boolean,
  resolve: ResolveName,
  signal: AbortSignal,
): Promise<LookupFunction> {
  const literal = toAddress(url)
  // Node doesn't call the lookup for an IP literal, so it is checked here.
  if (isIP(literal) !== 0) {
    if (!isAllowed(literal)) throw new UnsafeAddressError(`${url.origin} is not a public address`)
    return createFixedLookup([])
  }
  const addresses = await resolve(literal, signal)
  const bad = addresses.find(({ address }) => !isAllowed(address))
  if (addresses.length === 0 || bad !== undefined) {
    throw new UnsafeAddressError(`${literal} is at ${bad?.address ?? 'no address'}`)
  }
  return createFixedLookup([...addresses])
}

/** The host of a URL, an IPv6 address without its brackets. */
export const toAddress = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Creates a lookup that returns only the checked addresses. */
const createFixedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (_, { all }, done) => {
    const [first] = addresses
    if (first === undefined) done(new UnsafeAddressError('no address was checked'), [])
    else if (all === true) done(null, addresses)
    else done(null, first.address, first.family)
  }
