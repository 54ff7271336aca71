import { setCookie } from '../requests/cookies.ts'
import { localPath } from '../requests/local-path.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath } from './return-path.ts'

/**
 * Returns the page after signing in: `next` (ignored unless it is a path of this server), the page that led to the sign-in page, or the home page. This
 * includes consent pages. Other pending requests are not opened.
 */
export function resolveSignInDestination(visit: Visit, next?: string): string {
  const wanted = localPath(next) ?? getReturnPath(visit)
  setCookie(visit.response, 'next', '', { baseUrl: visit.services.baseUrl, seconds: 0 })
  return wanted ?? '/'
}
