import { findBaseUrl } from '../../auth/oauth/base-urls.ts'
import { type PageRequest, redirect, requestPath } from './page-request.ts'

/** Returns the base URL that the browser used. It differs from the configured one if both are names of this machine. */
export const getUsedBaseUrl = ({ incoming, services: { baseUrl } }: PageRequest): string =>
  findBaseUrl(incoming.headers.host, baseUrl)

/**
 * Redirects a request by another loopback name to the configured base URL; false if it is there already. Users sign in at one name only: cookies, passkeys,
 * sign-in links and the redirect URIs at providers belong to it.
 */
export function redirectToBaseUrl(request: PageRequest, query = request.query): boolean {
  const { baseUrl } = request.services
  if (getUsedBaseUrl(request) === baseUrl) return false
  redirect(request, `${baseUrl}${requestPath(request)}${query.size === 0 ? '' : `?${query}`}`)
  return true
}
