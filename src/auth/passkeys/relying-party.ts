import { isIP } from 'node:net'

/** The server as authenticators know it (WebAuthn 5.1.2: a passkey works for one RP ID and its origins). */
export interface RelyingParty {
  /** The host name of the base URL. Passkeys of another name do not work. */
  readonly id: string
  readonly origin: string
}

/** Why browsers refuse passkeys for a base URL. */
export type PasskeyObstacle = 'no_https' | 'ip_address'

/** Derives the relying party from the base URL, never from a request. Browsers need https, except for localhost, and a name instead of an IP address. */
export function findRelyingParty(baseUrl: string): RelyingParty | { readonly obstacle: PasskeyObstacle } {
  const { protocol, hostname, origin } = new URL(baseUrl)
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocalhost) return { obstacle: 'no_https' }
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : { obstacle: 'ip_address' }
}

/** Returns whether browsers allow passkeys for a base URL. */
export const supportsPasskeys = (baseUrl: string): boolean => 'id' in findRelyingParty(baseUrl)
