import type { RevokedTokens } from '../../auth/audit/token-revocations.ts'
import { markRevoked } from '../../auth/tokens/lifecycle.ts'
import type { WriteContext } from '../pipeline/call.ts'

/** Tokens that one transaction writes: about ten milliseconds, for which other writers wait. */
export const MAX_TOKENS_PER_TRANSACTION = 200

/** Writes, before the call is answered, that tokens are revoked which are dead already with what they came from: others write in between. */
export function markRevokedInBatches(
  tokens: RevokedTokens,
  now: Date,
  { afterCommit }: Pick<WriteContext, 'afterCommit'>,
): void {
  for (let at = 0; at < tokens.length; at += MAX_TOKENS_PER_TRANSACTION) {
    afterCommit(tx => markRevoked(tx, tokens.slice(at, at + MAX_TOKENS_PER_TRANSACTION), now))
  }
}
