import type { GrantRecord } from '../store/records/authorization.ts'
import type { TokenRecord } from '../store/records/identity.ts'
import type { Frozen } from '../store/store.ts'
import { isExpired } from './alive.ts'
import { grantedScopes } from './oauth/granted.ts'
import type { Lookup, Principal } from './principal.ts'
import { isScope } from './scopes.ts'
import { hashSecret, kindOf } from './secrets.ts'

/** Why a bearer token is refused; rich inside, one word (`invalid_token`, RFC 6750 3.1) outside. */
type TokenFault = 'malformed' | 'other_kind' | 'unknown' | 'revoked' | 'expired' | 'other_audience'

/** Whose last use is to be noted. */
export type Used =
  | { readonly kind: 'token'; readonly record: Frozen<TokenRecord> }
  | { readonly kind: 'grant'; readonly record: Frozen<GrantRecord> }

type Authentication = { readonly principal: Principal; readonly used: Used } | { readonly fault: TokenFault }

/**
 * Finds who a bearer token stands for, by hash, whatever the number of tokens. `audience` are the resource identifiers of which one must be the
 * token's (RFC 8707); an account token has no audience.
 */
export async function authenticate(
  value: string,
  audience: readonly string[],
  read: Lookup,
  now: Date,
): Promise<Authentication> {
  const kind = kindOf(value)
  if (kind === 'svca') return authenticateToken(value, read, now)
  if (kind === 'svco') return authenticateAccess(value, audience, read, now)
  return { fault: kind === undefined ? 'malformed' : 'other_kind' }
}

async function authenticateToken(value: string, read: Lookup, now: Date): Promise<Authentication> {
  const token = await read.tokens.by('hash', hashSecret(value))
  if (token === undefined) return { fault: 'unknown' }
  if (token.revoked_at !== null) return { fault: 'revoked' }
  if (isExpired(token.expires_at, now)) return { fault: 'expired' }
  const [user, account] = await Promise.all([read.users.get(token.user_id), read.accounts.get(token.account_id)])
  if (user === undefined || account === undefined) return { fault: 'unknown' }
  const isPersonal = account.id === user.account_id
  const { id, prefix, accounts } = token
  return {
    used: { kind: 'token', record: token },
    principal: {
      user,
      credential: { kind: 'token', id, prefix, ...(!isPersonal && { organization: account.handle }) },
      scopes: new Set(token.scopes.filter(isScope)),
      reach: reachOf(isPersonal ? accounts : [account.id]),
      expiresAt: token.expires_at,
    },
  }
}

async function authenticateAccess(
  value: string,
  audience: readonly string[],
  read: Lookup,
  now: Date,
): Promise<Authentication> {
  const token = await read.access_tokens.by('hash', hashSecret(value))
  if (token === undefined) return { fault: 'unknown' }
  if (isExpired(token.expires_at, now)) return { fault: 'expired' }
  const [family, grant, user] = await Promise.all([
    read.families.get(token.family_id),
    read.grants.get(token.grant_id),
    read.users.get(token.user_id),
  ])
  if (family === undefined || grant === undefined || user === undefined) return { fault: 'unknown' }
  if (family.revoked_at !== null || grant.revoked_at !== null) return { fault: 'revoked' }
  if (!token.resources.some(resource => audience.includes(resource))) return { fault: 'other_audience' }
  return {
    used: { kind: 'grant', record: grant },
    principal: {
      user,
      credential: {
        kind: 'grant',
        id: grant.id,
        tokenId: token.id,
        clientId: grant.client_id,
        clientName: grant.client_name,
        narrowed: token.scopes !== null,
      },
      scopes: new Set(grantedScopes(grant, family, token)),
      reach: reachOf(grant.accounts === 'all' ? undefined : grant.accounts),
      // What a grant makes lives until a person revokes it, not only until the next access token.
      expiresAt: null,
    },
  }
}

const reachOf = (accounts: readonly string[] | undefined): Principal['reach'] =>
  accounts === undefined ? 'all' : { accounts: new Set(accounts) }

/** What the caller is told; it helps them, and tells a stranger nothing that the token does not. */
export const faultText = {
  malformed: 'The token is not whole: its checksum does not match. Copy it again.',
  other_kind: 'This is not an access token.',
  unknown: 'The token is not known to this server.',
  revoked: 'The token was revoked. Make a new one.',
  expired: 'The token has expired. Make a new one.',
  other_audience: 'The token was issued for another resource.',
} as const satisfies Record<TokenFault, string>
