import { isFresh, type SignedIn } from '../auth/sessions.ts'
import { type Pressed, signInFirst } from './left-undone.ts'
import { pageBehind } from './page-behind.ts'
import { redirect } from './redirect.ts'
import type { Handle, Visit } from './visit.ts'

/**
 * Who is signed in. When nobody is, the browser has been sent to sign in and then comes back to the page that it was on: the caller
 * returns.
 */
export function requireSession(visit: Visit): SignedIn | undefined {
  if (visit.signedIn === undefined) redirect(visit, `/login?${new URLSearchParams({ next: pageBehind(visit) })}`)
  return visit.signedIn
}

/** The same for what is dangerous: a sign-in older than ten minutes has to be done again. */
export function requireFreshSession(visit: Visit, pressed: Pressed): SignedIn | undefined {
  const { signedIn, services } = visit
  if (signedIn === undefined) return requireSession(visit)
  if (isFresh(signedIn.session, services.now())) return signedIn
  signInFirst(visit, pressed)
  return undefined
}

type HandleSignedIn = (visit: Visit, signedIn: SignedIn) => Promise<void>

const forWhom =
  (find: (visit: Visit) => SignedIn | undefined) =>
  (handle: HandleSignedIn): Handle =>
  async visit => {
    const signedIn = find(visit)
    if (signedIn !== undefined) await handle(visit, signedIn)
  }

/** What a page does for whoever is signed in; others are sent to sign in. */
export const forSignedIn = forWhom(requireSession)

/** What a page does for whoever signed in within the last ten minutes; others are sent to do so. */
export const forFreshlySignedIn = (pressed: Pressed) => forWhom(visit => requireFreshSession(visit, pressed))
