import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { type TokenView, toTokenView } from '../../tools/tokens/view.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import type { PageRequest, SignedInRequest } from '../requests/page-request.ts'
import { dayAfter } from './new/draft.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The last day that RFC 3339 can express. */
const LAST_DAY = '9999-12-31'

/** The end of `expires_at` for a whole day: the last millisecond in UTC. */
export const END_OF_DAY = 'T23:59:59.999Z'

/**
 * Returns whether a user may regenerate a token in a browser. The new value depends only on the user, so a token that depends on an app or on another token
 * would outlive its creator.
 */
export const canRegenerate = ({ created_by }: { readonly created_by: string }): boolean =>
  !['grant', 'token'].includes(created_by.split(':', 1)[0] ?? '')

/** Returns the expiration of a regenerated token, as `expires_at` of `create_token`: the same time from now as it was from its creation; '' means never. */
export function renewExpiration(
  { created_at, expires_at }: Pick<Frozen<TokenRecord>, 'created_at' | 'expires_at'>,
  now: Date,
): string {
  if (expires_at === null) return ''
  if (expires_at.endsWith(END_OF_DAY)) {
    const days = (Date.parse(expires_at.slice(0, 10)) - Date.parse(created_at.slice(0, 10))) / DAY_MS
    return now.getTime() + days * DAY_MS < Date.parse(LAST_DAY) ? dayAfter(days, now) : LAST_DAY
  }
  const end = now.getTime() + Date.parse(expires_at) - Date.parse(created_at)
  return end < Date.parse(LAST_DAY) ? new Date(end).toISOString() : LAST_DAY
}

/**
 * Finds the account token in the URL (`:id`), if it is the user's own, even if it is revoked.
 * @throws PageError `not_found`, the same for unknown tokens and for those of other users.
 */
export async function getOwnToken({
  params,
  services,
  signedIn: { user },
}: SignedInRequest): Promise<Frozen<TokenRecord>> {
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
