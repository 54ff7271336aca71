/** Where the form of the sign-in page is sent. */
export const PASSKEY_SIGN_IN_PATH = '/login/passkey'

/** Where a new user with an invitation signs up. */
export const SIGN_UP_PATH = '/invite/sign-up'

/** The user's passkeys. */
export const PASSKEYS_PATH = '/account/passkeys'
export const NEW_PASSKEY_PATH = `${PASSKEYS_PATH}/new`

/** The form field that says that the signed-in user confirms an action. */
export const CONFIRM_FIELD = 'confirm'

/** The page that creates a passkey and then opens `next`. */
export const newPasskeyPath = (next: string | undefined): string =>
  next === undefined ? NEW_PASSKEY_PATH : `${NEW_PASSKEY_PATH}?${new URLSearchParams({ next })}`
