import type { SignedIn } from '../auth/sessions.ts'
import type { Frozen } from '../store/frozen.ts'
import type { TokenRecord } from '../store/records/identity.ts'
import { PageError } from './page-error.ts'
import type { Visit } from './visit.ts'

/**
 * The account token that the address names (`:id`), when it is the person's own; also a revoked one.
 * @throws AppError `not_found` for every other one alike.
 */
export async function getOwnToken({ params, services }: Visit, { user }: SignedIn): Promise<Frozen<TokenRecord>> {
  const token = await services.store.read.tokens.get(params['id'] ?? '')
  if (token?.user_id === user.id) return token
  throw new PageError('not_found', 'You have no token at this address.', {
    fix: 'It may belong to somebody else, or be gone.',
    nextLink: { href: '/account/tokens', text: 'Account tokens' },
  })
}
