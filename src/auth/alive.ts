import { AppError } from '../errors.ts'
import type { Lookup, Principal } from './principal.ts'

/**
 * Looks at the credential again inside the transaction that it is about to write in, so that no write follows a revocation.
 * @throws AppError `invalid_token`
 */
export async function assertAlive({ credential }: Principal, read: Lookup, now: Date): Promise<void> {
  switch (credential.kind) {
    case 'token': {
      const token = await read.tokens.get(credential.id)
      if (token !== undefined && token.revoked_at === null && !isExpired(token.expires_at, now)) return
      throw new AppError('invalid_token', 'This token was revoked or has expired.', { fix: 'Make a new token.' })
    }
    case 'grant': {
      const token = await read.access_tokens.get(credential.tokenId)
      const family = token && (await read.families.get(token.family_id))
      const grant = await read.grants.get(credential.id)
      const isRevoked = family === undefined || family.revoked_at !== null || grant?.revoked_at !== null
      if (token !== undefined && !isRevoked && !isExpired(token.expires_at, now)) return
      throw new AppError('invalid_token', 'This access token was revoked or has expired.', { fix: 'Sign in again.' })
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

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
