import {
  type RevocationReason,
  type RevokedTokens,
  recordTokenRevocations,
} from '../../auth/audit/token-revocations.ts'
import { markRevoked } from '../../auth/tokens/lifecycle.ts'
import { auditContext } from '../pipeline/audit-context.ts'
import type { WriteContext } from '../pipeline/call.ts'

/** Records the tokens that a call revoked along with something else. */
export function auditEndedTokens(ended: RevokedTokens, why: RevocationReason, context: WriteContext): Promise<void> {
  const { user, credential } = context.principal
  return recordTokenRevocations(context.tx, { ended, why, user, credential }, auditContext(context))
}

/** Tokens per transaction: takes about 10 ms, during which other writers wait. */
export const MAX_TOKENS_PER_TRANSACTION = 200

/** Marks tokens as revoked in batches, before the call is answered. They stopped working already, with the grant or token that created them. */
export function markRevokedInBatches(
  tokens: RevokedTokens,
  now: Date,
  { afterCommit }: Pick<WriteContext, 'afterCommit'>,
): void {
  for (let at = 0; at < tokens.length; at += MAX_TOKENS_PER_TRANSACTION) {
    afterCommit(tx => markRevoked(tx, tokens.slice(at, at + MAX_TOKENS_PER_TRANSACTION), now))
  }
}
