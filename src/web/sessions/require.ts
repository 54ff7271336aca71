import { isFresh, type SignedIn } from '../../auth/users/sessions.ts'
import type { Handler, PageRequest } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import { redirectToConfirmAction, type SensitiveAction } from './pending-action.ts'

/** Returns the session. Without one, sends the browser to sign in and then back to its page; the caller must return. */
export function requireSession(request: PageRequest): SignedIn | undefined {
  if (request.signedIn === undefined)
    redirect(request, `/login?${new URLSearchParams({ next: previousPage(request) })}`)
  return request.signedIn
}

/** Like `requireSession`, for sensitive actions: a sign-in older than ten minutes must be repeated. */
export function requireFreshSession(request: PageRequest, pressed: SensitiveAction): SignedIn | undefined {
  const { signedIn, services } = request
  if (signedIn === undefined) return requireSession(request)
  if (isFresh(signedIn.session, services.now())) return signedIn
  redirectToConfirmAction(request, pressed)
  return undefined
}

type SessionHandler = (request: PageRequest, signedIn: SignedIn) => Promise<void>

const wrapHandler =
  (find: (request: PageRequest) => SignedIn | undefined) =>
  (handle: SessionHandler): Handler =>
  async request => {
    const signedIn = find(request)
    if (signedIn !== undefined) await handle(request, signedIn)
  }

/** Wraps a handler for signed-in users. Others are sent to sign in. */
export const withSession = wrapHandler(requireSession)

/** Wraps a handler for users who signed in within the last ten minutes. Others are sent to sign in. */
export const withFreshSession = (pressed: SensitiveAction) =>
  wrapHandler(request => requireFreshSession(request, pressed))
