import { isFresh } from '../../auth/users/sessions.ts'
import type { Visit } from '../requests/visit.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { Notice } from './notice.tsx'

interface FreshSignInNoticeProps {
  readonly visit: Visit
  /** What needs it, with its verb: A change needs. */
  readonly what: string
  /** What is to be done after it: change something here. */
  readonly first: string
  /** Where to come back after signing in again. */
  readonly back: string
}

/** Warns that something needs a sign-in of the last ten minutes, while there is none: nobody fills in a form for nothing. */
export function FreshSignInNotice({ visit: { signedIn, services }, what, first, back }: FreshSignInNoticeProps) {
  if (signedIn === undefined || isFresh(signedIn.session, services.now())) return null
  return (
    <Notice kind="info" title={`${what} a sign-in of the last ten minutes`}>
      <span>
        <a href={reauthenticationPath(back)}>Sign in again</a> before you {first}.
      </span>
    </Notice>
  )
}
