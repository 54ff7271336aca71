import { isFresh, type SignedIn } from '../../auth/users/sessions.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Handler, Visit } from '../requests/visit.ts'
import { redirectToConfirmAction, type SensitiveAction } from './pending-action.ts'

/** Returns the session. Without one, sends the browser to sign in and then back to its page; the caller must return. */
export function requireSession(visit: Visit): SignedIn | undefined {
  if (visit.signedIn === undefined) redirect(visit, `/login?${new URLSearchParams({ next: previousPage(visit) })}`)
  return visit.signedIn
}

/** Like `requireSession`, for sensitive actions: a sign-in older than ten minutes must be repeated. */
export function requireFreshSession(visit: Visit, pressed: SensitiveAction): SignedIn | undefined {
  const { signedIn, services } = visit
  if (signedIn === undefined) return requireSession(visit)
  if (isFresh(signedIn.session, services.now())) return signedIn
  redirectToConfirmAction(visit, pressed)
  return undefined
}

type SessionHandler = (visit: Visit, signedIn: SignedIn) => Promise<void>

const wrapHandler =
  (find: (visit: Visit) => SignedIn | undefined) =>
  (handle: SessionHandler): Handler =>
  async visit => {
    const signedIn = find(visit)
    if (signedIn !== undefined) await handle(visit, signedIn)
  }

/** Wraps a handler for signed-in users. Others are sent to sign in. */
export const withSession = wrapHandler(requireSession)

/** Wraps a handler for users who signed in within the last ten minutes. Others are sent to sign in. */
export const withFreshSession = (pressed: SensitiveAction) => wrapHandler(visit => requireFreshSession(visit, pressed))
