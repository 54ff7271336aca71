import type { SignedIn } from '../../auth/users/sessions.ts'
import { t } from '../i18n/t.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'

interface SignedInAsProps {
  readonly signedIn: SignedIn
  /** The page to return to after signing in as another user. */
  readonly back: string
}

/** The signed-in user, and a link to sign in as another user. */
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
      · <a href={reauthenticationPath(back)}>{t('components.use_another_account')}</a>
    </>
  )
}
