import type { Frozen } from '../../../store/frozen.ts'
import type { GrantRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { type AuditContext, recordEvent } from '../../audit/events.ts'
import { recordTokenRevocations } from '../../audit/token-revocations.ts'
import type { Credential } from '../../policy/principal.ts'
import type { SignedIn } from '../../users/sessions.ts'
import { removeFamily, surplus } from '../token/family-limit.ts'
import { revokeGrant } from './lifecycle.ts'

type Grant = Frozen<GrantRecord>

interface Actor {
  readonly user: SignedIn['user']
  readonly credential: Credential
}

/** Grants per user, including revoked ones. Apps that register again at each connection leave many. */
const MAX_GRANTS = 500

/**
 * Makes room for one more grant of a user: removes the oldest revoked one, otherwise the least recently used one. "Used" means by its app or an account
 * token of it. The audit log records that as done by the user.
 */
export async function makeRoomForGrant(
  tx: Transaction,
  { user, credential }: Actor,
  auditContext: AuditContext,
): Promise<void> {
  if ((await tx.grants.count('user', user.id)) < MAX_GRANTS) return
  const grants = await tx.grants.list('user', user.id)
  const uses = new Map<Grant, string>()
  for (const grant of grants) uses.set(grant, grant.revoked_at === null ? await findLastUse(tx, grant) : '')
  // Revoked ones are first because their time is empty; lists start with the oldest.
  const inTurn = grants.toSorted((one, other) => compare(uses.get(one) ?? '', uses.get(other) ?? ''))
  for (const grant of surplus(inTurn, MAX_GRANTS - 1)) {
    if (grant.revoked_at === null) await revokeSurplusGrant(tx, grant, { user, credential }, auditContext)
    for (const family of await tx.families.list('grant', grant.id)) await removeFamily(tx, family)
    await tx.grants.remove(grant.id)
  }
}

/** Returns the time of the last use by its app or an account token of it; if never used, of its creation. */
async function findLastUse(tx: Transaction, { id, created_at, last_used_at }: Grant): Promise<string> {
  const tokens = await tx.tokens.list('grant', id)
  const uses = tokens.flatMap(token => (token.revoked_at === null ? [token.last_used_at ?? token.created_at] : []))
  return [created_at, last_used_at ?? '', ...uses].reduce((one, other) => (one < other ? other : one))
}

async function revokeSurplusGrant(
  tx: Transaction,
  grant: Grant,
  person: Actor,
  auditContext: AuditContext,
): Promise<void> {
  const ended = await revokeGrant(tx, grant, 'user', auditContext.now)
  await recordTokenRevocations(tx, { ended, why: 'app_revoked', ...person }, auditContext)
  const detail = { client: grant.client_name, revoked_tokens: ended.length, why: 'too_many' }
  await recordEvent(tx, { ...person, action: { tool: 'revoke_grant' }, target: grant.id, detail }, auditContext)
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
