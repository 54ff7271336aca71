import { type EndedTokens, recordEnded, type WhyEnded } from '../../auth/ended-tokens.ts'
import type { WriteContext } from '../call.ts'
import { occasionOf } from '../occasion.ts'

/** Adds to the audit log which tokens ended with what a call ends. */
export function auditEnded(ended: EndedTokens, why: WhyEnded, context: WriteContext): Promise<void> {
  const { user, credential } = context.principal
  return recordEnded(context.tx, { ended, why, user, credential }, occasionOf(context))
}
