import { localPath } from '../requests/local-path.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { getReturnPath, saveReturnPath } from './return-path.ts'

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
