import { isFresh } from '../../auth/users/sessions.ts'
import { type Handler, isSignedIn, type PageRequest, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirectToConfirmAction, type SensitiveAction } from './pending-action.ts'

/**
 * Returns whether the user is signed in. If not, sends the browser to sign in and then back to its page; the caller must return. For a sensitive action, which
 * has `pressed`, a sign-in older than ten minutes must be repeated.
 */
export function requireSession(request: PageRequest, pressed?: SensitiveAction): request is SignedInRequest {
  if (!isSignedIn(request)) redirect(request, `/login?${new URLSearchParams({ next: previousPage(request) })}`)
  else if (pressed === undefined || isFresh(request.signedIn.session, request.services.now())) return true
  else redirectToConfirmAction(request, pressed)
  return false
}

type SessionHandler = (request: SignedInRequest) => Promise<void>

/** Wraps a handler for signed-in users. Others are sent to sign in. */
export const withSession =
  (handle: SessionHandler): Handler =>
  async request => {
    if (requireSession(request)) await handle(request)
  }

/** Wraps a handler for users who signed in within the last ten minutes. Others are sent to sign in. */
export const withFreshSession =
  (pressed: SensitiveAction) =>
  (handle: SessionHandler): Handler =>
  async request => {
    if (requireSession(request, pressed)) await handle(request)
  }
