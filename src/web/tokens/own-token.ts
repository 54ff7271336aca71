import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { type TokenView, toTokenView } from '../../tools/tokens/view.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import type { PageRequest } from '../requests/page-request.ts'

/**
 * Finds the account token in the URL (`:id`), if it is the user's own, even if it is revoked.
 * @throws PageError `not_found`, the same for unknown tokens and for those of other users.
 */
export async function getOwnToken({ params, services }: PageRequest, { user }: SignedIn): Promise<Frozen<TokenRecord>> {
  const token = await services.store.read.tokens.get(params['id'] ?? '')
  if (token?.user_id === user.id) return token
  throw new PageError('not_found', t('tokens.not_found.message'), {
    fix: t('tokens.not_found.fix'),
    nextLink: { href: '/account/tokens', text: t('tokens.title') },
  })
}

/** Returns the token's view from the tools. */
export async function viewToken({ services }: PageRequest, token: Frozen<TokenRecord>): Promise<TokenView> {
  const account = await services.store.read.accounts.get(token.account_id)
  if (account === undefined) throw new Error(`token ${token.id} has no account`)
  return toTokenView(token, account)
}

/** Returns the path of the list with a notice that the token is revoked. A second click, and going back to the token's page, lead here, too. */
export const revokedPath = (id: string): string => `/account/tokens?revoked=${id}`
