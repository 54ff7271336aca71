import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { TokenRecord, UserRecord } from '../../store/records/identity.ts'
import { grantedScopes } from '../oauth/grants/granted-scopes.ts'
import { type OrganizationFault, organizationFault } from '../organizations/membership.ts'
import { hashSecret, parseSecretKind } from '../secrets.ts'
import { hasRevokedAncestor } from '../tokens/lineage.ts'
import { SUSPENDED } from '../users/active-user.ts'
import { isExpired } from './active-credential.ts'
import type { PolicyReader, Principal } from './principal.ts'
import { getGrantReach, getTokenReach } from './reach.ts'
import { isScope } from './scopes.ts'

/** The reason why a bearer token is rejected. Clients always see `invalid_token` (RFC 6750 3.1). */
type TokenFault =
  | 'malformed'
  | 'other_kind'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'suspended'
  | 'other_audience'
  | OrganizationFault

/** The credential whose last use is recorded. */
export type UsedCredential =
  | { readonly kind: 'token'; readonly record: Frozen<TokenRecord> }
  | { readonly kind: 'grant'; readonly record: Frozen<GrantRecord> }

/** The holder of a token, for the log. */
export interface Holder {
  /** Absent if deleted. */
  readonly user: Frozen<UserRecord> | undefined
  /** The OAuth client; absent for an account token. */
  readonly clientId?: string | undefined
}

/** `holder`: absent for an unknown token. */
interface AuthenticationRefusal {
  readonly fault: TokenFault
  readonly holder?: Holder
}

export type Authentication = { readonly principal: Principal; readonly used: UsedCredential } | AuthenticationRefusal

/**
 * Finds the principal of a bearer token by its hash. The token must be for one of the resource identifiers in `audience`
 * (RFC 8707); account tokens have no audience.
 */
export async function authenticate(
  value: string,
  audience: readonly string[],
  read: PolicyReader,
  now: Date,
): Promise<Authentication> {
  const kind = parseSecretKind(value)
  if (kind === 'svca') return authenticateAccountToken(value, read, now)
  if (kind === 'svco') return authenticateAccessToken(value, audience, read, now)
  return { fault: kind === undefined ? 'malformed' : 'other_kind' }
}

async function authenticateAccountToken(value: string, read: PolicyReader, now: Date): Promise<Authentication> {
  const token = await read.tokens.by('hash', hashSecret(value))
  if (token === undefined) return { fault: 'unknown' }
  const { id, prefix, grant_id } = token
  const [user, account, grant] = await Promise.all([
    read.users.get(token.user_id),
    read.accounts.get(token.account_id),
    grant_id === undefined ? undefined : read.grants.get(grant_id),
  ])
  const refuse = (fault: TokenFault): AuthenticationRefusal => ({ fault, holder: { user } })
  if (token.revoked_at !== null) return refuse('revoked')
  if (isExpired(token.expires_at, now)) return refuse('expired')
  if (await hasRevokedAncestor(token, read)) return refuse('revoked')
  if (user === undefined || account === undefined) return refuse('unknown')
  if (grant_id !== undefined && grant?.revoked_at !== null) return refuse('revoked')
  if (user.suspended_at !== undefined) return refuse('suspended')
  const fault = await organizationFault(account, user, read)
  if (fault !== undefined) return refuse(fault)
  const isPersonal = account.id === user.account_id
  return {
    used: { kind: 'token', record: token },
    principal: {
      user,
      credential: {
        kind: 'token',
        id,
        prefix,
        ...(grant_id !== undefined && { grant: grant_id }),
        ...(!isPersonal && { organization: account.handle }),
      },
      scopes: new Set(token.scopes.filter(isScope)),
      reach: getTokenReach(token, user, grant),
      expiresAt: token.expires_at,
    },
  }
}

async function authenticateAccessToken(
  value: string,
  audience: readonly string[],
  read: PolicyReader,
  now: Date,
): Promise<Authentication> {
  const token = await read.access_tokens.by('hash', hashSecret(value))
  if (token === undefined) return { fault: 'unknown' }
  const family = await read.families.get(token.family_id)
  if (family === undefined) return { fault: 'unknown' }
  const [grant, user] = await Promise.all([read.grants.get(family.grant_id), read.users.get(family.user_id)])
  const refuse = (fault: TokenFault): AuthenticationRefusal => ({ fault, holder: { user, clientId: family.client_id } })
  if (isExpired(token.expires_at, now)) return refuse('expired')
  if (grant === undefined || user === undefined) return refuse('unknown')
  if (family.revoked_at !== null || grant.revoked_at !== null) return refuse('revoked')
  if (user.suspended_at !== undefined) return refuse('suspended')
  if (!token.resources.some(resource => audience.includes(resource))) return refuse('other_audience')
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
      reach: getGrantReach(grant),
      // Tokens created by a grant live until they are revoked, not only until its access token expires.
      expiresAt: null,
    },
  }
}

interface CalledResource {
  readonly baseUrl: string
  /** The identifier of the called resource. */
  readonly resource: string
}

/** Explains a fault to the caller without revealing more than the token does. */
export function explainFault(
  fault: TokenFault,
  value: string,
  { baseUrl, resource }: CalledResource,
): { readonly description: string; readonly fix: string } {
  const isAccount = value.startsWith('svca_')
  const tokensPage = `${baseUrl}/account/tokens`
  const fix = isAccount ? `Create a new token with create_token or at ${tokensPage}.` : SIGN_IN
  switch (fault) {
    case 'malformed':
      return /^sv[a-z]{2}_/.test(value)
        ? {
            description: 'The token is incomplete or mistyped: its checksum does not match.',
            fix: 'Copy it again.',
          }
        : {
            description: 'Unknown token. Dragoman tokens start with svca_ or svco_.',
            fix: `Reconnect the client, or create a token at ${tokensPage}.`,
          }
    case 'other_kind':
      return {
        description: `This is ${describeTokenKind(value)}, which is not an access token.`,
        fix: SEND_ACCESS_TOKEN,
      }
    case 'unknown':
      return { description: 'The token is unknown to this server.', fix }
    case 'revoked':
      return { description: 'The token was revoked.', fix }
    case 'expired':
      // Revoking an access token sets its expiration to the current time.
      return { description: isAccount ? 'The token has expired.' : 'The token has expired or was revoked.', fix }
    case 'organization_left':
      return { description: 'The user of the token is no longer a member of its organization.', fix }
    case 'organization_deleted':
      return { description: 'The organization of the token was deleted.', fix: RESTORE }
    case 'suspended':
      return SUSPENDED
    case 'other_audience':
      return {
        description: `The token was issued for another resource, not for ${resource}.`,
        fix: `Sign in again and request the resource ${resource}.`,
      }
  }
}

const SIGN_IN = 'Refresh the token, or reconnect the client.'
const SEND_ACCESS_TOKEN = 'Send an access token (svco_...) or an account token (svca_...).'
const RESTORE =
  'Ask an administrator to restore the organization within 30 days (restore_organization). The token then works again.'

const KIND_NAMES: Readonly<Record<string, string>> = {
  svcr: 'a refresh token',
  svcg: 'an authorization code',
  svcd: 'a device code',
  svcs: 'a client secret',
  svcc: 'a client ID',
}

const describeTokenKind = (value: string): string => KIND_NAMES[value.slice(0, 4)] ?? 'another kind of secret'
