import { AppError } from '../errors.ts'
import type { Lookup, Principal } from './principal.ts'

/**
 * Looks at the credential again inside the transaction that it is about to write in, so that no write follows a revocation.
 * @throws AppError `invalid_token`
 */
export async function assertAlive(principal: Principal, read: Lookup, now: Date): Promise<void> {
  if (principal.credential.kind !== 'token') return
  const token = await read.tokens.get(principal.credential.id)
  if (token === undefined || token.revoked_at !== null || isExpired(token.expires_at, now)) {
    throw new AppError('invalid_token', 'This token was revoked or has expired.', { fix: 'Make a new token.' })
  }
}

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
