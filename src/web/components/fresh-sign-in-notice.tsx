import { isFresh } from '../../auth/users/sessions.ts'
import type { Visit } from '../requests/visit.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { Notice } from './notice.tsx'

interface FreshSignInNoticeProps {
  readonly visit: Visit
  /** The start of the sentence: "A change needs". */
  readonly what: string
  /** The next step: "change something here". */
  readonly first: string
  /** The page to return to after signing in again. */
  readonly back: string
}

/** Warns that an action needs a sign-in within the last ten minutes, before the user fills in the form. */
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
