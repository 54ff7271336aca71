import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { CONFIRM_FIELD, PASSKEY_SIGN_IN_PATH } from './paths.ts'

interface PasskeySignInProps {
  readonly request: PageRequest
  /** The path to open after signing in. */
  readonly next: string | undefined
  /** Whether the signed-in user confirms an action with one of their own passkeys. */
  readonly isConfirmation?: boolean
}

/** The button that signs in with a passkey. */
export function PasskeySignIn({ request, next, isConfirmation = false }: PasskeySignInProps) {
  const submit = t(isConfirmation ? 'passkeys.sign_in.confirm' : 'passkeys.sign_in.submit')
  return (
    <PasskeyForm
      request={request}
      action={PASSKEY_SIGN_IN_PATH}
      submit={submit}
      next={next}
      isPrimary={isConfirmation}
      isWide
    >
      {isConfirmation && <input type="hidden" name={CONFIRM_FIELD} value="1" />}
    </PasskeyForm>
  )
}
