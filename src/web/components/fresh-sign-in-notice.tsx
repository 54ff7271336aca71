import { isFresh } from '../../auth/users/sessions.ts'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { Notice } from './notice.tsx'

interface FreshSignInNoticeProps {
  /** The action that needs it. */
  readonly before: 'account_change' | 'sign_in_link' | 'delete' | 'delete_project' | 'transfer_or_delete' | 'scopes'
  /** The page to return to after signing in again. */
  readonly back: string
}

/** Warns that an action needs a sign-in within the last ten minutes, before the user fills in the form. */
export function FreshSignInNotice({ before, back }: FreshSignInNoticeProps) {
  const { signedIn, services } = useRequest()
  if (signedIn === undefined || isFresh(signedIn.session, services.now())) return null
  return (
    <Notice kind="info" title={t(`components.fresh_sign_in.${before}.title`)}>
      <span>
        {rich(`components.fresh_sign_in.${before}.advice`, {
          link: text => <a href={reauthenticationPath(back)}>{text}</a>,
        })}
      </span>
    </Notice>
  )
}
