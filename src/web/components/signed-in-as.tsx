import type { SignedIn } from '../../auth/sessions.ts'
import { signInAgainPath } from '../sign-in-again.ts'
import type { Visit } from '../visit.ts'

/** Who answers, and how to be somebody else. */
export function SignedInAs({ visit, signedIn: { user } }: { readonly visit: Visit; readonly signedIn: SignedIn }) {
  return (
    <p class="person">
      You are <strong>{user.handle}</strong>
      {user.name !== user.handle && (
        <>
          {' '}
          (<bdi>{user.name}</bdi>)
        </>
      )}
      . <a href={signInAgainPath(visit)}>Not you? Switch</a>
    </p>
  )
}
