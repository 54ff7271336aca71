import { isFresh, type SignedIn } from '../auth/sessions.ts'
import { redirect } from './page.tsx'
import type { Visit } from './visit.ts'

/** Who is signed in. When nobody is, the browser has been sent to sign in and then comes back here: the caller returns. */
export function requireSession(visit: Visit): SignedIn | undefined {
  if (visit.signedIn === undefined) redirect(visit, loginPath(visit))
  return visit.signedIn
}

/** The same for what is dangerous: a sign-in older than ten minutes has to be done again. */
export function requireFreshSession(visit: Visit): SignedIn | undefined {
  const { signedIn, services } = visit
  if (signedIn === undefined) return requireSession(visit)
  if (isFresh(signedIn.session, services.now())) return signedIn
  redirect(visit, loginPath(visit, { again: '1' }))
  return undefined
}

/** A form is not sent again by itself: its page is shown. */
const loginPath = ({ request }: Visit, more: Readonly<Record<string, string>> = {}): string =>
  `/login?${new URLSearchParams({ ...more, next: request.url ?? '/' })}`
