import {
  type RevocationReason,
  type RevokedTokens,
  recordTokenRevocations,
} from '../../auth/audit/token-revocations.ts'
import { auditContext } from '../pipeline/audit-context.ts'
import type { WriteContext } from '../pipeline/call.ts'

/** Records the tokens that a call revoked along with something else. */
export function auditEndedTokens(ended: RevokedTokens, why: RevocationReason, context: WriteContext): Promise<void> {
  const { user, credential } = context.principal
  return recordTokenRevocations(context.tx, { ended, why, user, credential }, auditContext(context))
}
