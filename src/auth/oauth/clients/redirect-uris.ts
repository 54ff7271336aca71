/** Schemes without a dot that public MCP clients register as redirect URIs, and that no other kind of program handles. */
const APP_SCHEMES: ReadonlySet<string> = new Set([
  'claude',
  'cursor',
  'raycast',
  'vscode',
  'vscode-insiders',
  'warp',
  'windsurf',
  'zed',
])
/** RFC 8252 7.1: a reversed domain name of the app. */
const REVERSE_DNS = /^[a-z]{2,}(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

const SCHEME = /^([a-z][a-z0-9+.-]*):./i
const WEB = /^(https?):\/\/([^/?]+)(.*)$/i
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i
/** Scheme and host as written, port, and the rest. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(\d{1,5}))?([/?].*)?$/i

export const MAX_URI_LENGTH = 2000
/** RFC 1035 2.3.4, in characters. */
const MAX_HOST_LENGTH = 253

/**
 * Returns why a URI can't be a redirect URI, as the end of a sentence ("… has a fragment"); undefined if it can: https, http to loopback, and app schemes.
 * Rejects everything that two parsers could read differently (RFC 6749 3.1.2, RFC 8252 7, RFC 9700 4.1).
 */
export function redirectFault(uri: string): string | undefined {
  if (uri === '') return 'is empty'
  if (uri.length > MAX_URI_LENGTH) return `is longer than ${MAX_URI_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'has a space, a control character or a non-ASCII character'
  if (uri.includes('#')) return 'has a fragment'
  if (uri.includes('*')) return 'has a wildcard; list each redirect URI in full'
  if (/["<>\\^`{|}]|%(?![0-9a-f]{2})/i.test(uri)) return 'has a character that is not allowed in a URI'
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined) return 'is not an absolute URI'
  if (!URL.canParse(uri)) return 'is not a valid URI'
  if (scheme === 'https' || scheme === 'http') return webFault(uri)
  if (!isAppScheme(scheme)) {
    return 'has a scheme that is not allowed; use https, http to 127.0.0.1, or a scheme such as com.example.app'
  }
  return /^[^:]*:\/\/[^/?]*@/.test(uri) ? 'has a username or a password' : undefined
}

function webFault(uri: string): string | undefined {
  const [, , authority] = WEB.exec(uri) ?? []
  if (authority === undefined) return 'has no host'
  if (authority.includes('@')) return 'has a username or a password'
  const host = HOST_AND_PORT.exec(authority)?.[1]
  // A host that a URL parser rewrites (0x7f.1, a percent escape) is not the host that a user reads.
  if (host === undefined || new URL(uri).hostname !== host.toLowerCase()) return 'has a host that is not normalized'
  if (host.length > MAX_HOST_LENGTH) return `has a host of more than ${MAX_HOST_LENGTH} characters`
  if (/^https:/i.test(uri) || LOOPBACK.test(uri)) return undefined
  return 'is not https; http is allowed only for 127.0.0.1, [::1] and localhost'
}

const isAppScheme = (scheme: string): boolean => APP_SCHEMES.has(scheme) || REVERSE_DNS.test(scheme)

/**
 * Returns whether a requested redirect URI matches a registered one: byte for byte and case-sensitive (RFC 9700 4.1.3). Only the port of a loopback URI may
 * differ, because native apps use any free port (RFC 8252 7.3).
 */
export function matchesRedirect(registered: string, presented: string): boolean {
  if (registered === presented) return true
  const [own, other] = [LOOPBACK.exec(registered), LOOPBACK.exec(presented)]
  if (own === null || other === null || redirectFault(presented) !== undefined) return false
  return own[1] === other[1] && normalizePath(own[3]) === normalizePath(other[3])
}

/** `http://127.0.0.1` and `http://127.0.0.1/` are the same URL (RFC 3986 6.2.3). */
const normalizePath = (rest = ''): string => (rest.startsWith('/') ? rest : `/${rest}`)

/**
 * Whether a redirect URI leads to a program on the user's own computer: any loopback name or address, http or https (RFC 6761 6.3,
 * RFC 1122 3.2.1.3).
 */
export const isLoopbackRedirect = (uri: string): boolean => WEB.test(uri) && OWN_MACHINE.test(new URL(uri).hostname)

const OWN_MACHINE =
  /^(([^.]+\.)*localhost\.?|127(\.\d+){3}\.?|0\.0\.0\.0\.?|\[::1?\]|\[::ffff:(0|7f[0-9a-f]{2}):[0-9a-f]+\])$/

/** Returns whether an app opens this URI by its scheme. */
export const isCustomScheme = (uri: string): boolean => !WEB.test(uri)

/** The origin of a redirect URI without variable parts such as the port: `https://claude.ai`, `http://127.0.0.1`, `cursor:`. */
export function toRedirectOrigin(uri: string): string {
  const [, origin] = LOOPBACK.exec(uri) ?? []
  if (origin !== undefined) return origin.toLowerCase()
  return isCustomScheme(uri) ? new URL(uri).protocol : new URL(uri).origin
}

/** The destination of a redirect URI, as far as users can recognize it. */
export type RedirectPlace =
  | { readonly kind: 'computer'; readonly port: string | undefined }
  | { readonly kind: 'app'; readonly scheme: string }
  | { readonly kind: 'site'; readonly origin: string }

export function parseRedirectPlace(uri: string): RedirectPlace {
  const [isLoopback, , port] = LOOPBACK.exec(uri) ?? []
  if (isLoopback !== undefined) return { kind: 'computer', port }
  const { protocol, origin } = new URL(uri)
  return isCustomScheme(uri) ? { kind: 'app', scheme: protocol.slice(0, -1) } : { kind: 'site', origin }
}

/** The target of a redirect URI for pages: "this computer (port 59656)", "the app cursor", "https://claude.ai". */
export function describeRedirect(uri: string): string {
  const place = parseRedirectPlace(uri)
  switch (place.kind) {
    case 'computer':
      return place.port === undefined ? 'this computer' : `this computer (port ${place.port})`
    case 'app':
      return `the app ${place.scheme}`
    case 'site':
      return place.origin
  }
}
