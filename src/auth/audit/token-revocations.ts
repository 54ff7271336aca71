import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import { type AuditContext, type AuditEvent, recordEvent } from './events.ts'

/** Account tokens that stopped working with what they depended on. */
export type RevokedTokens = readonly Frozen<TokenRecord>[]

/** Why they did: a member went, or was taken out; the token that made them, or its app, was revoked, lost scopes, or was stolen. */
export type RevocationReason =
  | 'member_left'
  | 'member_removed'
  | 'maker_revoked'
  | 'app_revoked'
  | 'app_narrowed'
  | 'something_was_stolen'

/** So that one call leaves no more events than one page of them shows. */
const MAX_EVENTS = 50

/** An event for each token, by which it is found when it ended; where they are many, the count in the event of what ended them has to do. */
export function tokenRevocationEvents(ended: RevokedTokens, why: RevocationReason): readonly AuditEvent[] {
  if (ended.length > MAX_EVENTS) return []
  return ended.map(({ id, name, prefix, account_id }) => ({
    action: { tool: 'revoke_token' },
    account: { id: account_id },
    target: id,
    detail: { name, prefix, why },
  }))
}

interface TokenRevocation extends Pick<AuditEvent, 'user' | 'credential'> {
  readonly ended: RevokedTokens
  readonly why: RevocationReason
}

/** Appends them to the audit log, in the transaction that ended the tokens. */
export async function recordTokenRevocations(
  tx: Transaction,
  { ended, why, user, credential }: TokenRevocation,
  auditContext: AuditContext,
): Promise<void> {
  for (const event of tokenRevocationEvents(ended, why))
    await recordEvent(tx, { ...event, user, credential }, auditContext)
}
