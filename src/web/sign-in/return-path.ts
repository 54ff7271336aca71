import { tryDecodePart } from '../../text/percent-encoding.ts'
import { readCookie, setCookie } from '../requests/cookies.ts'
import { localPath } from '../requests/local-path.ts'
import type { PageRequest } from '../requests/page-request.ts'

const RETURN_PATH_SECONDS = 10 * 60

/** Returns the page that led to the sign-in page. It is kept while the user signs in with a terminal or a provider. */
export const getReturnPath = ({ incoming, services }: PageRequest): string | undefined =>
  localPath(tryDecodePart(readCookie(incoming, 'next', services.baseUrl) ?? ''))

/** Saves the path, by default for the ten minutes that signing in may take. Undefined removes an earlier one. */
export function saveReturnPath(
  { incoming, response, services: { baseUrl } }: PageRequest,
  path: string | undefined,
  lifetime = RETURN_PATH_SECONDS,
): void {
  if (path === undefined && readCookie(incoming, 'next', baseUrl) === undefined) return
  const seconds = path === undefined ? 0 : lifetime
  setCookie(response, 'next', encodeURIComponent(path ?? ''), { baseUrl, seconds })
}

/** The sign-in page, which returns to a path. */
export const loginPath = (next: string | undefined): string =>
  next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`

/** How long a second click leads to the same consent page: the browser may have dropped the first response. */
const SECOND_CLICK_SECONDS = 60

/**
 * Returns the page after signing in: `next` (ignored unless it is a path of this server), the page that led to the sign-in page, or the home page. This
 * includes consent pages. Other pending requests are not opened.
 */
export function resolveSignInDestination(request: PageRequest, next?: string): string {
  const saved = getReturnPath(request)
  if (saved?.startsWith('/oauth/consent/')) saveReturnPath(request, saved, SECOND_CLICK_SECONDS)
  else saveReturnPath(request, undefined)
  return localPath(next) ?? saved ?? '/'
}
