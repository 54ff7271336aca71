import { readCookie, setCookie } from './cookies.ts'
import type { Visit } from './visit.ts'

const KEPT_SECONDS = 60 * 60

/** The secret of the invitation that this browser opened: a cookie keeps it, so that no address, referrer or log has it. */
export const keptInvitation = ({ request, services: { baseUrl } }: Visit): string | undefined =>
  readCookie(request, 'invitation', baseUrl)

/** Keeps it for the hour that signing in may take. */
export const keepInvitation = ({ response, services: { baseUrl } }: Visit, secret: string): void =>
  setCookie(response, 'invitation', secret, { baseUrl, seconds: KEPT_SECONDS })

/** Forgets it once it was used. */
export const forgetInvitation = ({ response, services: { baseUrl } }: Visit): void =>
  setCookie(response, 'invitation', '', { baseUrl, seconds: 0 })
