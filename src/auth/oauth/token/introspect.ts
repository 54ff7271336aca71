import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { isExpired } from '../../policy/active-credential.ts'
import type { PolicyReader } from '../../policy/principal.ts'
import { hashSecret, parseSecretKind } from '../../secrets.ts'
import { findActiveUser } from '../../users/active-user.ts'
import { grantedScopes } from '../grants/granted-scopes.ts'
import { findRefreshToken } from './refresh-token.ts'

/** The introspection response (RFC 7662 2.2). */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true
      readonly scope: string
      readonly client_id: string
      readonly sub: string
      /** The username, if the client may read the profile. */
      readonly username?: string
      readonly aud: string | readonly string[]
      readonly iss: string
      /** Seconds since 1970, as `iat`. */
      readonly exp: number
      readonly iat: number
      readonly token_type: 'Bearer' | 'refresh_token'
    }

const INACTIVE: Introspection = { active: false }

/**
 * Describes an active token of the calling client; every other token is inactive. Account tokens belong to users, so they are always inactive.
 */
export async function introspect(
  value: string,
  client: Frozen<ClientRecord>,
  read: PolicyReader,
  { now, issuer }: { readonly now: Date; readonly issuer: string },
): Promise<Introspection> {
  const found = await findToken(value, read)
  if (found === undefined) return INACTIVE
  const { family, ...token } = found
  if (family.client_id !== client.id || family.revoked_at !== null || isExpired(token.expires_at, now)) return INACTIVE
  const [grant, user] = await Promise.all([read.grants.get(family.grant_id), findActiveUser(family.user_id, read)])
  if (grant === undefined || grant.revoked_at !== null || user === undefined) return INACTIVE
  const scopes = grantedScopes(grant, family, token)
  const { resources } = token
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: client.id,
    sub: user.id,
    ...(scopes.includes('user:read') && { username: user.handle }),
    aud: resources.length === 1 ? (resources[0] ?? []) : resources,
    iss: issuer,
    exp: toEpochSeconds(token.expires_at),
    iat: toEpochSeconds(token.created_at),
    token_type: token.type,
  }
}

/** Finds an access token or an unused refresh token, in a common shape. */
async function findToken(value: string, read: PolicyReader) {
  const kind = parseSecretKind(value)
  if (kind === 'svco') {
    const access = await read.access_tokens.by('hash', hashSecret(value))
    if (access === undefined) return undefined
    const family = await read.families.get(access.family_id)
    if (family === undefined) return undefined
    const { scopes, resources, created_at, expires_at } = access
    return { family, scopes, resources, created_at, expires_at, type: 'Bearer' as const }
  }
  const refresh = kind === 'svcr' ? await findRefreshToken(hashSecret(value), read) : undefined
  if (refresh === undefined || refresh.issuedToken !== undefined) return undefined
  const { family } = refresh
  const { resources, last_used_at, expires_at } = family
  return { family, scopes: null, resources, created_at: last_used_at, expires_at, type: 'refresh_token' as const }
}

const toEpochSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)
