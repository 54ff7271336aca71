import { isFresh, type SignedIn } from '../../auth/users/sessions.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Handler, Visit } from '../requests/visit.ts'
import { redirectToConfirmAction, type SensitiveAction } from './pending-action.ts'

/**
 * Who is signed in. When nobody is, the browser has been sent to sign in and then comes back to the page that it was on: the caller
 * returns.
 */
export function requireSession(visit: Visit): SignedIn | undefined {
  if (visit.signedIn === undefined) redirect(visit, `/login?${new URLSearchParams({ next: previousPage(visit) })}`)
  return visit.signedIn
}

/** The same for what is dangerous: a sign-in older than ten minutes has to be done again. */
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

/** What a page does for whoever is signed in; others are sent to sign in. */
export const withSession = wrapHandler(requireSession)

/** What a page does for whoever signed in within the last ten minutes; others are sent to do so. */
export const withFreshSession = (pressed: SensitiveAction) => wrapHandler(visit => requireFreshSession(visit, pressed))
