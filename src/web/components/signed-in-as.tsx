import type { SignedIn } from '../../auth/users/sessions.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'

interface SignedInAsProps {
  readonly signedIn: SignedIn
  /** The page to return to after switching users. */
  readonly back: string
}

/** The signed-in user, and a link to switch users. */
export function SignedInAs({ signedIn: { user }, back }: SignedInAsProps) {
  return (
    <>
      <strong>{user.handle}</strong>
      {user.name !== user.handle && (
        <>
          {' '}
          (<bdi>{user.name}</bdi>)
        </>
      )}{' '}
      · <a href={reauthenticationPath(back)}>Not you? Switch</a>
    </>
  )
}
