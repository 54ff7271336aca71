import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import { assertCredentialActive, isExpired } from './active-credential.ts'
import type { Credential, PolicyReader, Principal, Reach } from './principal.ts'
import { getGrantReach, getTokenReach } from './reach.ts'
import { isScope, type Scope } from './scopes.ts'

/** Work that goes on after the call which began it. */
export interface BackgroundWork {
  readonly user_id: string
  /** The credential of the call, as `token:<id>`. */
  readonly credential: string
  /** The scopes of the call. */
  readonly scopes: readonly string[]
}

/**
 * Returns the principal of work in the background, with what its credential allows now. An access token that expired does not matter, because its grant
 * lives on; nor does a sign-out.
 * @throws AppError `invalid_token` when the credential was revoked or has expired, or the user is suspended.
 */
export async function loadBackgroundPrincipal(
  { user_id, credential: name, scopes: given }: BackgroundWork,
  read: PolicyReader,
  now: Date,
): Promise<Principal> {
  const user = await read.users.get(user_id)
  if (user === undefined || user.suspended_at !== undefined) throw endedError('The user is suspended or gone.')
  const [kind = '', id = ''] = name.split(':')
  const scopes = new Set(given.filter(isScope))
  if (kind === 'token') return loadTokenPrincipal(id, user, scopes, read, now)
  if (kind === 'grant') return loadGrantPrincipal(id, user, scopes, read)
  const credential: Credential = kind === 'session' ? { kind, id } : { kind: kind === 'stdio' ? kind : 'control' }
  return { user, credential, scopes, reach: 'all', expiresAt: null }
}

async function loadTokenPrincipal(
  id: string,
  user: Frozen<UserRecord>,
  scopes: ReadonlySet<Scope>,
  read: PolicyReader,
  now: Date,
): Promise<Principal> {
  const token = await read.tokens.get(id)
  if (token === undefined || token.revoked_at !== null || isExpired(token.expires_at, now)) {
    throw endedError('The token was revoked or has expired.')
  }
  const grant = token.grant_id === undefined ? undefined : await read.grants.get(token.grant_id)
  const credential: Credential = {
    kind: 'token',
    id,
    prefix: token.prefix,
    ...(token.grant_id !== undefined && { grant: token.grant_id }),
  }
  const principal = { user, credential, scopes, reach: getTokenReach(token, user, grant), expiresAt: token.expires_at }
  await assertCredentialActive(principal, read, now)
  return principal
}

async function loadGrantPrincipal(
  id: string,
  user: Frozen<UserRecord>,
  scopes: ReadonlySet<Scope>,
  read: PolicyReader,
): Promise<Principal> {
  const grant = await read.grants.get(id)
  if (grant === undefined || grant.revoked_at !== null) throw endedError('The app was disconnected.')
  const left = new Set([...scopes].filter(scope => grant.scopes.includes(scope)))
  const reach: Reach = getGrantReach(grant)
  const credential = {
    kind: 'grant',
    id,
    tokenId: '',
    clientId: grant.client_id,
    clientName: grant.client_name,
    narrowed: false,
  } as const
  return { user, credential, scopes: left, reach, expiresAt: null }
}

const endedError = (message: string): AppError =>
  new AppError('invalid_token', message, { fix: 'Start it again with another credential.' })
