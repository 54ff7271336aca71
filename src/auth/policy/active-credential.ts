import { AppError } from '../../errors.ts'
import { grantedScopes } from '../oauth/grants/granted-scopes.ts'
import { organizationFault } from '../organizations/membership.ts'
import { hasRevokedAncestor } from '../tokens/lineage.ts'
import { SUSPENDED } from '../users/active-user.ts'
import type { PolicyReader, Principal, Reach } from './principal.ts'
import { getGrantReach, getTokenReach, isWithinReach } from './reach.ts'

/**
 * Checks the credential again inside the transaction of a write, so that no write follows a revocation.
 * @throws AppError `invalid_token`, also for a suspended user; `forbidden` when the grant lost scopes or accounts since the call started.
 */
export async function assertCredentialActive(principal: Principal, read: PolicyReader, now: Date): Promise<void> {
  const { credential, scopes, user } = principal
  const person = await read.users.get(user.id)
  if (person?.suspended_at !== undefined) {
    throw new AppError('invalid_token', SUSPENDED.description, { fix: SUSPENDED.fix })
  }
  if (person === undefined) {
    throw new AppError('invalid_token', 'The user of this credential no longer exists.', {
      fix: 'Sign in as another user.',
    })
  }
  switch (credential.kind) {
    case 'token': {
      const token = await read.tokens.get(credential.id)
      if (token === undefined || token.revoked_at !== null || isExpired(token.expires_at, now)) throw tokenEndedError()
      if (await hasRevokedAncestor(token, read)) throw tokenEndedError()
      const grant = credential.grant === undefined ? undefined : await read.grants.get(credential.grant)
      if (credential.grant !== undefined && grant?.revoked_at !== null) throw tokenEndedError()
      const account = await read.accounts.get(token.account_id)
      if (account === undefined || (await organizationFault(account, user, read)) !== undefined)
        throw organizationEndedError()
      return assertWithinReach(principal, getTokenReach(token, user, grant))
    }
    case 'grant': {
      const [token, grant] = await Promise.all([
        read.access_tokens.get(credential.tokenId),
        read.grants.get(credential.id),
      ])
      const family = token && (await read.families.get(token.family_id))
      if (token === undefined || isExpired(token.expires_at, now)) throw accessTokenEndedError()
      if (family === undefined || family.revoked_at !== null) throw accessTokenEndedError()
      if (grant === undefined || grant.revoked_at !== null) throw accessTokenEndedError()
      const left = grantedScopes(grant, family, token)
      const lost = [...scopes].filter(scope => !left.includes(scope))
      if (lost.length === 0) return assertWithinReach(principal, getGrantReach(grant))
      throw new AppError('forbidden', `The scope ${lost.join(' ')} was just removed from this app.`, {
        fix: 'Call get_context for the remaining scopes, then retry with those.',
      })
    }
    case 'session': {
      const session = await read.sessions.get(credential.id)
      if (session !== undefined && !isExpired(session.expires_at, now)) return
      throw new AppError('invalid_token', 'You are signed out.', {
        fix: 'Sign in again.',
        pageFix: 'Sign in and send the form again.',
      })
    }
    case 'stdio':
    case 'control':
  }
}

function assertWithinReach({ reach }: Principal, left: Reach): void {
  if (isWithinReach(reach, left)) return
  throw new AppError('forbidden', 'An account was just removed from this app.', {
    fix: 'Call get_context for the remaining accounts, then retry.',
  })
}

const tokenEndedError = (): AppError =>
  new AppError('invalid_token', 'This token was revoked or has expired.', { fix: 'Create a new token.' })

const organizationEndedError = (): AppError =>
  new AppError('invalid_token', 'The organization of this token was deleted, or you left it.', {
    fix: 'Create a new token on an account that you can use.',
  })

const accessTokenEndedError = (): AppError =>
  new AppError('invalid_token', 'This access token was revoked or has expired.', {
    fix: 'Refresh the token, or sign in again.',
  })

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
