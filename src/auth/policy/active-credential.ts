import { AppError } from '../../errors.ts'
import { grantedScopes } from '../oauth/grants/granted-scopes.ts'
import { organizationFault } from '../organizations/membership.ts'
import { hasRevokedAncestor } from '../tokens/lineage.ts'
import { SUSPENDED } from '../users/active-user.ts'
import type { Credential, PolicyReader, Principal, Reach } from './principal.ts'
import { getGrantReach, getTokenReach, isWithinReach } from './reach.ts'

/**
 * Checks the credential again inside the transaction of a write, so that no write follows a revocation.
 * @throws AppError `invalid_token`, also for a suspended user; `forbidden` when the grant lost scopes or accounts since the call started.
 */
export async function assertCredentialActive(principal: Principal, read: PolicyReader, now: Date): Promise<void> {
  const { credential, user } = principal
  const stored = await read.users.get(user.id)
  if (stored?.suspended_at !== undefined) throw invalidTokenError(SUSPENDED.description, SUSPENDED.fix)
  if (stored === undefined)
    throw invalidTokenError('The user of this credential no longer exists.', 'Sign in as another user.')
  switch (credential.kind) {
    case 'token':
      return assertTokenActive(principal, credential, read, now)
    case 'grant':
      return assertAccessTokenActive(principal, credential, read, now)
    case 'session': {
      const session = await read.sessions.get(credential.id)
      if (session !== undefined && !isExpired(session.expires_at, now)) return
      throw invalidTokenError('You are signed out.', 'Sign in again.', 'Sign in and send the form again.')
    }
    case 'stdio':
    case 'control':
  }
}

async function assertTokenActive(
  principal: Principal,
  { id, grant: grantId }: Extract<Credential, { kind: 'token' }>,
  read: PolicyReader,
  now: Date,
): Promise<void> {
  const { user } = principal
  const endedError = () => invalidTokenError('This token was revoked or has expired.', 'Create a new token.')
  const token = await read.tokens.get(id)
  if (token === undefined || token.revoked_at !== null || isExpired(token.expires_at, now)) throw endedError()
  if (await hasRevokedAncestor(token, read)) throw endedError()
  const grant = grantId === undefined ? undefined : await read.grants.get(grantId)
  if (grantId !== undefined && grant?.revoked_at !== null) throw endedError()
  const account = await read.accounts.get(token.account_id)
  if (account === undefined || (await organizationFault(account, user, read)) !== undefined) {
    const ended = 'The organization of this token was deleted, or you left it.'
    throw invalidTokenError(ended, 'Create a new token on an account that you can use.')
  }
  assertWithinReach(principal, getTokenReach(token, user, grant))
}

async function assertAccessTokenActive(
  principal: Principal,
  { id, tokenId }: Extract<Credential, { kind: 'grant' }>,
  read: PolicyReader,
  now: Date,
): Promise<void> {
  const [token, grant] = await Promise.all([read.access_tokens.get(tokenId), read.grants.get(id)])
  const family = token && (await read.families.get(token.family_id))
  const isActive = token !== undefined && !isExpired(token.expires_at, now)
  if (!isActive || family?.revoked_at !== null || grant?.revoked_at !== null)
    throw invalidTokenError('This access token was revoked or has expired.', 'Refresh the token, or sign in again.')
  const left = grantedScopes(grant, family, token)
  const lost = [...principal.scopes].filter(scope => !left.includes(scope))
  if (lost.length === 0) return assertWithinReach(principal, getGrantReach(grant))
  throw new AppError('forbidden', `The scope ${lost.join(' ')} was just removed from this app.`, {
    fix: 'Call get_context for the remaining scopes, then retry with those.',
  })
}

function assertWithinReach({ reach }: Principal, left: Reach): void {
  if (isWithinReach(reach, left)) return
  throw new AppError('forbidden', 'An account was just removed from this app.', {
    fix: 'Call get_context for the remaining accounts, then retry.',
  })
}

const invalidTokenError = (message: string, fix: string, pageFix?: string): AppError =>
  new AppError('invalid_token', message, { fix, ...(pageFix !== undefined && { pageFix }) })

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
