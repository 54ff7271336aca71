import { readCookie, setCookie } from '../requests/cookies.ts'
import type { Visit } from '../requests/visit.ts'
import { getReturnPath } from '../sign-in/return-path.ts'

/** The page of the invitation that was opened in this browser. */
export const INVITATION_PATH = '/invite'

const SAVED_INVITATION_SECONDS = 60 * 60

/** Returns the secret of the invitation that was opened in this browser. It is in a cookie, so that no URL, referrer or log has it. */
export const getSavedInvitation = ({ request, services: { baseUrl } }: Visit): string | undefined =>
  readCookie(request, 'invitation', baseUrl)

/** Saves the secret for an hour, which is enough for signing in. */
export const saveInvitation = ({ response, services: { baseUrl } }: Visit, secret: string): void =>
  setCookie(response, 'invitation', secret, { baseUrl, seconds: SAVED_INVITATION_SECONDS })

/**
 * Like `getSavedInvitation`, during a sign-in. The invitation belongs to the signed-in user, if there is one. It passes to the next user only if they
 * switched users on the page of the invitation. `next` is the path after the sign-in.
 */
export function getSignInInvitation(visit: Visit, next?: string): string | undefined {
  const isHanded = visit.signedIn === undefined || (next || getReturnPath(visit)) === INVITATION_PATH
  return isHanded ? getSavedInvitation(visit) : undefined
}

/** Removes the secret after it was used, or if it is not for the next user. */
export const clearSavedInvitation = ({ response, services: { baseUrl } }: Visit): void =>
  setCookie(response, 'invitation', '', { baseUrl, seconds: 0 })
