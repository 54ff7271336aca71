import { readCookie, setCookie } from '../requests/cookies.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath } from '../sign-in/return-path.ts'

/** The page of the invitation that a browser opened. */
export const INVITATION_PATH = '/invite'

const SAVED_INVITATION_SECONDS = 60 * 60

/** The secret of the invitation that this browser opened. It is in a cookie, so that no address, referrer or log has it. */
export const getSavedInvitation = ({ request, services: { baseUrl } }: Visit): string | undefined =>
  readCookie(request, 'invitation', baseUrl)

/** Keeps it for an hour, for the time of signing in. */
export const saveInvitation = ({ response, services: { baseUrl } }: Visit, secret: string): void =>
  setCookie(response, 'invitation', secret, { baseUrl, seconds: SAVED_INVITATION_SECONDS })

/**
 * The same during a sign-in. While a user is signed in, the invitation is theirs: it passes to the next user only when they switched users on the page of
 * the invitation. `next` is where the sign-in leads.
 */
export function getSignInInvitation(visit: Visit, next?: string): string | undefined {
  const isHanded = visit.signedIn === undefined || (next || getReturnPath(visit)) === INVITATION_PATH
  return isHanded ? getSavedInvitation(visit) : undefined
}

/** Removes it after it was used, or when it is not for the next user. */
export const clearSavedInvitation = ({ response, services: { baseUrl } }: Visit): void =>
  setCookie(response, 'invitation', '', { baseUrl, seconds: 0 })
