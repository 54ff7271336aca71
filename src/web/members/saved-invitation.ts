import { readCookie, setCookie } from '../requests/cookies.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath } from '../sign-in/return-path.ts'

/** The page of the invitation that a browser opened. */
export const INVITATION_PATH = '/invite'

const SAVED_INVITATION_SECONDS = 60 * 60

/** The secret of the invitation that this browser opened: a cookie keeps it, so that no address, referrer or log has it. */
export const getSavedInvitation = ({ request, services: { baseUrl } }: Visit): string | undefined =>
  readCookie(request, 'invitation', baseUrl)

/** Keeps it for the hour that signing in may take. */
export const saveInvitation = ({ response, services: { baseUrl } }: Visit, secret: string): void =>
  setCookie(response, 'invitation', secret, { baseUrl, seconds: SAVED_INVITATION_SECONDS })

/**
 * The same for who signs in. Where somebody else is signed in, it is that person's, and goes on to the next only when the page of the invitation was what
 * they chose to switch on. `next` is where the sign-in leads.
 */
export function getSignInInvitation(visit: Visit, next?: string): string | undefined {
  const isHanded = visit.signedIn === undefined || (next || getReturnPath(visit)) === INVITATION_PATH
  return isHanded ? getSavedInvitation(visit) : undefined
}

/** Forgets it once it was used, or is not for who comes next. */
export const clearSavedInvitation = ({ response, services: { baseUrl } }: Visit): void =>
  setCookie(response, 'invitation', '', { baseUrl, seconds: 0 })
