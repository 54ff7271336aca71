import { AppError } from '../errors.ts'
import { grantedScopes } from './oauth/granted.ts'
import type { Lookup, Principal } from './principal.ts'

/**
 * Looks at the credential again inside the transaction that it is about to write in, so that no write follows a revocation.
 * @throws AppError `invalid_token`; `forbidden` when scopes were taken from a grant since the call began.
 */
export async function assertAlive({ credential, scopes, user }: Principal, read: Lookup, now: Date): Promise<void> {
  if ((await read.users.get(user.id)) === undefined) {
    throw new AppError('invalid_token', 'The user of this credential does not exist any more.', {
      fix: 'Sign in as somebody else.',
    })
  }
  switch (credential.kind) {
    case 'token': {
      const token = await read.tokens.get(credential.id)
      if (token !== undefined && token.revoked_at === null && !isExpired(token.expires_at, now)) return
      throw new AppError('invalid_token', 'This token was revoked or has expired.', { fix: 'Make a new token.' })
    }
    case 'grant': {
      const [token, grant] = await Promise.all([
        read.access_tokens.get(credential.tokenId),
        read.grants.get(credential.id),
      ])
      const family = token && (await read.families.get(token.family_id))
      if (token === undefined || isExpired(token.expires_at, now)) throw ended()
      if (family === undefined || family.revoked_at !== null) throw ended()
      if (grant === undefined || grant.revoked_at !== null) throw ended()
      const left = grantedScopes(grant, family, token)
      const lost = [...scopes].filter(scope => !left.includes(scope))
      if (lost.length === 0) return
      throw new AppError('forbidden', `The scope ${lost.join(' ')} was taken from this client just now.`, {
        fix: 'Call get_context for the scopes that are left, and call again with those.',
      })
    }
    case 'session': {
      const session = await read.sessions.get(credential.id)
      if (session !== undefined && !isExpired(session.expires_at, now)) return
      throw new AppError('invalid_token', 'This session has ended.', { fix: 'Sign in again.' })
    }
    case 'stdio':
    case 'control':
  }
}

const ended = (): AppError =>
  new AppError('invalid_token', 'This access token was revoked or has expired.', {
    fix: 'Sign in again: refresh the token, or connect anew.',
  })

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
