import { type PageRequest, redirect } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'

/** Sends a signed-in user to sign in again, as the same or another user, and then back to a page. Default: the previous page. */
export const redirectToReauthentication = (request: PageRequest, back = previousPage(request)): void =>
  redirect(request, reauthenticationPath(back))

export const reauthenticationPath = (back: string): string =>
  `/login?${new URLSearchParams({ again: '1', next: back })}`

/** The query parameter that says that an action needs the new sign-in. */
export const ACTION_PARAM = 'action'

/** Sends a signed-in user to sign in again before a page with an action that needs a recent sign-in. */
export const redirectToConfirmIdentity = (request: PageRequest, back: string): void =>
  redirect(request, `${reauthenticationPath(back)}&${ACTION_PARAM}=1`)
