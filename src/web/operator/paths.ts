/** The list of accounts. */
export const OPERATOR_PATH = '/operator'

/** The path to which forms of an account's actions are submitted. */
export const CHANGE_PATH = `${OPERATOR_PATH}/accounts`

export const NEW_SIGN_IN_LINK_PATH = `${OPERATOR_PATH}/sign-in-links`

export const accountPath = (account: string): string => `${CHANGE_PATH}/${encodeURIComponent(account)}`

/** The form for a sign-in link, filled in for a user. */
export const signInLinkPath = (user: string): string => `${NEW_SIGN_IN_LINK_PATH}?${new URLSearchParams({ user })}`

/** The path to which the budgets of an account's engines are submitted. */
export const enginesPath = (account: string): string => `${accountPath(account)}/engines`
