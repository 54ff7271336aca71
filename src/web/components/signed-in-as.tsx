import type { SignedIn } from '../../auth/users/sessions.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'

interface SignedInAsProps {
  readonly signedIn: SignedIn
  /** Where somebody else goes on. */
  readonly back: string
}

/** Who answers, and how to be somebody else. */
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
