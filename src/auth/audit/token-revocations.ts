import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import { type AuditContext, type AuditEvent, recordEvent } from './events.ts'

/** Account tokens that were revoked together with something they depend on. */
export type RevokedTokens = readonly Frozen<TokenRecord>[]

/** Why they were revoked: a member left or was removed, or the parent token or its app was revoked, lost scopes or was stolen. */
export type RevocationReason =
  | 'member_left'
  | 'member_removed'
  | 'maker_revoked'
  | 'app_revoked'
  | 'app_narrowed'
  | 'something_was_stolen'

/** One call records at most one page of events. */
const MAX_EVENTS = 50

/** Creates one event per revoked token. For more than `MAX_EVENTS` it creates none: the causing event has the count. */
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

/** Records these events in the transaction that revokes the tokens. */
export async function recordTokenRevocations(
  tx: Transaction,
  { ended, why, user, credential }: TokenRevocation,
  auditContext: AuditContext,
): Promise<void> {
  for (const event of tokenRevocationEvents(ended, why))
    await recordEvent(tx, { ...event, user, credential }, auditContext)
}
