import type { Lifetimes } from '../../../config.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord, UsedRefreshToken } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { ALL_SCOPES } from '../../policy/scopes.ts'
import { mintSecret, type Secret, type SecretValue } from '../../secrets.ts'
import { makeRoomForAccess } from './access-token-limit.ts'
import type { ActiveGrant } from './active-grant.ts'

export interface TokenClock extends Moment {
  readonly lifetimes: Lifetimes
}

/** What a client gets (RFC 6749 5.1). */
export interface IssuedTokens {
  readonly accessToken: SecretValue
  /** Absent for a client that may not use one. */
  readonly refreshToken?: SecretValue
  /** Seconds. */
  readonly expiresIn: number
  /** What the access token may do, whatever was asked for. */
  readonly scope: string
}

export type IssuedTokenPair = IssuedTokens & { readonly refreshToken: SecretValue }

interface NewAccessToken {
  readonly family: Frozen<TokenFamilyRecord>
  /** Fewer scopes than the family's; null = what it has at each moment. */
  readonly scopes: readonly string[] | null
  readonly resources: readonly string[]
  /** Default: a new one. */
  readonly access?: Secret
  /** What it is given for. */
  readonly used?: UsedRefreshToken
}

/** Makes an access token of a family, which it does not outlive. The family itself, with its refresh token, is written by the caller. */
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
    // A second use is known for as long as the first one's successor can live (RFC 9700 4.14.2).
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

/** Scopes as the answer tells them. */
export const scopeText = (scopes: readonly string[]): string =>
  ALL_SCOPES.filter(scope => scopes.includes(scope)).join(' ')

interface NewFamily {
  readonly standing: ActiveGrant
  readonly clientId: string
  /** What was allowed in this authorization and the grant still has. */
  readonly scopes: readonly string[]
  readonly resources: readonly string[]
  /** Undefined for a client that may not use one. */
  readonly refresh: Secret | undefined
}

/** Begins what one machine holds of a grant. */
export async function openFamily(
  tx: Transaction,
  { standing: { grant, user }, clientId, scopes, resources, refresh }: NewFamily,
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

/** When a family that is used now ends: after its idle time, at the latest at its absolute end. */
export function familyEnd(createdAt: string, now: Date, { refresh, refreshMax }: Lifetimes): string {
  const latest = refreshMax === undefined ? Number.POSITIVE_INFINITY : Date.parse(createdAt) + refreshMax
  return new Date(Math.min(now.getTime() + refresh, latest)).toISOString()
}
