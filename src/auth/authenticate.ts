import type { TokenRecord } from '../store/records/identity.ts'
import type { Frozen } from '../store/store.ts'
import { isExpired } from './alive.ts'
import type { Lookup, Principal } from './principal.ts'
import { isScope } from './scopes.ts'
import { hashToken, isWellFormed } from './token-format.ts'

/** Why a bearer token is refused; rich inside, one word (`invalid_token`, RFC 6750 3.1) outside. */
type TokenFault = 'malformed' | 'unknown' | 'revoked' | 'expired'

type Authentication =
  | { readonly principal: Principal; readonly token: Frozen<TokenRecord> }
  | { readonly fault: TokenFault }

/** Finds who a bearer token stands for. One look-up by hash, whatever the number of tokens. */
export async function authenticate(value: string, read: Lookup, now: Date): Promise<Authentication> {
  if (!isWellFormed(value)) return { fault: 'malformed' }
  const token = await read.tokens.by('hash', hashToken(value))
  if (token === undefined) return { fault: 'unknown' }
  if (token.revoked_at !== null) return { fault: 'revoked' }
  if (isExpired(token.expires_at, now)) return { fault: 'expired' }
  const [user, account] = await Promise.all([read.users.get(token.user_id), read.accounts.get(token.account_id)])
  if (user === undefined || account === undefined) return { fault: 'unknown' }
  return {
    token,
    principal: {
      user,
      credential: { kind: 'token', id: token.id, prefix: token.prefix },
      scopes: new Set(token.scopes.filter(isScope)),
      reach: account.id === user.account_id ? 'all' : { account },
      expiresAt: token.expires_at,
    },
  }
}

/** What the caller is told; it helps them, and tells a stranger nothing that the token does not. */
export const faultText = {
  malformed: 'The token is not whole: its checksum does not match. Copy it again.',
  unknown: 'The token is not known to this server.',
  revoked: 'The token was revoked. Make a new one.',
  expired: 'The token has expired. Make a new one.',
} as const satisfies Record<TokenFault, string>
