import type { Frozen } from '../../../store/frozen.ts'
import type { TokenFamilyRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { type AuditContext, type AuditEvent, recordEvent } from '../../audit/events.ts'
import { type RevokedTokens, recordTokenRevocations } from '../../audit/token-revocations.ts'
import { revokeStolenFamily } from '../grants/lifecycle.ts'

type Family = Frozen<TokenFamilyRecord>

/** The origin of an event at the token endpoint. Its client is that of the family. */
export type FamilyContext = Omit<AuditContext, 'surface' | 'client'>

interface FamilyEvent extends Pick<AuditEvent, 'action' | 'detail'> {
  /** The account tokens that were revoked because the family was stolen. */
  readonly stolen?: RevokedTokens
}

/** Records an event of a token family, for its user and its client. */
export async function recordFamilyEvent(
  tx: Transaction,
  { id, user_id, grant_id }: Family,
  { action, detail, stolen = [] }: FamilyEvent,
  context: FamilyContext,
): Promise<void> {
  const [user, grant] = await Promise.all([tx.users.get(user_id), tx.grants.get(grant_id)])
  const auditContext = { surface: 'oauth', client: grant?.client_name, ...context } as const
  await recordTokenRevocations(tx, { ended: stolen, why: 'something_was_stolen', user }, auditContext)
  await recordEvent(tx, { action, user, target: grant_id, detail: { family: id, ...detail } }, auditContext)
}

/** Revokes the family of a replayed code or a reused refresh token, and records that. */
export async function revokeAsStolen(
  tx: Transaction,
  family: Family,
  action: 'code_replay' | 'refresh_reuse',
  context: FamilyContext,
): Promise<void> {
  const stolen = await revokeStolenFamily(tx, family, context.now)
  await recordFamilyEvent(tx, family, { action, detail: { account_tokens: stolen.length }, stolen }, context)
}
