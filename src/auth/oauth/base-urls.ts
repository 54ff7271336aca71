/** The names of a machine for itself. */
const LOOPBACK_HOST = /^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

let cached: { readonly baseUrl: string; readonly list: readonly string[] } = { baseUrl: '', list: [] }

/**
 * Lists the base URLs of the server, the configured one first. A base URL with a loopback name has the other loopback names, too, with the same scheme and
 * port: users and clients choose either, and each client expects the one that it was given.
 */
export function listBaseUrls(baseUrl: string): readonly string[] {
  if (cached.baseUrl === baseUrl) return cached.list
  const others = LOOPBACK_NAMES.map(name => baseUrl.replace(LOOPBACK_HOST, `$1${name}`))
  cached = { baseUrl, list: [...new Set([baseUrl, ...others])] }
  return cached.list
}

/** Returns the base URL that a Host header names. Any other header gets the configured one. */
export const findBaseUrl = (host: string | undefined, baseUrl: string): string =>
  findNamedBaseUrl(host, baseUrl) ?? baseUrl

/** Returns whether a Host header names a base URL of the server, with its port. */
export const isBaseUrlHost = (host: string | undefined, baseUrl: string): boolean =>
  findNamedBaseUrl(host, baseUrl) !== undefined

function findNamedBaseUrl(host: string | undefined, baseUrl: string): string | undefined {
  const end = `://${host?.toLowerCase() ?? ''}`
  return listBaseUrls(baseUrl).find(one => one.endsWith(end))
}

/** Replaces a loopback name by one of them, so that URLs of one server can be compared. */
export const mergeLoopbackNames = (url: string): string => url.replace(LOOPBACK_HOST, '$1localhost')
