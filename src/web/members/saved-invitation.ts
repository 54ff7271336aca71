import { readCookie, setCookie } from '../requests/cookies.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { getReturnPath } from '../sign-in/return-path.ts'

/** The page of the invitation that was opened in this browser. */
export const INVITATION_PATH = '/invite'

const SAVED_INVITATION_SECONDS = 60 * 60

/** Returns the secret of the invitation that was opened in this browser. It is in a cookie, so that no URL, referrer or log has it. */
export const getSavedInvitation = ({ incoming, services: { baseUrl } }: PageRequest): string | undefined =>
  readCookie(incoming, 'invitation', baseUrl)

/** Saves the secret for an hour, which is enough for signing in. */
export const saveInvitation = ({ response, services: { baseUrl } }: PageRequest, secret: string): void =>
  setCookie(response, 'invitation', secret, { baseUrl, seconds: SAVED_INVITATION_SECONDS })

/**
 * Like `getSavedInvitation`, during a sign-in. The invitation belongs to the signed-in user, if there is one. It passes to the next user only if they
 * switched users on the page of the invitation. `next` is the path after the sign-in.
 */
export function getSignInInvitation(request: PageRequest, next?: string): string | undefined {
  const isHanded = request.signedIn === undefined || (next || getReturnPath(request)) === INVITATION_PATH
  return isHanded ? getSavedInvitation(request) : undefined
}

/** Removes the secret after it was used, or if it is not for the next user. */
export const clearSavedInvitation = ({ response, services: { baseUrl } }: PageRequest): void =>
  setCookie(response, 'invitation', '', { baseUrl, seconds: 0 })
