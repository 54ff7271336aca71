import type { Lifetimes } from '../../../config.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord, UsedRefreshToken } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { ALL_SCOPES } from '../../policy/scopes.ts'
import { mintSecret, type Secret, type SecretValue } from '../../secrets.ts'
import type { ActiveGrant } from './active-grant.ts'
import { makeRoomForAccess } from './family-limit.ts'

export interface TokenClock extends Moment {
  readonly lifetimes: Lifetimes
}

/** The token response (RFC 6749 5.1). */
export interface IssuedTokens {
  readonly accessToken: SecretValue
  /** Absent if the client may not use refresh tokens. */
  readonly refreshToken?: SecretValue
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number
  /** The actual scopes of the access token, which may differ from the requested ones. */
  readonly scope: string
}

export type IssuedTokenPair = IssuedTokens & { readonly refreshToken: SecretValue }

interface NewAccessToken {
  readonly family: Frozen<TokenFamilyRecord>
  /** Narrowed scopes; null means the current scopes of the family. */
  readonly scopes: readonly string[] | null
  readonly resources: readonly string[]
  /** Default: a new one. */
  readonly access?: Secret
  /** The refresh token it is issued for. */
  readonly used?: UsedRefreshToken
}

/** Issues an access token that expires with its family at the latest. The caller writes the family with its refresh token. */
export async function issueAccessToken(
  tx: Transaction,
  { family, scopes, resources, access = mintSecret('svco'), used }: NewAccessToken,
  { now, newId, lifetimes }: TokenClock,
): Promise<IssuedTokens> {
  await makeRoomForAccess(tx, family.id)
  const end = Math.min(now.getTime() + lifetimes.access, Date.parse(family.expires_at))
  const expiresAt = new Date(end).toISOString()
  await tx.access_tokens.insert({
    id: newId(),
    hash: access.hash,
    family_id: family.id,
    scopes,
    resources,
    created_at: now.toISOString(),
    expires_at: expiresAt,
    // Reuse is detected as long as the successor can live (RFC 9700 4.14.2).
    ...(used === undefined
      ? { kept_until: expiresAt }
      : { used, kept_until: new Date(now.getTime() + lifetimes.refresh).toISOString() }),
  })
  return {
    accessToken: access.value,
    expiresIn: Math.floor((end - now.getTime()) / 1000),
    scope: scopeText(scopes ?? family.scopes),
  }
}

/** Formats scopes for the token response. */
export const scopeText = (scopes: readonly string[]): string =>
  ALL_SCOPES.filter(scope => scopes.includes(scope)).join(' ')

interface NewFamily {
  readonly active: ActiveGrant
  readonly clientId: string
  /** The scopes of this authorization that the grant still has. */
  readonly scopes: readonly string[]
  readonly resources: readonly string[]
  /** Undefined if the client may not use refresh tokens. */
  readonly refresh: Secret | undefined
}

/** Creates a token family: the tokens of one machine. */
export async function openFamily(
  tx: Transaction,
  { active: { grant, user }, clientId, scopes, resources, refresh }: NewFamily,
  { now, newId, lifetimes }: TokenClock,
): Promise<Frozen<TokenFamilyRecord>> {
  const at = now.toISOString()
  const family: Frozen<TokenFamilyRecord> = {
    id: newId(),
    grant_id: grant.id,
    user_id: user.id,
    client_id: clientId,
    scopes,
    told: scopes,
    resources,
    created_at: at,
    last_used_at: at,
    ...(refresh === undefined
      ? { expires_at: new Date(now.getTime() + lifetimes.access).toISOString() }
      : { expires_at: familyEnd(at, now, lifetimes), refresh: refresh.hash }),
    revoked_at: null,
  }
  await tx.families.insert(family)
  return family
}

/** Returns the expiration of a family used now: after its idle time, at the latest at its maximum lifetime. */
export function familyEnd(createdAt: string, now: Date, { refresh, refreshMax }: Lifetimes): string {
  const latest = refreshMax === undefined ? Number.POSITIVE_INFINITY : Date.parse(createdAt) + refreshMax
  return new Date(Math.min(now.getTime() + refresh, latest)).toISOString()
}
