import { localPath } from '../requests/local-path.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath, saveReturnPath } from './return-path.ts'

/** How long a second click leads to the same consent page: the browser may have dropped the first response. */
const SECOND_CLICK_SECONDS = 60

/**
 * Returns the page after signing in: `next` (ignored unless it is a path of this server), the page that led to the sign-in page, or the home page. This
 * includes consent pages. Other pending requests are not opened.
 */
export function resolveSignInDestination(visit: Visit, next?: string): string {
  const saved = getReturnPath(visit)
  if (saved?.startsWith('/oauth/consent/')) saveReturnPath(visit, saved, SECOND_CLICK_SECONDS)
  else saveReturnPath(visit, undefined)
  return localPath(next) ?? saved ?? '/'
}
