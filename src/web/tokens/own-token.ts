import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { type TokenView, toTokenView } from '../../tools/tokens/view.ts'
import { PageError } from '../layout/page-error.ts'
import type { Visit } from '../requests/visit.ts'

/**
 * The account token that the address names (`:id`), when it is the user's own; also a revoked one.
 * @throws PageError `not_found` for unknown tokens and for those of others alike.
 */
export async function getOwnToken({ params, services }: Visit, { user }: SignedIn): Promise<Frozen<TokenRecord>> {
  const token = await services.store.read.tokens.get(params['id'] ?? '')
  if (token?.user_id === user.id) return token
  throw new PageError('not_found', 'You have no token at this address.', {
    fix: 'Check the address, or open your tokens.',
    nextLink: { href: '/account/tokens', text: 'Account tokens' },
  })
}

/** A token as tools show it. */
export async function viewToken({ services }: Visit, token: Frozen<TokenRecord>): Promise<TokenView> {
  const account = await services.store.read.accounts.get(token.account_id)
  if (account === undefined) throw new Error(`token ${token.id} has no account`)
  return toTokenView(token, account)
}

/** The list, which says that the token is revoked: also after a second press, and after going back to the token's page. */
export const revokedPath = (id: string): string => `/account/tokens?revoked=${id}`
