import { findBaseUrl } from '../../auth/oauth/base-urls.ts'
import { redirect } from './redirect.ts'
import { requestPath, type Visit } from './visit.ts'

/** Returns the base URL that the browser used. It differs from the configured one if both are names of this machine. */
export const getUsedBaseUrl = ({ request, services: { baseUrl } }: Visit): string =>
  findBaseUrl(request.headers.host, baseUrl)

/**
 * Redirects a request by another loopback name to the configured base URL; false if it is there already. Users sign in at one name only: cookies, passkeys,
 * sign-in links and the redirect URIs at providers belong to it.
 */
export function redirectToBaseUrl(visit: Visit, query = visit.query): boolean {
  const { baseUrl } = visit.services
  if (getUsedBaseUrl(visit) === baseUrl) return false
  redirect(visit, `${baseUrl}${requestPath(visit)}${query.size === 0 ? '' : `?${query}`}`)
  return true
}
